import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { TenantMetricName } from '../../runtime/observability/metrics.ts';
import { METRICS_NAMESPACE } from '../../runtime/observability/metrics.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { tenantMetric } from './stage-alarms.ts';
import type { StageParts } from './stage-parts.ts';

/** Columns of a dashboard. */
const WIDE = 24;
const HALF = 12;

const THIRD = 8;

/** CloudWatch's own limit; ten tenants have more than that. */
const ALARMS_PER_WIDGET = 100;

const HOUR_SECONDS = 3_600;

/** The line that take-snapshot writes for each snapshot (`test/integration/functions/alarms.test.ts` reads it). */
const SNAPSHOT_RECORDED = 'snapshot recorded';

export interface DashboardsProps {
  readonly configuration: StageConfiguration;
  readonly parts: StageParts;
  readonly alarms: readonly Alarm[];
  readonly api: HttpApi;
}

/** For the finance team: holdings, their age, withdrawals and trades, blocked currencies. */
export function financeDashboard(
  scope: Construct,
  { configuration, parts }: Pick<DashboardsProps, 'configuration' | 'parts'>,
): Dashboard {
  const { stage, tenants, reportingCurrency } = configuration;
  const dashboard = new Dashboard(scope, 'finance', {
    dashboardName: `sluice-${stage}-finance`,
    defaultInterval: Duration.days(7),
  });
  const of = (metric: TenantMetricName, statistic: 'Sum' | 'Maximum', periodSeconds: number) =>
    tenants.map((tenant) =>
      labelled(tenantMetric({ metric, statistic, periodSeconds }, { stage, tenant }), tenant),
    );
  const interval = configuration.snapshotEveryMinutes * 60;
  dashboard.addWidgets(
    new TextWidget({
      width: WIDE,
      height: 3,
      markdown: [
        `# Treasury (${stage})`,
        'Amounts to the last digit, statements and reasons are in the console and the API; a chart rounds.',
        'A **blocked** currency waits until two people, or a later balance, settle the outcome of a request. A value is shown only while every currency with a balance has a price.',
      ].join('\n\n'),
    }),
  );
  dashboard.addWidgets(
    new GraphWidget({
      title: `Value in ${reportingCurrency}`,
      width: WIDE,
      left: of('TreasuryValue', 'Maximum', interval),
      leftYAxis: { label: reportingCurrency, showUnits: false },
    }),
  );
  dashboard.addWidgets(
    lastSnapshot(parts),
    new SingleValueWidget({
      title: `Snapshots of the last hour (expected: ${60 / configuration.snapshotEveryMinutes})`,
      width: THIRD,
      metrics: of('SnapshotTaken', 'Sum', HOUR_SECONDS),
    }),
    new SingleValueWidget({
      title: 'Blocked currencies',
      width: THIRD,
      metrics: of('BlockedCurrencies', 'Maximum', interval),
    }),
  );
  dashboard.addWidgets(
    new GraphWidget({
      title: 'Sweeps decided and withdrawals confirmed, by the hour',
      width: HALF,
      left: [
        written(stage, 'run-sweeps', 'SweepsProposed', 'decided'),
        written(stage, 'send-withdrawal', 'Withdrawal_confirmed', 'confirmed'),
        written(stage, 'send-withdrawal', 'Withdrawal_cancelled', 'not needed any more'),
      ],
    }),
    new GraphWidget({
      title: 'Rolling limits: the one that is used up most, in percent',
      width: HALF,
      left: of('BudgetUsed', 'Maximum', interval),
      leftYAxis: { min: 0 },
    }),
  );
  dashboard.addWidgets(
    new SingleValueWidget({
      title: 'Requests with an unknown outcome',
      width: HALF,
      metrics: of('OpenUnknowns', 'Maximum', interval),
    }),
    new SingleValueWidget({
      title: 'Outflows without an explanation',
      width: HALF,
      metrics: of('OpenOutflowBreaks', 'Maximum', interval),
    }),
  );
  return dashboard;
}

/** When balances were last recorded. No metric is a moment: it is in the log, as the schedule named it. */
function lastSnapshot({ functions }: StageParts): LogQueryWidget {
  const logs = functions.filter(({ name }) => name === 'take-snapshot');
  return new LogQueryWidget({
    title: 'The last snapshot (UTC)',
    width: THIRD,
    view: LogQueryVisualizationType.TABLE,
    logGroupNames: logs.map(({ part }) => part.logGroup.logGroupName),
    queryLines: [
      `filter message = "${SNAPSHOT_RECORDED}"`,
      'stats latest(tick) as snapshot by tenant',
      'sort tenant asc',
    ],
  });
}

/** For the person on call: every alarm, then the activity of the parts. */
export function operatorDashboard(scope: Construct, props: DashboardsProps): Dashboard {
  const { configuration, parts, alarms, api } = props;
  const { stage } = configuration;
  const dashboard = new Dashboard(scope, 'operations', {
    dashboardName: `sluice-${stage}-operations`,
    defaultInterval: Duration.hours(12),
  });
  const period = Duration.minutes(5);
  const ofFunctions = (name: string, statistic: string): IMetric[] =>
    parts.functions.map(({ name: label, part }) => part.metric(name, { statistic, period, label }));
  dashboard.addWidgets(
    new TextWidget({
      width: WIDE,
      height: 2,
      markdown: `# Operations (${stage})\n\nEach alarm has a section of its name in docs/operations.md.`,
    }),
  );
  for (let first = 0; first < alarms.length; first += ALARMS_PER_WIDGET) {
    const shown = alarms.slice(first, first + ALARMS_PER_WIDGET);
    dashboard.addWidgets(
      new AlarmStatusWidget({ title: 'Alarms', width: WIDE, height: 8, alarms: shown }),
    );
  }
  dashboard.addWidgets(
    new GraphWidget({ title: 'Errors', width: HALF, left: ofFunctions('Errors', 'Sum') }),
    new GraphWidget({ title: 'Throttles', width: HALF, left: ofFunctions('Throttles', 'Sum') }),
  );
  dashboard.addWidgets(
    new GraphWidget({
      title: 'Duration (p99, ms)',
      width: HALF,
      left: ofFunctions('Duration', 'p99'),
    }),
    new GraphWidget({
      title: 'What could not be delivered',
      width: HALF,
      left: parts.queues.map(({ name, part }) =>
        part.metric('ApproximateNumberOfMessagesVisible', {
          statistic: 'Maximum',
          period,
          label: name,
        }),
      ),
    }),
  );
  dashboard.addWidgets(
    new GraphWidget({
      title: 'How old what the streams deliver is (ms)',
      width: HALF,
      left: ofFunctions('IteratorAge', 'Maximum'),
    }),
    new GraphWidget({
      title: 'API: requests, 4xx, 5xx',
      width: HALF,
      left: [
        api.metricCount({ period }),
        api.metricClientError({ period }),
        api.metricServerError({ period }),
      ],
      right: [api.metricLatency({ statistic: 'p99', period })],
    }),
  );
  return dashboard;
}

function labelled(metric: Metric, label: string): Metric {
  return metric.with({ label });
}

/** A metric of one function and all tenants. */
function written(stage: string, service: string, metricName: string, label: string): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { stage, service },
    statistic: 'Sum',
    period: Duration.hours(1),
    label,
  });
}
