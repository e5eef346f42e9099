import { describe, expect, it } from 'vitest';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { instantOf, plusMonths, plusSeconds } from '../../../treasury/time/instant.ts';
import { MISSING } from '../../samples/not-read.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, streamEvent, TENANT } from './deployed-functions.ts';

const { deployed } = deployedForEachTest();

const FROM = '2026-03-28T22:30:00.000Z';

const get = (path: string, query: ApiCall['query'] = {}) =>
  deployed().call('query-reports', { routeKey: `GET ${path}`, query, groups: '[viewer]' });

/** BTC grows by one at each half hour from 1 on, at 100 USD. */
function halfHour(index: number, change: Partial<SnapshotTaken> = {}): SnapshotTaken {
  const balances = { BTC: { total: `${index + 1}` } };
  const prices = { 'BTC/USD': { bid: '99', ask: '101' } };
  return snapshotAt(plusSeconds(FROM, index * 1_800), balances, prices, change);
}

/** Records of the stream of stored snapshots, in the events' own form. */
async function delivered(...snapshots: readonly SnapshotTaken[]) {
  const items = await deployed().snapshotItems();
  const images = snapshots.map(({ scheduledFor }) => {
    const item = items.find(({ sk }) => sk?.S === scheduledFor) ?? {};
    const packed = { B: Buffer.from(item.packed?.B ?? []).toString('base64') };
    return { ...item, packed: packed as never };
  });
  return streamEvent(...images);
}

/** Each snapshot is stored and its record of the stream delivered. */
async function history(...snapshots: readonly SnapshotTaken[]) {
  for (const snapshot of snapshots) {
    await deployed().snapshots.put(snapshot);
    const event = await delivered(snapshot);
    expect(await deployed().invoke('update-books', event)).toEqual({ batchItemFailures: [] });
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => halfHour(index));

describe('the reports', () => {
  it('give a currency raw, by hour, by day and by month of a time zone, valued', async () => {
    await history(...upTo(60));
    const query = { currency: 'BTC', from: '2026-03-01T00:00:00Z' };
    const raw = (await get('/v1/reports/balances', { ...query, interval: 'raw' })).body;
    expect(raw).toMatchObject({ currency: 'BTC', interval: 'raw', timeZone: 'UTC' });
    expect(raw.items).toHaveLength(60);
    expect(raw.items).toMatchObject([
      { at: FROM, balance: '1', price: '100', value: '100', reportingCurrency: 'USD' },
      { balance: '2', value: '200' },
      ...Array.from({ length: 58 }, () => ({})),
    ]);
    // The night in which the clocks go forward: 23 hours of half hours, from 23:00 UTC on.
    const zurich = { ...query, timeZone: 'Europe/Zurich' };
    const days = (await get('/v1/reports/balances', zurich)).body.items;
    expect(days).toMatchObject([
      { period: '2026-03-28', open: '1', close: '1', snapshots: 1 },
      { period: '2026-03-29', from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' },
      { period: '2026-03-30', open: '48', low: '48', high: '60', value: '6000' },
    ]);
    expect(days).toMatchObject([{}, { open: '2', close: '47', snapshots: 46 }, {}]);
    const months = (await get('/v1/reports/balances', { ...zurich, interval: 'month' })).body.items;
    expect(months).toMatchObject([{ period: '2026-03', open: '1', close: '60', snapshots: 60 }]);
  });

  it('give the total, page by page, with a cursor that is good for this list only', async () => {
    await history(...upTo(10));
    const query = { from: FROM, interval: 'hour', limit: '2' };
    const first = await get('/v1/reports/totals', query);
    expect(first.body.items).toMatchObject([
      { period: '2026-03-28T22:00+00:00', open: '100', close: '100', unvalued: [] },
      { period: '2026-03-28T23:00+00:00', open: '200', close: '300', snapshots: 2 },
    ]);
    const cursor = String(first.body.next);
    const second = await get('/v1/reports/totals', { ...query, cursor });
    expect(second.body.items).toMatchObject([{ open: '400' }, { open: '600' }]);
    const other = await get('/v1/reports/totals', { ...query, interval: 'day', cursor });
    expect(other).toMatchObject({ status: 400, body: { fields: [{ field: 'cursor' }] } });
    const days = await get('/v1/reports/totals', { from: FROM, to: '2026-03-30T00:00:00Z' });
    expect(days.body).not.toHaveProperty('cursor');
    expect(days.body.items).toMatchObject([
      { period: '2026-03-28', open: '100', close: '300', partialSnapshots: 0 },
      { period: '2026-03-29', open: '400', close: '1000', snapshots: 7 },
    ]);
  });

  it('call a total of what had a price a part, and have none where no prices were read', async () => {
    const odd = { BTC: { total: '1' }, ODD: { total: '5' } };
    const prices = { 'BTC/USD': { bid: '100', ask: '100' } };
    await history(
      snapshotAt(FROM, odd, prices),
      snapshotAt(plusSeconds(FROM, 300), odd, {}, { pricesMissing: MISSING }),
    );
    const { body } = await get('/v1/reports/totals', { from: FROM, interval: 'raw' });
    expect(body.items).toEqual([
      {
        ...{ at: FROM, value: null, partialValue: '100', reportingCurrency: 'USD' },
        ...{ unvalued: ['ODD'], manualRates: [] },
      },
    ]);
    const days = (await get('/v1/reports/totals', { from: FROM })).body.items;
    const nothing = { open: null, close: null, low: null, high: null };
    expect(days).toMatchObject([{ ...nothing, unvalued: ['ODD'], partialSnapshots: 1 }]);
    const query = { from: FROM, interval: 'raw', currency: 'ODD' };
    expect((await get('/v1/reports/balances', query)).body.items).toMatchObject([
      { balance: '5', price: null, value: null },
      { balance: '5', price: null, value: null },
    ]);
  });

  it('are CSV where that is asked for, with the next cursor in a header', async () => {
    await history(...upTo(3));
    const query = { currency: 'BTC', from: FROM, interval: 'raw', limit: '2', format: 'csv' };
    const { status, headers, text } = await get('/v1/reports/balances', query);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['x-next-cursor']).toMatch(/\S/);
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'at,balance,price,value,reportingCurrency,manualRates',
      `${FROM},1,100,100,USD,`,
    ]);
    const totals = await get('/v1/reports/totals', { from: FROM, format: 'csv' });
    expect(totals.text).toContain(
      'period,from,to,open,close,low,high,reportingCurrency,unvalued,partialSnapshots',
    );
    const snapshots = await get('/v1/snapshots', { format: 'csv', limit: '1' });
    expect(snapshots.text).toContain('BTC,3,,100,direct,BTC/USD,300,USD');
    expect((await get('/v1/snapshots/latest', { format: 'csv' })).text).toContain('BTC,3,');
  });

  it('are empty where there is nothing, and refused where the end lies before the beginning', async () => {
    const none = { status: 200, body: { items: [] } };
    const query = { currency: 'BTC', from: FROM };
    expect(await get('/v1/reports/balances', query)).toMatchObject(none);
    await history(halfHour(0));
    expect(await get('/v1/reports/balances', { ...query, currency: 'ETH' })).toMatchObject(none);
    const backwards = { ...query, to: '2026-01-01T00:00:00Z' };
    expect(await get('/v1/reports/balances', backwards)).toMatchObject({ status: 400 });
  });

  it('take a currency in any case, and answer 404 for one that never was, with the nearest', async () => {
    await history(halfHour(0), halfHour(1));
    const month = FROM.slice(0, 7);
    const reports = [
      ['/v1/reports/balances', { from: FROM }],
      ['/v1/reports/flows', {}],
      ['/v1/reports/breaks', {}],
      ['/v1/reports/statement/lines', { month }],
    ] as const;
    for (const [path, query] of reports) {
      const [capitals, small] = [
        await get(path, { ...query, currency: 'BTC' }),
        await get(path, { ...query, currency: 'btc' }),
      ];
      expect([path, capitals.status]).toEqual([path, 200]);
      // A cursor is good for the query that it came from, as that was written.
      const { next: _, ...shown } = capitals.body;
      expect([path, small.body]).toMatchObject([path, shown]);
      const never = await get(path, { ...query, currency: 'BTCC' });
      expect([path, never.status, never.body]).toMatchObject([
        path,
        404,
        {
          code: 'not-found',
          fields: [{ field: 'currency', accepted: expect.stringContaining('BTC') }],
        },
      ]);
    }
  });

  it.each([
    [{ currency: 'BTC' }, 'from'],
    [{ from: FROM }, 'currency'],
    [{ currency: 'BTC', from: FROM, interval: 'week' }, 'interval'],
    [{ currency: 'BTC', from: FROM, timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ currency: 'BTC', from: FROM, timeZone: '+01:00' }, 'timeZone'],
    [{ currency: 'BTC#', from: FROM }, 'currency'],
    [{ currency: 'BTC', from: FROM, limit: '1001' }, 'limit'],
  ])('refuse %j, naming %s', async (query: Record<string, string>, field) => {
    const { status, body } = await get('/v1/reports/balances', query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: [{ field, accepted: expect.stringMatching(/\S/) }] });
  });
});

