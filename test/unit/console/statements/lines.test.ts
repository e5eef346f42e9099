import { describe, expect, it } from 'vitest';
import { cssString } from '../../../../console/layout/css-string.ts';
import {
  type CurrencyStatement,
  linesOf,
  movedOf,
} from '../../../../console/screens/statements/lines.ts';

const AT = '2026-10-12T09:05:00.000Z';

const STATEMENT: CurrencyStatement = {
  currency: 'BTC',
  opening: { snapshot: AT, readAt: AT, amount: '3.1', price: '10', value: '31' },
  movements: ['0.000000000000000001', '-1.1'].map((amount, index) => ({
    ...{ kind: index === 0 ? ('inflow' as const) : ('withdrawal' as const), at: AT, snapshot: AT },
    ...{ amount, price: '10', value: null, instructionId: null, description: null },
    ...{ askedBy: 'u-1', approvedBy: ['u-2', 'u-1'] },
  })),
  revaluation: null,
  closing: { snapshot: AT, readAt: AT, amount: '2.000000000000000001', price: null, value: null },
};

describe('the lines of a statement', () => {
  it('add up from the opening to the closing, to the last digit', () => {
    const lines = linesOf(STATEMENT);
    expect(lines.map(({ kind }) => kind)).toEqual([
      ...['opening', 'inflow', 'withdrawal', 'revaluation', 'closing'],
    ]);
    expect(lines[2]?.balance).toBe(STATEMENT.closing.amount);
    expect(movedOf(STATEMENT)).toBe('-1.099999999999999999');
  });

  it('name people, each once, and leave unknown values unknown', () => {
    const names = { rules: {}, accounts: {}, people: { 'u-1': 'Ann' } };
    expect(linesOf(STATEMENT, names)[1]).toMatchObject({ people: ['Ann', 'u-2'], value: null });
  });
});

describe('the foot of a printed sheet', () => {
  it('is one string of CSS, whatever stands in it', () => {
    expect(cssString('a "b" \\ c\nd')).toBe('"a \\"b\\" \\\\ c d"');
  });
});
