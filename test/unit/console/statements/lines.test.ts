import { describe, expect, it } from 'vitest';
import { cssString } from '../../../../console/layout/css-string.ts';
import { fitsOnPaper, isBalance, peopleOf } from '../../../../console/screens/statements/lines.ts';

const AT = '2026-10-12T09:05:00.000Z';

describe('the lines of a statement', () => {
  it('name people, each once, and those without a name by their id', () => {
    const names = { rules: {}, accounts: {}, people: { 'u-1': 'Ann' } };
    const line = { askedBy: 'u-1', approvedBy: ['u-2', 'u-1'] };
    expect(peopleOf(line, names)).toEqual(['Ann', 'u-2']);
    expect(peopleOf({ askedBy: null, approvedBy: [] }, names)).toEqual([]);
  });

  it('are balances at both ends, and movements between', () => {
    const line = {
      ...{ currency: 'BTC', at: AT, snapshot: AT, amount: '1', balance: '1', price: null },
      ...{ value: null, instructionId: null, askedBy: null, approvedBy: [], description: null },
    };
    const kinds = ['opening', 'inflow', 'revaluation', 'closing'] as const;
    expect(kinds.map((kind) => isBalance({ ...line, kind }))).toEqual([true, false, false, true]);
  });

  it('go on paper up to a bound, over all currencies', () => {
    const of = (count: number) => ({ movements: { count, amount: '0', value: '0' } });
    expect(fitsOnPaper([of(2_497), of(2_497)])).toBe(true);
    expect(fitsOnPaper([of(2_497), of(2_498)])).toBe(false);
  });
});

describe('the foot of a printed sheet', () => {
  it('is one string of CSS, whatever stands in it', () => {
    expect(cssString('a "b" \\ c\nd')).toBe('"a \\"b\\" \\\\ c d"');
  });
});
