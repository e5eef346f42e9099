import { AUDIT_EVERY_MINUTES } from '../../lib/limits.ts';
import { readStage } from '../../lib/stages/read-stage.ts';
import type { StageConfiguration } from '../../lib/stages/stage-configuration.ts';
import { withEveryoneTold } from '../../lib/stages/with-everything.ts';
import { templatesOf } from '../../lib/templates-of.ts';
import { COUNTS, type CountedValue } from '../../runtime/observability/metrics.ts';
import { ASSUMED, type Assumptions } from './assumptions.ts';

/** What stands in a stage whether it is used or not, by what it is billed for. */
export interface Inventory {
  /** Metrics that alarms compare; a query counts as the one that it would find on a bad day. */
  readonly alarms: number;
  /** Months of metrics of our own: of each the share of its hours in which CloudWatch hears it. */
  readonly metrics: number;
  /** Months of metrics of single routes, of those routes that are called in an hour. */
  readonly routeMetrics: number;
  readonly dashboards: number;
  /** Every invocation is a trace. */
  readonly isTraced: boolean;
  readonly keys: number;
  readonly secrets: number;
  /** Copies of every table that the vault holds at once, and further ones of the records alone. */
  readonly copies: number;
  readonly copiesOfRecords: number;
  readonly coldCopiesOfRecords: number;
  /** Trails that record writes to tables. */
  readonly trails: number;
  readonly logGroups: number;
  /** Firewalls in front of the API, each with one rule. */
  readonly firewalls: number;
}

type Names = Exclude<keyof Inventory, 'isTraced'>;
interface Resource {
  readonly Type: string;
  // What a resource holds is for each count to say.
  // biome-ignore lint/suspicious/noExplicitAny: a template
  readonly Properties?: any;
}

/** Metrics that API Gateway keeps of each route where it is asked to: Count, 4xx, 5xx, Latency, IntegrationLatency, DataProcessed. */
const METRICS_OF_A_ROUTE = 6;

/** The stage that is billed: it keeps its data, and every part of it but a dashboard stands there. */
function stageOf(tenants: number, everyMinutes: number) {
  const names = Array.from({ length: tenants }, (_, index) => `tenant-${1_000 + index}`);
  const [first = '', ...others] = names;
  return withEveryoneTold({
    ...readStage('staging'),
    tenants: [first, ...others],
    // The loads are those of stages: an interval that no stage may have fails to synthesise.
    snapshotEveryMinutes: everyMinutes as StageConfiguration['snapshotEveryMinutes'],
  });
}

/** The stage's templates, counted. More than three tenants add what the third one does. */
export function inventoryOf(
  tenants: number,
  everyMinutes: number,
  assumed: Assumptions = ASSUMED,
): Inventory {
  if (tenants <= 3) return countedIn(stageOf(tenants, everyMinutes), assumed);
  const two = inventoryOf(2, everyMinutes, assumed);
  const three = inventoryOf(3, everyMinutes, assumed);
  const at = (name: Names) => three[name] + (tenants - 3) * (three[name] - two[name]);
  const { isTraced, ...counts } = two;
  const names = Object.keys(counts) as Names[];
  const counted = Object.fromEntries(names.map((name) => [name, at(name)]));
  return { ...counted, isTraced } as Inventory;
}

