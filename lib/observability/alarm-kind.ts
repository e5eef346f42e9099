import type { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { TenantMetricName } from '../../runtime/observability/metrics.ts';

/** Missing data, treated on purpose. */
export interface MissingData {
  /** By its value, so that readers of the table need not load the library. */
  readonly as: `${TreatMissingData}`;
  readonly why: string;
}

/** The value that is compared with the threshold. */
interface Watched {
  readonly statistic: 'Sum' | 'Maximum';
  readonly threshold: number;
  /** The metric is bad when it is so compared with the threshold. */
  readonly comparison: 'below' | 'at-or-above' | 'above';
  readonly periodSeconds: number;
  /** Out of so many periods so many must be bad. */
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
}

/** A metric of Sluice's own, of one tenant: one alarm for each. */
export interface TenantSource extends Watched {
  readonly kind: 'tenant';
  readonly metric: TenantMetricName;
}

/** A metric that AWS itself keeps of each function: one alarm for each. */
export interface FunctionSource extends Omit<Watched, 'threshold'> {
  readonly kind: 'function';
  readonly metric: 'Throttles' | 'Duration' | 'IteratorAge';
  /** Only functions that a stream is delivered to: the others have no such metric. */
  readonly onlyStreams?: true;
  /** A number, or a part of the function's own timeout. */
  readonly threshold: number | { readonly ofTimeout: number };
}

/** The messages in each dead-letter queue. */
export interface QueueSource extends Watched {
  readonly kind: 'queue';
  readonly metric: 'ApproximateNumberOfMessagesVisible';
}

/** Reads and writes of each table for which it had no room, together. */
export interface TableSource extends Watched {
  readonly kind: 'table';
  readonly metrics: readonly ['ReadThrottleEvents', 'WriteThrottleEvents'];
}

/** API Gateway's counts of its own responses, including those of the functions behind it. */
export interface ApiSource extends Watched {
  readonly kind: 'api';
  readonly metric: '5xx';
}

/** Events that a rule matched and could neither hand over nor put into its queue, for each rule. */
export interface RuleSource extends Watched {
  readonly kind: 'rule';
  readonly metrics: readonly ['FailedInvocations', 'InvocationsFailedToBeSentToDlq'];
}

export type AlarmSource =
  | TenantSource
  | FunctionSource
  | QueueSource
  | TableSource
  | ApiSource
  | RuleSource;

export interface AlarmKind {
  /** Also the name of its section in docs/operations.md. */
  readonly name: string;
  /** The event, in a sentence for the person who is woken. */
  readonly description: string;
  /** The first thing to do. */
  readonly next: string;
  readonly missing: MissingData;
  readonly sources: readonly AlarmSource[];
}
