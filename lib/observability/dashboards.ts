import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { StageParts } from './stage-parts.ts';

/** Columns of a dashboard. */
const WIDE = 24;
const HALF = 12;

/** CloudWatch's own limit. */
const ALARMS_PER_WIDGET = 100;

export interface DashboardsProps {
  readonly configuration: StageConfiguration;
  readonly parts: StageParts;
  readonly alarms: readonly Alarm[];
  readonly api: HttpApi;
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
