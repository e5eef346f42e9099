import { describe, expect, it } from 'vitest';
import { classText, sumRowsOf } from '../../../../console/screens/statements/sums.ts';

const ROW = {
  ...{ month: '2026-10', currency: 'BTC', kind: 'inflow', withdrawalAccountId: null },
  ...{ accountLabel: null, explainedAs: 'deposit', matchingRuleId: null, movements: 2 },
  ...{ amount: '0.5135', value: null, reportingCurrency: 'USD' },
};

describe('the sums of a month', () => {
  it('keep amounts as text, a missing price as none, and one row for each account and class', () => {
    const paid = {
      ...ROW,
      kind: 'withdrawal',
      explainedAs: null,
      withdrawalAccountId: 'a',
      accountLabel: 'Cold',
    };
    const rows = sumRowsOf({
      parts: [{ name: 'sums', title: 'Sums', columns: [], rows: [ROW, paid] }],
    });
    expect(rows).toMatchObject([
      { amount: '0.5135', value: null, accountId: null },
      { accountId: 'a', accountLabel: 'Cold' },
    ]);
    expect(new Set(rows?.map(({ id }) => id)).size).toBe(2);
    expect(rows?.map(classText)).toEqual(['Inflow: deposit', 'Withdrawal']);
  });

  it('are not known to be none where they are in the file alone', () => {
    expect(sumRowsOf({})).toBeNull();
  });
});
