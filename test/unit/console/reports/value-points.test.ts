import { describe, expect, it } from 'vitest';
import {
  type Balances,
  changeOf,
  type Totals,
  totalSeries,
} from '../../../../console/reports/value-points.ts';

const [FIRST, SECOND] = ['2026-11-22T09:00:00.000Z', '2026-11-22T10:00:00.000Z'];
const ENDS = { timeZone: 'UTC', interval: 'raw', next: null, previous: null } as const;

function heldOf(currency: string, values: Readonly<Record<string, string>>): Balances {
  const items = Object.entries(values).map(([at, value]) => ({
    ...{ at, value, balance: '1', price: value, reportingCurrency: 'USD', manualRates: [] },
  }));
  return { ...ENDS, currency, items };
}

describe('the value of everything over time', () => {
  it('leaves a currency that one answer did not state out of all of it, so that it draws no fall', () => {
    const row = { reportingCurrency: 'USD', manualRates: [] };
    const totals: Totals = {
      ...ENDS,
      items: [
        { at: FIRST, value: '300', unvalued: [], ...row },
        { at: SECOND, value: null, partialValue: '100', unvalued: ['BTC'], ...row },
      ],
    };
    const balances = [
      heldOf('USD', { [FIRST]: '100', [SECOND]: '100' }),
      heldOf('BTC', { [FIRST]: '200' }),
    ];
    const series = totalSeries(totals, balances);
    expect(series).toEqual({
      points: [
        { at: FIRST, amount: '100' },
        { at: SECOND, amount: '100' },
      ],
      without: ['BTC'],
    });
    expect(changeOf(series?.points ?? [])).toMatchObject({ amount: '0' });
  });
});
