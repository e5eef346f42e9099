import { readFileSync } from 'node:fs';
import path from 'node:path';
import type {
  FunctionModel,
  LocalModel,
  StreamDeliveryModel,
  TableModel,
} from '../../../local/assembly/model.ts';
import { EventBuses } from '../../../local/events/event-buses.ts';
import { Objects } from '../../../local/s3/objects.ts';

const BUNDLE = path.join(import.meta.dirname, 'fixtures/bundle');

/** A function of the fixture bundle: its export of that name. */
export function sampleFunction(
  exported: string,
  changes: Partial<FunctionModel> = {},
): FunctionModel {
  const name = changes.name ?? `sample-${exported}`;
  return {
    name,
    arn: `arn:aws:lambda:local:000000000000:function:${name}`,
    logicalId: exported,
    assetFolder: BUNDLE,
    handler: `index.${exported}`,
    environment: {},
    timeoutMs: 5_000,
    memoryMb: 128,
    reservedConcurrency: null,
    asyncInvocation: { maximumRetryAttempts: 0, maximumEventAgeMs: 60_000, onFailure: null },
    ...changes,
  };
}

export function sampleTable(name = 'things'): TableModel {
  return {
    name,
    keySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    attributes: [{ AttributeName: 'pk', AttributeType: 'S' }],
    globalIndexes: [],
    streamViewType: 'NEW_AND_OLD_IMAGES',
    timeToLiveAttribute: null,
  };
}

export function sampleDelivery(changes: Partial<StreamDeliveryModel> = {}): StreamDeliveryModel {
  return {
    id: 'delivery',
    functionName: 'sample-record',
    tableName: 'things',
    batchSize: 10,
    patterns: [],
    maximumRetryAttempts: 0,
    maximumRecordAgeMs: null,
    bisectOnError: false,
    reportsItemFailures: false,
    onFailure: null,
    ...changes,
  };
}

export const SAMPLE_QUEUE = {
  name: 'dead-letters',
  arn: 'arn:aws:sqs:local:000000000000:dead-letters',
} as const;

/** For tests that are about something else. */
export const NO_EVENTS = new EventBuses({
  buses: [],
  rules: [],
  functions: { find: () => undefined },
  asyncInvocations: { accept: () => false },
});

/** No buckets at all. */
export const NO_BUCKETS = { buckets: [], objects: new Objects(null) };

export function sampleModel(changes: Partial<LocalModel>): LocalModel {
  return {
    functions: [],
    tables: [],
    deliveries: [],
    schedules: [],
    eventBuses: [],
    eventRules: [],
    apis: [],
    secrets: [],
    queues: [SAMPLE_QUEUE],
    buckets: [],
    userPools: [],
    account: {
      topics: [],
      trails: [],
      backupPlans: [],
      tablePolicies: new Map(),
      signInPages: [],
    },
    nothingNeeded: [],
    notServed: [],
    ...changes,
  };
}

export interface RecordedInvocation {
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly event: unknown;
}

/** What the fixture's `record` wrote down, one entry an invocation. */
export function recorded(file: string): readonly RecordedInvocation[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
