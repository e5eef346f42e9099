import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StreamDeliveryModel } from '../../../local/assembly/model.ts';
import type { Engine } from '../../../local/engine/engine.ts';
import { compilePattern } from '../../../local/streams/filter-pattern.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { closeRuntime, type OpenedRuntime, openRuntime, startEngine } from './local-engine.ts';
import {
  recorded,
  SAMPLE_QUEUE,
  sampleDelivery,
  sampleFunction,
  sampleModel,
  sampleTable,
} from './sample-models.ts';

const SETTLE_MS = 15_000;

const temporary = temporaryFolder();
let engine: Engine;
let opened: OpenedRuntime;
let tableName: string;
let file: string;

beforeAll(async () => {
  engine = await startEngine(null);
});
afterAll(async () => {
  await engine.stop();
});
beforeEach(() => {
  tableName = `things-${randomUUID()}`;
  file = path.join(temporary, `${tableName}.jsonl`);
});
afterEach(async () => {
  await closeRuntime(opened);
});

interface Setting {
  readonly delivery?: Partial<StreamDeliveryModel>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly streams?: string;
}

async function open(
  { delivery = {}, environment = {}, streams }: Setting = {},
  reading: Engine = engine,
): Promise<void> {
  opened = await openRuntime(reading, {
    data: { streams: streams ?? null, queues: null, objects: null, analytics: null },
    model: sampleModel({
      functions: [sampleFunction('record', { environment: { RECORD_FILE: file, ...environment } })],
      tables: [sampleTable(tableName)],
      deliveries: [sampleDelivery({ tableName, onFailure: SAMPLE_QUEUE.arn, ...delivery })],
    }),
  });
}

async function put(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const item = {
      pk: { S: key },
      kind: { S: key.slice(0, 1) },
      bytes: { B: new Uint8Array([1]) },
    };
    await opened.runtime.dynamo.send(new PutItemCommand({ TableName: tableName, Item: item }));
  }
}

async function settle(): Promise<void> {
  await opened.runtime.settle(SETTLE_MS);
}

