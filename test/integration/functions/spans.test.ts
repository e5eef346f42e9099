import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromItem, type Item } from '../../../adapters/store/item.ts';
import { MONTH_SPANS, OPEN_SPANS } from '../../../adapters/store/span-items.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';

const { deployed, output } = deployedForEachTest();

/** Long after the policy of the deployment; in the middle of an hour. */
const START = Date.parse('2040-03-10T09:30:00.000Z');
const at = (minutes: number) => instantOf(START + minutes * 60_000);

/** A snapshot of a minute, as the stream delivers it. */
async function snapshotAt(minutes: number) {
  vi.setSystemTime(START + minutes * 60_000);
  const scheduledFor = at(minutes);
  await deployed().invoke('take-snapshot', {
    tenant: TENANT,
    scheduledFor: scheduledFor.replace('.000', ''),
  });
  const item = (await deployed().snapshotItems()).find(({ sk }) => sk?.S === scheduledFor);
  if (item === undefined) throw new Error('no snapshot');
  return streamEvent(item);
}

async function runAt(minutes: number) {
  const event = await snapshotAt(minutes);
  expect(await deployed().invoke('run-sweeps', event)).toEqual({ batchItemFailures: [] });
  return event;
}

async function spans() {
  const items = await deployed().ledgerItems();
  const of = (entity: string) => items.filter((item) => item.entity?.S === entity);
  return {
    open: of('open-spans').map((item) => fromItem(OPEN_SPANS, item)),
    closed: of('month-spans').flatMap((item) => fromItem(MONTH_SPANS, item).spans),
  };
}

describe('run-sweeps', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('opens the span of each rule, and closes it when the reason changes', async () => {
    await runAt(0);
    expect(await spans()).toMatchObject({
      closed: [],
      open: [
        {
          through: at(0),
          rules: [
            {
              ruleId: RULE.id,
              lastSweepAt: at(0),
              span: { reason: 'sweep', since: at(0), count: 1 },
            },
          ],
        },
      ],
    });
    await runAt(1);
    await runAt(2);
    expect(await spans()).toMatchObject({
      closed: [{ reason: 'sweep', from: at(0), until: at(0), count: 1, most: { minimum: '2.25' } }],
      open: [
        {
          rules: [
            {
              lastSweepAt: at(0),
              span: { reason: 'in-flight', since: at(1) },
            },
          ],
        },
      ],
    });
  });

  it('leaves the spans as they are when a snapshot is delivered again', async () => {
    const first = await runAt(0);
    const second = await runAt(1);
    const before = await spans();
    for (const event of [second, first]) await deployed().invoke('run-sweeps', event);
    expect(await spans()).toEqual(before);
  });

  it('decides and records although the spans cannot be written, and makes it good within the hour', async () => {
    await runAt(0);
    const [item] = (await deployed().ledgerItems()).filter(
      ({ entity }) => entity?.S === 'open-spans',
    );
    const newer = { ...item, schemaVersion: { N: '2' } };
    await put(newer);
    await runAt(1);
    expect(await deployed().decisions()).toHaveLength(2);
    expect(output()).toContain('"SpansFailed":1');
    expect((await spans()).open).toMatchObject([{ through: at(0), schemaVersion: 2 }]);
    await put(item ?? {});
    await runAt(31);
    expect(await spans()).toMatchObject({
      closed: [{ reason: 'sweep', count: 1 }],
      open: [{ through: at(31), rules: [{ span: { since: at(1), count: 2 } }] }],
    });
  });
});

async function put(item: Item): Promise<void> {
  const { client, tableName } = deployed().ledgerTable;
  await client.send(new PutItemCommand({ TableName: tableName, Item: item }));
}
