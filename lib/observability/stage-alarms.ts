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
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { COUNTS, dimensionsOf, METRICS_NAMESPACE } from '../../runtime/observability/metrics.ts';
import { eventBusName } from '../constructs/treasury-bus.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { alarmDescription } from './alarm-description.ts';
import type {
  AlarmKind,
  AlarmSource,
  CountSource,
  ReportSource,
  RulesSource,
} from './alarm-kind.ts';
import { alarmPrefix } from './alarm-name.ts';
import { alarmKinds } from './alarms.ts';
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
  /** Follows the kind's name in the alarm's: a function, a queue, an API; null where it is about the stage. */
  readonly about: string | null;
  readonly metric: IMetric;
}

export interface StageAlarmsProps {
  readonly configuration: StageConfiguration;
  readonly parts: StageParts;
  readonly action: IAlarmAction;
}

/** Every alarm of the table, for every stream, queue and API that it is about. */
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
    const { about, metric } = instance;
    const { stage } = this.#configuration;
    const name = about === null ? kind.name : `${kind.name}-${about}`;
    const alarm = new Alarm(this, name, {
      alarmName: `${alarmPrefix(stage)}${name}`,
      alarmDescription: alarmDescription(kind, { stage, about }),
      metric,
      threshold: source.threshold,
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
    const { functions, queues, apis } = this.#parts;
    switch (source.kind) {
      case 'count': {
        const about = source.statistic === 'SampleCount' ? 'too-rarely' : null;
        return [{ about, metric: countMetric(source, this.#configuration.stage) }];
      }
      case 'stream':
        return functions
          .filter(({ part }) => isDelivered(part))
          .map(({ name, part }) => ({
            about: name,
            metric: part.metric(source.metric, { statistic, period }),
          }));
      case 'queue':
        return queues.map(({ name, part }) => ({
          about: name,
          metric: part.metric(source.metric, { statistic, period }),
        }));
      case 'api':
        return apis.map(({ name, part }) => ({
          about: name,
          metric: part.metricServerError({ statistic, period }),
        }));
      case 'report':
        return [{ about: null, metric: this.#reports(source) }];
      case 'all-functions': {
        const { metric: metricName } = source;
        const metric = new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period });
        return [{ about: 'functions', metric }];
      }
      case 'all-tables': {
        const from = 'SCHEMA("AWS/DynamoDB", TableName)';
        const metric = selected(`SELECT SUM(${source.metric}) FROM ${from}`, period);
        return [{ about: source.metric.startsWith('Read') ? 'reads' : 'writes', metric }];
      }
      case 'rules':
        return this.#rules(source, period);
      default:
        return source satisfies never;
    }
  }

  /** Lambda's reports of invocations that took long, of every function, as one metric. */
  #reports({ ofTimeout, statistic, periodSeconds }: ReportSource): Metric {
    const { stage } = this.#configuration;
    const metricName = `${NEAR_TIMEOUT_METRIC}-${stage}`;
    for (const { name, part } of this.#parts.functions) {
      const { timeout, logGroup } = part;
      if (timeout === undefined) throw new Error(`${name} has no timeout of its own`);
      new MetricFilter(this, `near-timeout-${name}`, {
        logGroup,
        filterPattern: FilterPattern.all(
          FilterPattern.stringValue('$.type', '=', 'platform.report'),
          FilterPattern.numberValue(
            '$.record.metrics.durationMs',
            '>',
            timeout.toMilliseconds() * ofTimeout,
          ),
        ),
        metricNamespace: METRICS_NAMESPACE,
        metricName,
        metricValue: '1',
      });
    }
    const period = Duration.seconds(periodSeconds);
    return new Metric({ namespace: METRICS_NAMESPACE, metricName, statistic, period });
  }

  /** EventBridge writes this metric only where something was lost, under the rule and, if it is not the account's own, its bus. */
  #rules({ metric }: RulesSource, period: Duration): readonly Instance[] {
    const { stage } = this.#configuration;
    const sum = `SELECT SUM(${metric}) FROM`;
    const ofBus = `${sum} SCHEMA("AWS/Events", EventBusName, RuleName) WHERE EventBusName = '${eventBusName(stage)}'`;
    const isOnAccount = this.#parts.rules.some(({ part }) => part.EventBusName === undefined);
    return [
      { about: 'bus', metric: selected(ofBus, period) },
      ...(isOnAccount
        ? [{ about: 'account', metric: selected(`${sum} SCHEMA("AWS/Events", RuleName)`, period) }]
        : []),
    ];
  }
}

/** A name for each stage: a metric of a filter has no dimension to tell stages of an account apart by. */
const NEAR_TIMEOUT_METRIC = 'NearTimeout';

/** A query over metrics of which most are never written: CloudWatch bills those that it finds. */
function selected(query: string, period: Duration): MathExpression {
  return new MathExpression({ expression: query, period });
}

/** A metric exactly as its function writes it. */
function countMetric(
  { metric, statistic, periodSeconds }: Pick<CountSource, 'metric' | 'statistic' | 'periodSeconds'>,
  stage: string,
): Metric {
  const { unit } = COUNTS[metric];
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: metric,
    dimensionsMap: { ...dimensionsOf(metric, stage) },
    statistic,
    period: Duration.seconds(periodSeconds),
    unit: UNITS[unit],
  });
}

/** Whether a stream is delivered to it. */
function isDelivered(part: Construct): boolean {
  return part.node.children.some((child) => child instanceof EventSourceMapping);
}
