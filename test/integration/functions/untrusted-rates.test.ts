import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { policyCalls } from './policy-calls.ts';

/*
 * A manual rate decides what a report says. An attacker with write access to the table, and without the key, makes it say
 * nothing: never something else.
 */

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);
const { read, put, change } = tableHand(() => deployed().ledgerTable);

const CHF = {
  ...{ id: 'chf-q1', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.13' },
  ...{ from: '2026-01-01', until: '2026-12-31', source: 'the central bank' },
};
const TICK = '2026-03-02T09:00:00.000Z';
const KEY = ledgerKeys.manualRate(TENANT, CHF.id);

const report = async (route: string, query: Readonly<Record<string, string>>) =>
  await deployed().call('query-reports', {
    routeKey: `GET /v1/${route}`,
    groups: '[viewer]',
    query,
  });

async function valued() {
  const { status, body } = await report('snapshots/latest', { in: 'USD' });
  expect(status).toBe(200);
  return body.valuation as {
    readonly values: Readonly<Record<string, { readonly value: string }>>;
    readonly unvaluedBecause: Readonly<Record<string, string>>;
    readonly refusedRates: readonly object[];
  };
}

async function agree(asked: {
  readonly status?: number | undefined;
  readonly body: RawItem;
}): Promise<void> {
  expect(asked.status).toBe(202);
  expect((await calls.decide('approve', String(asked.body.id))).status).toBe(200);
}

beforeEach(async () => {
  const balances = { CHF: { total: '100' }, USD: { total: '7' } };
  await deployed().snapshots.put(
    snapshotAt(TICK, balances, {}, { tenant: TENANT, takenAt: plusSeconds(TICK, 1) }),
  );
  await agree(await calls.manage('POST /v1/manual-rates', null, CHF, {}));
  expect((await valued()).values.CHF).toMatchObject({ value: '113' });
});

const refused = (why: string, version = 1) => ({
  unvaluedBecause: { CHF: 'rate-not-trusted' },
  refusedRates: [{ id: CHF.id, version, currency: 'CHF', in: 'USD', why }],
});

describe('whoever writes to the table', () => {
  it.each([
    ['changes the rate', (item: RawItem) => ({ ...item, rate: '999' }), 'invalid'],
    ['makes it hold for longer', (item: RawItem) => ({ ...item, until: '2099-01-01' }), 'invalid'],
    ['takes the seal off', ({ seal: _, ...item }: RawItem) => ({ ...item, rate: '9' }), 'unsealed'],
  ])('and %s takes a value away, makes none, and is seen', async (_, changed, why) => {
    await change(KEY, changed);
    const seen = await valued();
    expect(seen).toMatchObject(refused(why));
    expect(seen.values).not.toHaveProperty('CHF');
    // A number that Sluice did not write is not repeated.
    expect(JSON.stringify(seen)).not.toContain('999');
  });

  it('and puts an older version back, whose seal still holds, takes the value away as well', async () => {
    const first = await read(KEY);
    const changed = { ...CHF, rate: '1.2' };
    await agree(
      await calls.manage('PUT /v1/manual-rates/{id}', CHF.id, changed, { ifMatch: '"1"' }),
    );
    expect((await valued()).values.CHF).toMatchObject({ value: '120' });
    await put(first);
    expect(await valued()).toMatchObject(refused('replaced'));
  });

  it('and puts a deleted rate back makes no value of it', async () => {
    const first = await read(KEY);
    const gone = await calls.manage('DELETE /v1/manual-rates/{id}', CHF.id, undefined, {
      ifMatch: '"1"',
    });
    expect(gone.status).toBe(200);
    await put(first);
    expect(await valued()).toMatchObject(refused('replaced'));
  });

  it('and makes up another rate for the currency does not get in the way of the true one', async () => {
    const made = { ...(await read(KEY)), ...ledgerKeys.manualRate(TENANT, 'aaa'), id: 'aaa' };
    await put({ ...made, rate: '999' });
    const seen = await valued();
    expect(seen.values.CHF).toMatchObject({ value: '113' });
    expect(seen.refusedRates).toEqual([]);
  });

  it('changes no statement, journal or series either: each names the rate that it does not use', async () => {
    await deployed().invoke('update-books', streamEvent(...(await deployed().snapshotItems())));
    await change(KEY, (item) => ({ ...item, rate: '999' }));
    const [named] = refused('invalid').refusedRates;
    const month = { month: '2026-03', timeZone: 'UTC' };
    for (const into of [{}, { in: 'USD' }]) {
      const { body } = await report('reports/statement', { ...month, ...into });
      expect(body.statement).toMatchObject({
        totals: { unvalued: ['CHF'] },
        refusedRates: [named],
      });
    }
    const about = { ...month, format: 'csv', part: 'about' };
    expect((await report('reports/journal', about)).text).toContain(
      'manual rate chf-q1 version 1: invalid',
    );
    const range = { from: '2026-03-01', to: '2026-03-03', in: 'USD', interval: 'day' };
    const rows = await report('reports/balances', { ...range, currency: 'CHF' });
    expect(rows.body.items).toMatchObject([
      { value: null, unvaluedBecause: 'rate-not-trusted', refusedRates: [named] },
    ]);
    const totals = await report('reports/totals', range);
    expect(totals.body.items).toMatchObject([{ close: null, refusedRates: [named] }]);
  });
});

describe('a seal that cannot be verified now', () => {
  it('leaves the value out, and says so', async () => {
    // Another content than the one that was verified a moment ago, which is known by heart.
    await change(KEY, (item) => ({ ...item, label: 'other' }));
    deployed().kms.become('denied');
    expect(await valued()).toMatchObject(refused('seal-unknown'));
  });
});
