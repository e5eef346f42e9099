import { describe, expect, it } from 'vitest';
import {
  changeBetween,
  changeOfTotals,
  holdingsOf,
  type Snapshot,
  totalOf,
} from '../../../../console/screens/holdings/rows.ts';

const PATH = { path: 'direct' as const, instruments: ['BTC/USD'] };

function snapshot(valuation: Partial<Snapshot['valuation']>): Snapshot {
  return {
    ...{ kind: 'taken', tenant: 'main', scheduledFor: '2026-11-22T09:00:00.000Z' },
    takenAt: '2026-11-22T09:00:01.000Z',
    balances: {
      CHF: { total: '15000' },
      USD: { total: '1000' },
      BTC: { total: '3.25', available: '3' },
    },
    ...{ prices: {}, rawBalances: '', rawBalancesDigest: '' },
    valuation: {
      ...{ reportingCurrency: 'USD', total: null, partialTotal: '4000', unvalued: ['CHF'] },
      ...{ unvaluedBecause: { CHF: 'no-path' as const }, manualRates: [], refusedRates: [] },
      values: {
        USD: { value: '1000', price: '1', ...PATH },
        BTC: { value: '3000', price: '923.07', ...PATH },
      },
      ...valuation,
    },
  };
}

describe('the holdings of a snapshot', () => {
  it('stand by their value, what has no price last and without a value', () => {
    expect(holdingsOf(snapshot({}))).toEqual([
      {
        ...{ currency: 'BTC', balance: '3.25', available: '3' },
        ...{ price: '923.07', value: '3000', share: '75' },
      },
      {
        ...{ currency: 'USD', balance: '1000', available: null },
        ...{ price: '1', value: '1000', share: '25' },
      },
      {
        ...{ currency: 'CHF', balance: '15000', available: null },
        ...{ price: null, value: null, share: null },
      },
    ]);
  });

  it('have a total that says what it leaves out', () => {
    expect(totalOf(snapshot({}))).toEqual({ amount: '4000', isWhole: false, without: ['CHF'] });
  });
});

describe('a change', () => {
  it('is not known where one of two values is not', () => {
    expect(changeBetween(null, '1', '')).toBeNull();
    expect(changeBetween('1', undefined, '')).toBeNull();
    expect(changeBetween('0', '1', 'then')).toEqual({ amount: '1', percent: null, since: 'then' });
    expect(changeBetween('4', '3', '')).toMatchObject({ amount: '-1', percent: '-25' });
  });

  it('of totals compares only what leaves out the same', () => {
    const then = snapshot({});
    const now = snapshot({ partialTotal: '5000' });
    expect(changeOfTotals(then, now)).toMatchObject({ amount: '1000', percent: '25' });
    expect(changeOfTotals(then, snapshot({ total: '20000', unvalued: [] }))).toBeNull();
    const { takenAt: readAt, scheduledFor: tick } = then;
    const away = { reading: 'not-listed', since: readAt, readings: 1 } as const;
    const ETH = { ...away, last: { total: '2', readAt, tick } };
    expect(changeOfTotals(then, { ...now, notStated: { ETH } })).toBeNull();
    expect(
      changeOfTotals({ ...then, notStated: { ETH } }, { ...now, notStated: { ETH } }),
    ).toMatchObject({ amount: '1000' });
  });
});
