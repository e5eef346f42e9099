import { afterEach, expect, it, vi } from 'vitest';
import type { Instant } from '../../../treasury/time/instant.ts';
import { readCamt } from '../../importers/read-camt.ts';
import { Register } from '../../importers/register.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, streamEvent } from './deployed-functions.ts';
import { seen } from './deployment-steps.ts';

/*
 * The first of April: March is over and not frozen yet, and April is read in every form. Later on the one is frozen, and the
 * other chains with it.
 */

const { deployed } = deployedForEachTest();

afterEach(() => {
  vi.useRealTimers();
});

const isNow = (moment: Instant) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment), shouldAdvanceTime: true });

const get = async (path: string, query: ApiCall['query'] = {}) => {
  const routeKey = `GET /v1/reports/${path}`;
  const found = await deployed().call('query-reports', { routeKey, query, groups: '[viewer]' });
  expect([path, found.status]).toEqual([path, 200]);
  return found;
};

/** A snapshot of a tick, in the books at a later moment. */
async function arrives(tick: Instant, total: string, at: Instant = tick): Promise<void> {
  isNow(at);
  const prices = { 'BTC/USD': { bid: '100', ask: '100' } };
  await deployed().snapshots.put(snapshotAt(tick, { BTC: { total } }, prices));
  const items = (await deployed().snapshotItems()).filter(({ sk }) => sk?.S === tick);
  await deployed().invoke('update-books', streamEvent(...items));
}

/** Two people explain whatever is open. */
async function explained(): Promise<void> {
  const { body } = await deployed().call('query-reports', {
    routeKey: 'GET /v1/reports/breaks',
    query: { state: 'open' },
  });
  const open = body.items as readonly { readonly id: string; readonly version: number }[];
  for (const { id, version } of open) {
    for (const [what, by, groups, seenVersion] of [
      ['explain', 'tom', '[treasurer]', version],
      ['close', 'ann', '[approver]', version + 1],
    ] as const) {
      const kind = what === 'explain' ? { kind: 'deposit' } : {};
      const { status } = await deployed().call('manage-breaks', {
        ...{ routeKey: `POST /v1/breaks/{id}/${what}`, path: { id }, by, groups },
        ...seen(seenVersion),
        body: { ...kind, comment: 'customers' },
      });
      expect([what, status]).toEqual([what, 200]);
    }
  }
}

/** What every form of a month says of its opening, and which entries it calls pending. */
async function said(month: string) {
  const query = { month, timeZone: 'UTC' };
  const months = { firstMonth: month, lastMonth: month, timeZone: 'UTC', format: 'csv' };
  const summary = await get('statement', query);
  const { basis, totals, digest } = summary.body.statement as {
    readonly basis: { readonly opening: string };
    readonly totals: { readonly opening: string; readonly closing: string };
    readonly digest: string | null;
  };
  const csv = await get('statement', { ...query, format: 'csv' });
  const about = await get('journal', { ...query, format: 'csv', part: 'about' });
  const journal = await get('journal', { ...query, format: 'csv' });
  const camt = readCamt((await get('statement', { ...query, format: 'camt053' })).text);
  return {
    ...{ opening: totals.opening, closing: totals.closing, isFrozen: digest !== null, camt },
    says: {
      basis: basis.opening,
      header: csv.headers['x-statement-opening'],
      sums: (await get('sums', { ...months, part: 'months' })).text.includes(basis.opening),
      rolled: (await get('roll-forward', { ...months, part: 'months' })).text.includes(
        basis.opening,
      ),
      journal: about.text.includes('it is not frozen, and may still change'),
      camt: camt.isOpeningProvisional,
    },
    // Without what prices did, which is of the whole month.
    entries: camt.entries
      .filter(({ amount }) => Number(amount) !== 0)
      .map(({ status, amount }) => `${amount} ${status}`),
    pendingInJournal: rowsOf(journal.text)
      .filter(({ side, kind }) => side === 'holding' && kind !== 'revaluation')
      .map(({ pending }) => pending),
  };
}

/** Rows of a table whose cells hold no commas, by their columns. */
function rowsOf(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...rows] = text.trimEnd().split('\r\n');
  const keys = head.split(',');
  return rows.map((row) =>
    Object.fromEntries(row.split(',').map((cell, index) => [keys[index], cell])),
  );
}

it('a month whose month before is not frozen says so in every form, and chains with it once it is', async () => {
  const register = new Register();
  const reads = async (month: string) => {
    const found = await said(month);
    const delivered = { month, isStatement: found.isFrozen };
    register.take(`${month} at ${new Date().toISOString()}`, found.camt, delivered);
    return found;
  };
  await arrives('2026-03-30T12:00:00.000Z', '2');
  await arrives('2026-03-31T23:50:00.000Z', '3');
  await arrives('2026-04-01T00:00:00.000Z', '3.5');
  await explained();
  await reads('2026-03');
  const early = await reads('2026-04');
  expect(early.says).toEqual({
    ...{ basis: 'unfrozen-closing', header: 'unfrozen-closing', sums: true, rolled: true },
    ...{ journal: true, camt: true },
  });
  // Explained by two people: a snapshot that comes late may still divide it.
  expect([early.entries, early.pendingInJournal]).toEqual([['50.00 PDNG'], ['yes']]);
  expect([early.opening, early.closing]).toEqual(['300', '350']);

  // Taken before midnight, and written after it: a part of April's movement was March's.
  await arrives('2026-03-31T23:58:00.000Z', '3.4', '2026-04-01T00:02:30.000Z');
  await explained();
  await arrives('2026-04-01T12:00:00.000Z', '3.5');
  const later = await reads('2026-04');
  expect(later.says.camt).toBe(true);
  expect([later.entries, later.pendingInJournal]).toEqual([['10.00 BOOK'], ['']]);
  expect(later.opening).toBe('340');
  await reads('2026-03');

  await arrives('2026-04-02T00:05:00.000Z', '3.5');
  const [march, april] = [await reads('2026-03'), await reads('2026-04')];
  expect([march.isFrozen, april.isFrozen]).toEqual([true, false]);
  expect(april.says).toEqual({
    ...{ basis: 'frozen-closing', header: 'frozen-closing', sums: true, rolled: true },
    ...{ journal: false, camt: false },
  });
  expect(april.opening).toBe(march.closing);
  expect(april.camt.balances.OPBD).toBe(march.camt.balances.CLBD);

  await arrives('2026-05-02T00:05:00.000Z', '3.5');
  const closed = await reads('2026-04');
  expect([closed.isFrozen, closed.opening]).toEqual([true, march.closing]);
  expect(register.breaks).toEqual([]);
  // Three movements, and what prices did in each of the two months.
  expect(register.entries).toBe(5);
});