describe('update-books', () => {
  // Snapshots of thirteen months ago, as the test's stage keeps them: about to expire.
  const old = plusMonths(instantOf(Math.floor(Date.now() / 3_600_000) * 3_600_000), -13);
  const oldTicks = [2, 3, 30].map((hours) => plusSeconds(old, hours * 3_600));
  const expiring = async () =>
    (await deployed().snapshotItems()).filter((item) => item.expiresAt !== undefined).length;

  it('lifts the expiry of snapshots that an open difference may need', async () => {
    await history(...oldTicks.map((tick, at) => snapshotAt(tick, { BTC: { total: `${at + 1}` } })));
    expect(await expiring()).toBe(0);
  });

  it('lets snapshots expire where nothing is open', async () => {
    await history(...oldTicks.map((tick) => snapshotAt(tick, { BTC: { total: '1' } })));
    expect(await expiring()).toBe(3);
  });

  it('keeps what there is time for of a batch, and has the rest delivered again', async () => {
    const snapshots = upTo(3);
    for (const snapshot of snapshots) await deployed().snapshots.put(snapshot);
    const event = await delivered(...snapshots);
    expect(await deployed().invoke('update-books', event, 1_000)).toEqual({
      batchItemFailures: [{ itemIdentifier: '200000000000000000001' }],
    });
    expect(await deployed().invoke('update-books', event)).toEqual({ batchItemFailures: [] });
  });

  it('has a snapshot delivered again whose hour could not be written', async () => {
    const event = streamEvent({ kind: { S: 'taken' }, tenant: { S: TENANT } });
    expect(await deployed().invoke('update-books', event)).toEqual({
      batchItemFailures: [{ itemIdentifier: '100000000000000000001' }],
    });
  });
});