describe('the delivery of a stream', () => {
  it.each([
    ['the wire', () => ({ ...engine, call: null })],
    ['the engine itself', () => engine],
  ])('passes over what was written before, as %s has it', async (_, reading) => {
    await open({}, reading());
    // More than nine: places in the order of their text would be others.
    await put(...Array.from({ length: 12 }, (_, index) => `a${index}`));
    await opened.runtime.passOver();
    await put('b1');
    opened.runtime.start();
    await settle();
    expect(recorded(file).map(({ keys }) => keys)).toEqual([['b1']]);
  });

  it('hands records on in order, in batches, as Lambda shapes them', async () => {
    await open({ delivery: { batchSize: 2 } });
    await put('a1', 'a2', 'a3');
    opened.runtime.start();
    await settle();
    expect(recorded(file).map(({ keys }) => keys)).toEqual([['a1', 'a2'], ['a3']]);
    expect(recorded(file)[0]?.event).toMatchObject({
      Records: [
        {
          eventName: 'INSERT',
          eventSource: 'aws:dynamodb',
          eventSourceARN: expect.stringContaining(tableName),
          dynamodb: {
            ApproximateCreationDateTime: expect.any(Number),
            Keys: { pk: { S: 'a1' } },
            NewImage: { pk: { S: 'a1' }, bytes: { B: 'AQ==' } },
            SequenceNumber: expect.any(String),
            StreamViewType: 'NEW_AND_OLD_IMAGES',
          },
        },
        {},
      ],
    });
  });

  it('goes on with what is written later', async () => {
    await open();
    opened.runtime.start();
    await put('a1');
    await settle();
    await put('a2');
    await settle();
    expect(recorded(file).flatMap(({ keys }) => keys)).toEqual(['a1', 'a2']);
  });

  it('leaves out what no filter lets through', async () => {
    const pattern = { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['b'] } } } };
    await open({ delivery: { patterns: [compilePattern(JSON.stringify(pattern))] } });
    await put('a1', 'b1', 'a2', 'b2', 'b1');
    opened.runtime.start();
    await settle();
    expect(recorded(file).flatMap(({ keys }) => keys)).toEqual(['b1', 'b2']);
  });

  it('goes on after a restart where it was, and delivers again what was not taken', async () => {
    const streams = path.join(temporary, `streams-${tableName}`);
    const delivery = { batchSize: 1, maximumRetryAttempts: -1 };
    await open({ streams, delivery });
    await put('a1');
    opened.runtime.start();
    await settle();
    writeFileSync(`${file}.fail`, '');
    await put('a2');
    await expect.poll(() => recorded(file).length).toBeGreaterThan(1);
    await closeRuntime(opened);
    rmSync(`${file}.fail`);

    await open({ streams, delivery });
    opened.runtime.start();
    await put('a3');
    await settle();
    const keys = recorded(file).flatMap((each) => each.keys);
    expect(keys.filter((key) => key === 'a1')).toHaveLength(1);
    expect(keys.filter((key) => key === 'a2').length).toBeGreaterThan(1);
    expect(keys.at(-1)).toBe('a3');
  });

  it('tries again as often as the template says, then keeps a note in the queue and goes on', async () => {
    await open({
      delivery: { batchSize: 1, maximumRetryAttempts: 1 },
      environment: { FAILING_KEY: 'a2' },
    });
    await put('a1', 'a2', 'a3');
    opened.runtime.start();
    await settle();
    expect(recorded(file).flatMap(({ keys }) => keys)).toEqual(['a1', 'a2', 'a2', 'a3']);
    expect(opened.told.deadLetter).toMatchObject([
      {
        queue: SAMPLE_QUEUE.name,
        body: {
          requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
          DDBStreamBatchInfo: { batchSize: 1, shardId: expect.any(String) },
        },
      },
    ]);
  });

  it('with no retries delivers once and never again', async () => {
    await open({ delivery: { maximumRetryAttempts: 0 }, environment: { FAILING_KEY: 'a1' } });
    await put('a1');
    opened.runtime.start();
    await settle();
    await settle();
    expect(recorded(file)).toHaveLength(1);
    expect(opened.told.deadLetter).toHaveLength(1);
  });

  it('halves a batch that fails until the record that fails stands alone', async () => {
    await open({
      delivery: { bisectOnError: true, maximumRetryAttempts: 0 },
      environment: { FAILING_KEY: 'a3' },
    });
    await put('a1', 'a2', 'a3', 'a4');
    opened.runtime.start();
    await settle();
    expect(recorded(file).map(({ keys }) => keys.join())).toEqual([
      'a1,a2,a3,a4',
      'a1,a2',
      'a3,a4',
      'a3',
      'a4',
    ]);
    expect(opened.told.deadLetter).toHaveLength(1);
  });

  it('delivers again from the first item that the function reports as failed', async () => {
    await open({
      delivery: { reportsItemFailures: true, maximumRetryAttempts: 1 },
      environment: { FAILING_KEY: 'a2', REPORTS_ITEMS: 'true' },
    });
    await put('a1', 'a2', 'a3');
    opened.runtime.start();
    await settle();
    expect(recorded(file).map(({ keys }) => keys.join())).toEqual(['a1,a2,a3', 'a2,a3']);
  });

  it('gives up what has become too old, without a word to the function', async () => {
    await open({ delivery: { maximumRecordAgeMs: 0 } });
    await put('a1');
    // The engine keeps whole seconds of when a record came to be.
    await expect.poll(() => new Date().getMilliseconds() > 5).toBe(true);
    opened.runtime.start();
    await settle();
    expect(recorded(file)).toEqual([]);
    expect(opened.told.deadLetter).toMatchObject([
      { body: { requestContext: { condition: 'RecordAgeExceeded' } } },
    ]);
  });
});
