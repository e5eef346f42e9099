import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
  Unit,
} from 'aws-cdk-lib/aws-cloudwatch';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { METRICS_NAMESPACE, TENANT_METRICS } from '../../runtime/observability/metrics.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { AlarmKind, AlarmSource, FunctionSource, TenantSource } from './alarm-kind.ts';
import { alarmPrefix } from './alarm-name.ts';
import { alarmDescription, alarmKinds, type MetricOwner, tenantDimensions } from './alarms.ts';
import type { StageParts } from './stage-parts.ts';

const OPERATORS = {
  below: ComparisonOperator.LESS_THAN_THRESHOLD,
  'at-or-above': ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  above: ComparisonOperator.GREATER_THAN_THRESHOLD,
} as const;

const MISSING = {
  breaching: TreatMissingData.BREACHING,
  notBreaching: TreatMissingData.NOT_BREACHING,
  ignore: TreatMissingData.IGNORE,
  missing: TreatMissingData.MISSING,
} as const;

const UNITS = { Count: Unit.COUNT, Seconds: Unit.SECONDS, Percent: Unit.PERCENT } as const;

/** One alarm to be made: its subject, and the comparison. */
interface Instance {
  /** Follows the kind's name in the alarm's; a tenant, a function, a queue, a table. */
  readonly about: string;
  readonly metric: IMetric;
  readonly threshold: number;
}

export interface StageAlarmsProps {
  readonly configuration: StageConfiguration;
  readonly parts: StageParts;
  readonly action: IAlarmAction;
}

/** Every alarm of the table, for every tenant, function, queue and table that it is about. */
export class StageAlarms extends Construct {
  readonly alarms: readonly Alarm[];
  readonly #configuration: StageConfiguration;
  readonly #parts: StageParts;

  constructor(scope: Construct, id: string, { configuration, parts, action }: StageAlarmsProps) {
    super(scope, id);
    this.#configuration = configuration;
    this.#parts = parts;
    this.alarms = alarmKinds(configuration).flatMap((kind) =>
      kind.sources.flatMap((source) =>
        this.#instancesOf(source).map((instance) => this.#alarm(kind, source, instance, action)),
      ),
    );
  }

  #alarm(kind: AlarmKind, source: AlarmSource, instance: Instance, action: IAlarmAction): Alarm {
    const { about, metric, threshold } = instance;
    const name = `${kind.name}-${about}`;
    const alarm = new Alarm(this, name, {
      alarmName: `${alarmPrefix(this.#configuration.stage)}${name}`,
      alarmDescription: alarmDescription(kind, about),
      metric,
      threshold,
      comparisonOperator: OPERATORS[source.comparison],
      evaluationPeriods: source.evaluationPeriods,
      datapointsToAlarm: source.datapointsToAlarm,
      treatMissingData: MISSING[kind.missing.as],
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  }

  #instancesOf(source: AlarmSource): readonly Instance[] {
    const period = Duration.seconds(source.periodSeconds);
    const { statistic } = source;
    switch (source.kind) {
      case 'tenant':
        return this.#configuration.tenants.map((tenant) => ({
          about: tenant,
          metric: tenantMetric(source, { stage: this.#configuration.stage, tenant }),
          threshold: source.threshold,
        }));
      case 'function':
        return this.#functionsOf(source).map(({ name, part }) => ({
          about: name,
          metric: part.metric(source.metric, { statistic, period }),
          threshold: functionThreshold(source, part.timeout),
        }));
      case 'queue':
        return this.#parts.queues.map(({ name, part }) => ({
          about: name,
          metric: part.metric(source.metric, { statistic, period }),
          threshold: source.threshold,
        }));
      case 'table':
        return this.#parts.tables.map(({ name, part }) => ({
          about: name,
          metric: together(
            'throttled reads and writes',
            source.metrics.map((metric) => part.metric(metric, { statistic, period })),
          ),
          threshold: source.threshold,
        }));
      case 'rule':
        return this.#parts.rules.map(({ name, part }) => ({
          about: name,
          metric: together(
            'not handed over, or not kept',
            source.metrics.map(
              (metricName) =>
                new Metric({
                  namespace: 'AWS/Events',
                  metricName,
                  dimensionsMap: part,
                  statistic,
                  period,
                }),
            ),
          ),
          threshold: source.threshold,
        }));
      case 'api':
        return this.#parts.apis.map(({ name, part }) => ({
          about: name,
          metric: part.metricServerError({ statistic, period }),
          threshold: source.threshold,
        }));
      default:
        return source satisfies never;
    }
  }

  #functionsOf({ onlyStreams }: FunctionSource): StageParts['functions'] {
    const { functions } = this.#parts;
    return onlyStreams === true ? functions.filter(({ part }) => isDelivered(part)) : functions;
  }
}

/** The sum of metrics that are written only where there is something to count. */
function together(label: string, metrics: readonly Metric[]): MathExpression {
  const [first] = metrics;
  if (first === undefined) throw new Error(`nothing is counted as ${label}`);
  return new MathExpression({
    // If nothing ever happened there is no number at all, and none is not zero.
    expression: metrics.map((_, index) => `FILL(m${index}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    label,
    period: first.period,
  });
}

/** A tenant's metric exactly as its function writes it. */
export function tenantMetric(
  {
    metric,
    statistic,
    periodSeconds,
  }: Pick<TenantSource, 'metric' | 'statistic' | 'periodSeconds'>,
  owner: MetricOwner,
): Metric {
  const { unit } = TENANT_METRICS[metric];
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: metric,
    dimensionsMap: { ...tenantDimensions(metric, owner) },
    statistic,
    period: Duration.seconds(periodSeconds),
    ...(unit === 'NoUnit' ? {} : { unit: UNITS[unit] }),
  });
}

/** Whether a stream is delivered to it. */
function isDelivered(part: Construct): boolean {
  return part.node.children.some((child) => child instanceof EventSourceMapping);
}

function functionThreshold({ threshold }: FunctionSource, timeout: Duration | undefined): number {
  if (typeof threshold === 'number') return threshold;
  if (timeout === undefined) throw new Error('a function without a timeout of its own');
  return timeout.toMilliseconds() * threshold.ofTimeout;
}
