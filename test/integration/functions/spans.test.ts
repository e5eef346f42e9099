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
    await put({ ...item, version: { S: 'none' } });
    await runAt(1);
    expect(await deployed().decisions()).toHaveLength(2);
    expect(output()).toContain('"SpansFailed":1');
    await put(item ?? {});
    await runAt(31);
    expect(await spans()).toMatchObject({
      closed: [{ reason: 'sweep', count: 1 }],
      open: [{ through: at(31), rules: [{ span: { since: at(1), count: 2 } }] }],
    });
  });
});

describe('GET /v1/decisions/spans', () => {
  const get = async (query: Readonly<Record<string, string>>, path = '/v1/decisions/spans') => {
    const { status, body } = await deployed().call('query-ledger', {
      routeKey: `GET ${path}`,
      query,
    });
    return { status, body };
  };

  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lists the spans of a rule, the open one first, page by page', async () => {
    for (const minutes of [0, 1, 2]) await runAt(minutes);
    const open = { ruleId: RULE.id, open: true, lastSweepAt: at(0), reason: 'in-flight' };
    const closed = { ruleId: RULE.id, open: false, reason: 'sweep', since: at(0), until: at(0) };
    const whole = await get({ rule: RULE.id });
    expect(whole).toMatchObject({ status: 200, body: { items: [open, closed] } });
    expect(whole.body).toMatchObject({ next: null, previous: null });
    const first = await get({ rule: RULE.id, limit: '1' });
    expect(first.body.items).toMatchObject([open]);
    const second = await get({ rule: RULE.id, limit: '1', cursor: String(first.body.next) });
    expect(second.body).toMatchObject({ items: [closed] });
    const third = await get({ rule: RULE.id, limit: '1', cursor: String(second.body.next) });
    expect(third.body).toEqual({ items: [], next: null, previous: expect.any(String) });
    const before = await get({ rule: RULE.id, to: at(1) });
    expect(before.body.items).toMatchObject([closed]);
    // A rule that never was has no empty list.
    expect((await get({ rule: 'another' })).status).toBe(404);
  });

  it('names the rules that have not swept since a moment, and why', async () => {
    expect((await get({})).body).toEqual({ items: [], next: null, previous: null });
    for (const minutes of [0, 1]) await runAt(minutes);
    const open = { ruleId: RULE.id, open: true, lastSweepAt: at(0), reason: 'in-flight' };
    expect((await get({})).body).toMatchObject({ items: [open] });
    expect((await get({ withoutSweepSince: at(1) })).body).toMatchObject({ items: [open] });
    expect((await get({ withoutSweepSince: at(0) })).body).toEqual({
      items: [],
      next: null,
      previous: null,
    });
  });

  it('names a rule that has never swept, with the reason and its numbers', async () => {
    const rule = { ...RULE, id: 'btc-vault', label: 'Vault', threshold: '1000', version: 1 };
    await deployed().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
    for (const minutes of [0, 1]) await runAt(minutes);
    const { items } = (await get({ withoutSweepSince: at(0) })).body;
    expect(items).toMatchObject([
      { ruleId: rule.id, reason: 'below-threshold', count: 2, most: { threshold: '1' } },
    ]);
    expect((items as readonly object[])[0]).not.toHaveProperty('lastSweepAt');
  });

  it('refuses filters that do not go together', async () => {
    const refused = { status: 400 };
    expect(await get({ rule: RULE.id, withoutSweepSince: at(0) })).toMatchObject(refused);
    expect(await get({ from: at(0) })).toMatchObject(refused);
    expect(await get({ at: at(0) }, '/v1/decisions')).toMatchObject(refused);
    const both = { rule: RULE.id, at: at(0), from: at(0) };
    expect(await get(both, '/v1/decisions')).toMatchObject(refused);
  });

  it('has the decision of a moment beside it: the last one by then', async () => {
    for (const minutes of [0, 1, 2]) await runAt(minutes);
    const why = async (moment: string) =>
      (await get({ rule: RULE.id, at: moment }, '/v1/decisions')).body;
    expect(await why(at(1))).toMatchObject({ items: [{ snapshot: at(1) }] });
    expect(await why(at(1.5))).toMatchObject({ items: [{ snapshot: at(1) }] });
    expect(await why(at(9))).toMatchObject({ items: [{ snapshot: at(2) }] });
    expect(await why(at(-1))).toEqual({ items: [], next: null, previous: null });
  });
});

async function put(item: Item): Promise<void> {
  const { client, tableName } = deployed().ledgerTable;
  await client.send(new PutItemCommand({ TableName: tableName, Item: item }));
}
