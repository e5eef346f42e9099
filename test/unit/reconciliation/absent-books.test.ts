import { describe, expect, it } from 'vitest';
import { bookedTotal, type Reading } from '../../../treasury/reconciliation/reading.ts';
import { reconcileReadings } from '../../../treasury/reconciliation/reconcile-readings.ts';
import { lowBalances } from '../../../treasury/rules/low-balances.ts';
import { pointsOf, TOTAL } from '../../../treasury/series/series.ts';
import { buildStatement } from '../../../treasury/statements/build-statement.ts';
import type { Balances } from '../../../treasury/valuation/balance.ts';
import { valueBalances } from '../../../treasury/valuation/value.ts';
import { away } from '../../samples/absent.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { basisBetween } from '../../samples/statement-basis.ts';
import { at, snapshotAt } from './samples.ts';

const PRICES = { 'BTC/USD': '60000' };
const LAST = { last: { total: '5', readAt: at(2), tick: at(0) } };

/** Snapshots a quarter of an hour apart; null: BTC is left out. */
function snapshots(...totals: readonly (string | null)[]) {
  return totals.map((total, index) => {
    const taken = snapshotAt(index * 900, total === null ? {} : { BTC: total }, 2, PRICES);
    const balances: Balances = total === null ? { BTC: away('5', LAST) } : taken.balances;
    const valuation = valueBalances(balances, taken.prices, 'USD');
    return { ...taken, balances, valuation };
  });
}

const NOTHING_KNOWN = { movements: [], undecided: [], laneSays: () => 'either' as const };
const candidatesOf = (readings: readonly Reading[]) =>
  reconcileReadings(TENANT, readings, () => NOTHING_KNOWN, {}).candidates;

describe('the books, of a currency that is left out of answers', () => {
  it('have no flow and no break while it is away, nor when it comes back as it was', () => {
    expect(candidatesOf(snapshots('5', null, null, '5'))).toEqual([]);
  });

  it('have one break when it comes back with less, since the reading that stated it last', () => {
    const [found, ...others] = candidatesOf(snapshots('5', null, null, '4'));
    expect(others).toEqual([]);
    expect(found?.flow).toMatchObject({
      opening: '5',
      closing: '4',
      unexplained: '-1',
      sinceSnapshot: at(0),
      sinceReadAt: at(2),
      snapshot: at(2_700),
    });
  });

  it('take the last that was stated for the balance', () => {
    const [, left] = snapshots('5', null);
    if (left === undefined) throw new Error('no snapshot');
    const { total, scheduledFor, takenAt } = bookedTotal(left, 'BTC');
    expect([total.toString(), scheduledFor, takenAt]).toEqual(['5', at(0), at(2)]);
  });

  it('end a month with the last balance that was stated', () => {
    const [opening, closing] = snapshots('5', null);
    if (opening === undefined || closing === undefined) throw new Error('no snapshot');
    const { currencies } = buildStatement({
      ...{ tenant: TENANT, month: '2026-01', timeZone: 'UTC', from: at(0), to: at(3_600) },
      ...{ basis: basisBetween(at(0), at(900)) },
      ...{ opening, closing, flows: [], breaks: [] },
    });
    expect(currencies).toMatchObject([
      { currency: 'BTC', movements: [], closing: { amount: '5', snapshot: at(0), readAt: at(2) } },
    ]);
  });
});

describe('the price of what moved', () => {
  /** BTC is swept to zero, and the answer no longer names it at all. */
  const sweptAway = () => {
    const [held] = snapshots('5');
    const after = snapshotAt(900, { USD: '1' }, 2, { 'BTC/USD': '61000' });
    if (held === undefined) throw new Error('no snapshot');
    return [held, after] as const;
  };

  it('is that of the snapshot, also where its answer no longer lists the currency', () => {
    const btc = candidatesOf(sweptAway()).find(({ flow }) => flow.currency === 'BTC');
    expect(btc?.flow).toMatchObject({ opening: '5', closing: '0', price: '61000' });
  });

  it('takes no price that had jumped', () => {
    const [held, after] = sweptAway();
    const pricesDoubted = [{ instrument: 'BTC/USD', from: '30000', readings: 1 }];
    const btc = candidatesOf([held, { ...after, pricesDoubted }]).find(
      ({ flow }) => flow.currency === 'BTC',
    );
    expect(btc?.flow.price).toBeNull();
  });

  it('values the balance that was stated last at the end of a month', () => {
    const [opening, closing] = snapshots('5', null);
    if (opening === undefined || closing === undefined) throw new Error('no snapshot');
    const { currencies, totals } = buildStatement({
      ...{ tenant: TENANT, month: '2026-01', timeZone: 'UTC', from: at(0), to: at(3_600) },
      ...{ basis: basisBetween(at(0), at(900)) },
      ...{ opening, closing, flows: [], breaks: [] },
    });
    expect(currencies[0]?.closing).toMatchObject({ amount: '5', price: '60000', value: '300000' });
    expect(totals).toMatchObject({ opening: '300000', closing: '300000', unvalued: [] });
  });

  it('values what was never reconciled', () => {
    const [opening, closing] = sweptAway();
    const { currencies } = buildStatement({
      ...{ tenant: TENANT, month: '2026-01', timeZone: 'UTC', from: at(0), to: at(3_600) },
      ...{ basis: basisBetween(at(0), at(900)) },
      ...{ opening, closing, flows: [], breaks: [] },
    });
    expect(currencies.find(({ currency }) => currency === 'BTC')?.movements).toMatchObject([
      { kind: 'unexplained', amount: '-5', price: '61000', value: '-305000' },
    ]);
  });
});

describe('a series, of a currency that is left out of an answer', () => {
  it('has no point of it, and no whole total', () => {
    const [, left] = snapshots('5', null);
    if (left === undefined) throw new Error('no snapshot');
    const points = pointsOf(left);
    expect(points.has('BTC')).toBe(false);
    expect(points.get(TOTAL)).toMatchObject({ unvalued: ['BTC'] });
    expect(left.valuation.apart?.BTC?.value).toBe('300000');
  });
});

describe('a low, of a currency that is left out of an answer', () => {
  it('is not reported', () => {
    const [, left] = snapshots('5', null);
    const rules = [{ id: 'btc', currency: 'BTC', low: '9', keep: '10', enabled: true }] as never;
    expect(lowBalances({ balances: left?.balances ?? {} }, { rules })).toEqual([]);
    expect(lowBalances({ balances: {} }, { rules })).toHaveLength(1);
  });
});
