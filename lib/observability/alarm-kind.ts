import type { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../runtime/observability/metrics.ts';

/** Missing data, treated on purpose. */
export interface MissingData {
  /** By its value, so that readers of the table need not load the library. */
  readonly as: `${TreatMissingData}`;
  readonly why: string;
}

/** The value that is compared with the threshold. */
interface Watched {
  readonly statistic: 'Sum' | 'Maximum' | 'SampleCount';
  readonly threshold: number;
  /** The metric is bad when it is so compared with the threshold. */
  readonly comparison: 'below' | 'at-or-above' | 'above';
  readonly periodSeconds: number;
  /** Out of so many periods so many must be bad. */
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
}

/** A metric of Sluice's own, of all tenants of the stage: one alarm. */
export interface CountSource extends Watched {
  readonly kind: 'count';
  readonly metric: MetricName;
}

/** How late a stream is delivered to a function: one alarm for each. */
export interface StreamSource extends Watched {
  readonly kind: 'stream';
  readonly metric: 'IteratorAge';
}

/** The messages in each dead-letter queue. */
export interface QueueSource extends Watched {
  readonly kind: 'queue';
  readonly metric: 'ApproximateNumberOfMessagesVisible';
}

/** API Gateway's counts of its own responses, including those of the functions behind it. */
export interface ApiSource extends Watched {
  readonly kind: 'api';
  readonly metric: '5xx';
}

/** Invocations that took more than a part of their function's timeout, as Lambda reports each in the function's log. */
export interface ReportSource extends Watched {
  readonly kind: 'report';
  readonly ofTimeout: number;
}

/** All functions of the account together: whose share is used up, its functions are refused as well. */
export interface AllFunctionsSource extends Watched {
  readonly kind: 'all-functions';
  readonly metric: 'Throttles';
}

/** All tables of the account together: DynamoDB writes this metric only where it refused something. */
export interface AllTablesSource extends Watched {
  readonly kind: 'all-tables';
  readonly metric: 'ReadThrottleEvents' | 'WriteThrottleEvents';
}

/** Events that rules matched and that were lost: the rules of the stage's bus, and those of the account's own. */
export interface RulesSource extends Watched {
  readonly kind: 'rules';
  readonly metric: 'InvocationsFailedToBeSentToDlq';
}

export type AlarmSource =
  | CountSource
  | StreamSource
  | QueueSource
  | ApiSource
  | ReportSource
  | AllFunctionsSource
  | AllTablesSource
  | RulesSource;

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
