import * as z from 'zod';
import { type Check, notApplicable, type Part } from './check.ts';
import type { Caller } from './signed-call.ts';

/** Seconds for reading the trails of a region: there are five at most. */
const LIMIT_SECONDS = 60;

const OK = 200;
const API = 'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101';

export interface TrailOptions {
  /** ARNs of the tables of which every write is recorded, by the names that people know them by. */
  readonly tables: Readonly<Record<string, string>>;
  /** Whether the stage keeps its data: only then it has a trail, and notices that need one. */
  readonly retained: boolean;
  readonly call: Caller;
}

const fieldSelector = z.object({
  Field: z.string(),
  Equals: z.array(z.string()).default([]),
  StartsWith: z.array(z.string()).default([]),
});
const selectorsSchema = z.object({
  EventSelectors: z
    .array(
      z.object({
        ReadWriteType: z.string().default('All'),
        IncludeManagementEvents: z.boolean().default(true),
        DataResources: z
          .array(z.object({ Type: z.string(), Values: z.array(z.string()).default([]) }))
          .default([]),
      }),
    )
    .default([]),
  AdvancedEventSelectors: z.array(z.object({ FieldSelectors: z.array(fieldSelector) })).default([]),
});

/** What a trail records, as CloudTrail gives it back. */
export type EventSelectors = z.output<typeof selectorsSchema>;

const trailsSchema = z.object({ trailList: z.array(z.object({ TrailARN: z.string() })) });
const statusSchema = z.object({ IsLogging: z.boolean() });

/** CloudTrail records who wrote an item only for a trail that asks for it, and tells EventBridge of calls only for one that logs. */
export function trailCheck(options: TrailOptions): Check {
  return {
    name: 'trail-records',
    proves: 'CloudTrail records who writes to the tables, and changes of tables and keys',
    limitSeconds: LIMIT_SECONDS,
    run: async () => {
      if (!options.retained)
        return [notApplicable('trails', 'the stage is made to be thrown away')];
      return judgedTrails(options.tables, await loggingTrails(options.call));
    },
  };
}

export function judgedTrails(
  tables: Readonly<Record<string, string>>,
  trails: readonly EventSelectors[],
): readonly Part[] {
  const writes = Object.entries(tables).map(([name, arn]): Part => {
    const isRecorded = trails.some((trail) => recordsWritesOf(trail, arn));
    return isRecorded
      ? { of: name, state: 'ok', detail: 'writes of items are recorded' }
      : { of: name, state: 'failed', detail: 'no trail that logs records who writes an item' };
  });
  const isTold = trails.some(recordsManagement);
  const management: Part = isTold
    ? { of: 'management events', state: 'ok', detail: 'recorded by a trail' }
    : {
        of: 'management events',
        state: 'failed',
        detail:
          'no trail that logs records them: no notice comes of a change of a table, a key or a trail (docs/deploying.md, prerequisites)',
      };
  return [...writes, management];
}

function recordsManagement({ EventSelectors, AdvancedEventSelectors }: EventSelectors): boolean {
  const isBasic = EventSelectors.some(
    (each) => each.IncludeManagementEvents && each.ReadWriteType !== 'ReadOnly',
  );
  return (
    isBasic ||
    AdvancedEventSelectors.some(
      ({ FieldSelectors }) =>
        takes(FieldSelectors, 'eventCategory', 'Management') &&
        takes(FieldSelectors, 'readOnly', 'false'),
    )
  );
}

function recordsWritesOf(
  { EventSelectors, AdvancedEventSelectors }: EventSelectors,
  arn: string,
): boolean {
  const isBasic = EventSelectors.some(
    ({ ReadWriteType, DataResources }) =>
      ReadWriteType !== 'ReadOnly' &&
      DataResources.some(
        ({ Type, Values }) =>
          Type === 'AWS::DynamoDB::Table' &&
          // A partition's prefix stands for all tables.
          Values.some((value) => value === arn || /^arn:[\w-]+:dynamodb$/.test(value)),
      ),
  );
  return (
    isBasic ||
    AdvancedEventSelectors.some(
      ({ FieldSelectors }) =>
        takes(FieldSelectors, 'eventCategory', 'Data') &&
        takes(FieldSelectors, 'resources.type', 'AWS::DynamoDB::Table') &&
        takes(FieldSelectors, 'readOnly', 'false') &&
        takes(FieldSelectors, 'resources.ARN', arn),
    )
  );
}

/** Whether a selector lets a value of a field through; a field that it does not name is let through. */
function takes(
  selectors: readonly z.output<typeof fieldSelector>[],
  field: string,
  value: string,
): boolean {
  return selectors
    .filter(({ Field }) => Field === field)
    .every(
      ({ Equals, StartsWith }) =>
        Equals.includes(value) || StartsWith.some((prefix) => value.startsWith(prefix)),
    );
}

/** What those trails record that log at the moment. */
async function loggingTrails(call: Caller): Promise<readonly EventSelectors[]> {
  const { trailList } = await asked(call, 'DescribeTrails', {}, trailsSchema);
  const read = trailList.map(async ({ TrailARN: name }) => {
    const { IsLogging } = await asked(call, 'GetTrailStatus', { Name: name }, statusSchema);
    return IsLogging
      ? [await asked(call, 'GetEventSelectors', { TrailName: name }, selectorsSchema)]
      : [];
  });
  return (await Promise.all(read)).flat();
}

async function asked<T>(
  call: Caller,
  operation: string,
  input: object,
  schema: z.ZodType<T>,
): Promise<T> {
  const { status, text } = await call({
    ...{ service: 'cloudtrail', method: 'POST', path: '/' },
    contentType: 'application/x-amz-json-1.1',
    target: `${API}.${operation}`,
    body: JSON.stringify(input),
  });
  if (status !== OK) throw new Error(`CloudTrail answered with ${status}: ${text.slice(0, 500)}`);
  return schema.parse(JSON.parse(text));
}