function countedIn(stage: Parameters<typeof templatesOf>[0], assumed: Assumptions): Inventory {
  const templates = [...templatesOf(stage).values()] as readonly {
    readonly Resources: Readonly<Record<string, Resource>>;
  }[];
  const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  const plans = of('AWS::Backup::BackupPlan');
  // lib/constructs/table-backups.ts: every table at night, the records by the month.
  const isOfEveryTable = ({ Properties: { BackupPlan } }: Resource) =>
    JSON.stringify(BackupPlan).includes('"nightly"');
  const ofRecords = plans.filter((plan) => !isOfEveryTable(plan)).map(copiesOfPlan);
  return {
    alarms: sum(of('AWS::CloudWatch::Alarm').map(metricsOfAlarm)),
    metrics:
      sum(Object.values<CountedValue>(COUNTS).map((each) => hoursHeard(each, assumed))) +
      filteredMetrics(of('AWS::Logs::MetricFilter')) * assumed.rareMetricHours,
    routeMetrics:
      METRICS_OF_A_ROUTE * Math.min(detailedRoutes(resources), assumed.routesCalledInAnHour),
    dashboards: of('AWS::CloudWatch::Dashboard').length,
    isTraced: of('AWS::Lambda::Function').some(
      ({ Properties }) => Properties.TracingConfig?.Mode === 'Active',
    ),
    keys: of('AWS::KMS::Key').length,
    secrets: of('AWS::SecretsManager::Secret').length,
    copies: sum(plans.filter(isOfEveryTable).map((plan) => copiesOfPlan(plan).warm)),
    copiesOfRecords: sum(ofRecords.map(({ warm }) => warm)),
    coldCopiesOfRecords: sum(ofRecords.map(({ cold }) => cold)),
    trails: of('AWS::CloudTrail::Trail').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('AWS::DynamoDB::Table'),
    ).length,
    logGroups: of('AWS::Logs::LogGroup').length,
    firewalls: of('AWS::WAFv2::WebACL').length,
  };
}

/** Of each of its expressions that names no other one: a metric, or a query. */
function metricsOfAlarm({ Properties: { Metrics } }: Resource): number {
  if (Metrics === undefined) return 1;
  const entries = Metrics as readonly {
    readonly MetricStat?: object;
    readonly Expression?: string;
  }[];
  return entries.filter(
    ({ MetricStat, Expression = '' }) => MetricStat !== undefined || /^SELECT /.test(Expression),
  ).length;
}

/** The share of a month's hours in which CloudWatch hears a count. */
function hoursHeard({ heard, service }: CountedValue, { rareMetricHours }: Assumptions): number {
  if (heard === 'never') return 0;
  if (heard !== 'always') return rareMetricHours;
  return service === 'verify-audit' ? 60 / AUDIT_EVERY_MINUTES : 1;
}

function filteredMetrics(filters: readonly Resource[]): number {
  const names = filters.flatMap(({ Properties }) =>
    (Properties.MetricTransformations as readonly { readonly MetricName: string }[]).map(
      ({ MetricName }) => MetricName,
    ),
  );
  return new Set(names).size;
}

function detailedRoutes(resources: readonly Resource[]): number {
  const routes = resources.filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route').length;
  const stages = resources.filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage');
  const isDetailed = stages.some(
    ({ Properties }) => Properties.DefaultRouteSettings?.DetailedMetricsEnabled === true,
  );
  if (isDetailed) return routes;
  const own = stages.flatMap(({ Properties }) => Object.values(Properties.RouteSettings ?? {}));
  return own.filter((each) => (each as Resource['Properties']).DetailedMetricsEnabled === true)
    .length;
}

const DAYS_OF_A_YEAR = 365;
const MONTHS = 12;

/**
 * A nightly copy that is kept for five days stands there five times; one of eight months of a year that goes to cold storage after
 * a week stands there warm for a seventh of the time.
 */
function copiesOfPlan({ Properties }: Resource): { readonly warm: number; readonly cold: number } {
  const rules = Properties.BackupPlan.BackupPlanRule as readonly {
    readonly ScheduleExpression: string;
    readonly Lifecycle: {
      readonly DeleteAfterDays: number;
      readonly MoveToColdStorageAfterDays?: number;
    };
  }[];
  const counted = rules.map(({ ScheduleExpression, Lifecycle }) => {
    const fields = ScheduleExpression.replace(/^cron\(|\)$/g, '').split(' ');
    const [, , dayOfMonth = '', month = '', dayOfWeek = ''] = fields;
    const months = month === '*' ? MONTHS : month.split(',').length;
    const everyDays =
      dayOfMonth === '1' ? DAYS_OF_A_YEAR / months : /^[*?]$/.test(dayOfWeek) ? 1 : 7;
    const all = Lifecycle.DeleteAfterDays / everyDays;
    const { MoveToColdStorageAfterDays: warmDays } = Lifecycle;
    const warm = warmDays === undefined ? all : warmDays / everyDays;
    return { warm, cold: all - warm };
  });
  return { warm: sum(counted.map(({ warm }) => warm)), cold: sum(counted.map(({ cold }) => cold)) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
