import { describe, expect, it } from 'vitest';
import { monthsUpTo, rolledRowsOf } from '../../../../console/screens/statements/roll-forward.ts';

const line = (of: string, value: string, scope = 'all') => ({
  ...{ month: '2026-03', scope, currency: null, line: of, movements: null, amount: null, value },
});

describe('the roll-forward of the console', () => {
  it('has a row for each month, in which everything adds up', () => {
    const rows = [
      line('opening', '1', 'currency'),
      line('opening', '100'),
      line('fee', '-1'),
      line('withdrawal', '-20'),
      line('revaluation', '5'),
      line('enters-valuation', '16'),
      line('restated', '-2'),
      line('closing', '98'),
    ];
    const months = [{ month: '2026-03', reportingCurrency: 'USD' }];
    const parts = [
      { name: 'lines', title: 'Lines', columns: [], rows },
      { name: 'months', title: 'Months', columns: [], rows: months },
    ];
    expect(rolledRowsOf({ parts })).toEqual([
      {
        ...{ month: '2026-03', opening: '100', movements: '-21', revaluation: '5' },
        ...{ reconciling: '14', closing: '98', reporting: 'USD' },
      },
    ]);
    expect(rolledRowsOf({})).toBeNull();
  });

  it('is of half a year up to the month', () => {
    expect(monthsUpTo('2026-03')).toEqual({ firstMonth: '2025-10', lastMonth: '2026-03' });
    expect(monthsUpTo('2026-12')).toEqual({ firstMonth: '2026-07', lastMonth: '2026-12' });
  });
});
