import { QUOTAS } from '../../lib/quotas/quotas.ts';
import { readStage } from '../../lib/stages/read-stage.ts';
import type { StageConfiguration } from '../../lib/stages/stage-configuration.ts';
import { templatesOf } from '../../lib/templates-of.ts';
import { largestAt, type QuotaUse } from './first-limit.ts';
import { type FunctionName, inAll, type TickUnits } from './measure-tick.ts';
import { durationOf, SERVICE_CALLS } from './month.ts';

/** Shards of a new on-demand table's stream; it splits as the table grows. */
const STREAM_SHARDS = 4;
const CHARACTERS_OF_A_ROLE = QUOTAS["characters of a role's policies"].limit;

/** What so many tenants take of each limit, in one deployment, all of them at the same tick of each minute. */
export function quotasAt(tenants: number, tick: TickUnits): readonly QuotaUse[] {
  const { resources, templateBytes, policyCharacters, environmentBytes } = templatesAt(tenants);
  const secondsOf = (name: FunctionName) =>
    durationOf(tick.quiet[name], SERVICE_CALLS[name]) / 1_000;
  const snapshotSeconds = secondsOf('take-snapshot');
  const watchSeconds = secondsOf('watchdog');
  const sweepSeconds = secondsOf('run-sweeps');
  const booksSeconds = secondsOf('update-books');
  const { writes } = inAll(tick.quiet);
  return [
    use(
      'resources of a stack',
      QUOTAS['resources of a stack'].limit,
      resources,
      'a deployment for each group of tenants, or schedules that fan out over tenants',
    ),
    use(
      'bytes of a template',
      QUOTAS['bytes of a template'].limit,
      templateBytes,
      'a deployment for each group of tenants',
    ),
    use(
      "characters of a role's policy",
      CHARACTERS_OF_A_ROLE,
      policyCharacters,
      'leading keys by a pattern, or a deployment for each group of tenants',
    ),
    use(
      "bytes of a function's environment",
      QUOTAS["bytes of a function's environment"].limit,
      environmentBytes,
      'shorter names of tenants, or a parameter that the functions read',
    ),
    use(
      'schedules that fall at once, a second',
      500,
      tenants * 2,
      'spread the ticks: a flexible time window, or ask for more',
    ),
    use(
      'functions that run at once',
      1_000,
      Math.min(tenants, tenants * snapshotSeconds) + tenants * watchSeconds,
      'ask for more; spread the ticks',
    ),
    use(
      'seconds of sweeping in a minute of a shard',
      60,
      (tenants * sweepSeconds) / STREAM_SHARDS,
      'ParallelizationFactor of the stream, up to 10: order is kept for each tenant',
    ),
    use(
      'seconds of book-keeping in a minute of a shard',
      60,
      (tenants * booksSeconds) / STREAM_SHARDS,
      'ParallelizationFactor of the stream, up to 10',
    ),
    use(
      'write units of a new table, a second',
      4_000,
      (tenants * writes) / 60,
      'warm throughput set on the table; it grows by itself to twice its last peak',
    ),
  ];
}

function use(quota: string, limit: number, used: number, remedy: string): QuotaUse {
  return { quota, limit, used, remedy };
}

interface Properties {
  readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
  readonly PolicyDocument?: unknown;
}
interface Template {
  readonly Resources?: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Properties }>
  >;
}

/** Tenants that the stage is synthesised with; what a template takes grows by the same for each. */
const FEW = 5;
const SOME = 10;
const templates = new Map<number, ReturnType<typeof readTemplates>>();

function templatesAt(tenants: number): Record<keyof ReturnType<typeof readTemplates>, number> {
  const [few, some] = [FEW, SOME].map((count) => {
    const known = templates.get(count) ?? readTemplates(count);
    templates.set(count, known);
    return known;
  });
  if (few === undefined || some === undefined) throw new Error('nothing was synthesised');
  const at = (name: keyof typeof few) =>
    largestAt(tenants, { tenants: FEW, sizes: few[name] }, { tenants: SOME, sizes: some[name] });
  return {
    resources: at('resources'),
    templateBytes: at('templateBytes'),
    policyCharacters: at('policyCharacters'),
    environmentBytes: at('environmentBytes'),
  };
}

/** Synthesises the stage with so many tenants: the templates say what they would take. */
function readTemplates(tenants: number) {
  const names = Array.from({ length: tenants }, (_, index) => `tenant-${1_000 + index}`);
  const [first = '', ...others] = names;
  const overrides: Partial<StageConfiguration> = { tenants: [first, ...others] };
  const configuration = { ...readStage('dev'), ...overrides };
  const stacks = [...templatesOf(configuration).values()] as readonly Template[];
  const resourcesOf = ({ Resources = {} }: Template) => Object.values(Resources);
  const lengthOf = (value: unknown) => JSON.stringify(value ?? '').length;
  const largest = (values: readonly number[]) => Math.max(0, ...values);
  return {
    resources: stacks.map((stack) => resourcesOf(stack).length),
    templateBytes: stacks.map(lengthOf),
    policyCharacters: stacks.map((stack) =>
      largest(
        resourcesOf(stack)
          .filter(({ Type }) => Type === 'AWS::IAM::Policy')
          .map(({ Properties }) => lengthOf(Properties?.PolicyDocument)),
      ),
    ),
    environmentBytes: stacks.map((stack) =>
      largest(
        resourcesOf(stack).map(({ Properties }) => lengthOf(Properties?.Environment?.Variables)),
      ),
    ),
  };
}
