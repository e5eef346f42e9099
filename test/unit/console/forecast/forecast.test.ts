import { describe, expect, it } from 'vitest';
import { choiceOf, withChoice } from '../../../../console/screens/forecast/choice.ts';
import { remarkOf, rowsOf, unknownTimes } from '../../../../console/screens/forecast/remarks.ts';

describe('the address of a forecast', () => {
  it('names what is unusual alone, and reads it back', () => {
    const choice = { days: '31', flows: 'mean', approvals: 'none' } as const;
    const search = withChoice(new URLSearchParams(), choice);
    expect(`${search}`).toBe('days=31&flows=mean&approvals=none');
    expect(choiceOf(search)).toEqual(choice);
    const usual = { days: '7', flows: 'none', approvals: 'given' } as const;
    expect(`${withChoice(search, usual)}`).toBe('');
    expect(choiceOf(new URLSearchParams('days=900&flows=most&approvals=maybe'))).toEqual(usual);
  });
});

describe('a forecast that ended early', () => {
  it('is hatched from its end to the end of its days, and nowhere if all was decided', () => {
    const day = { day: '', value: null, unvalued: [], leaving: [], expected: [] };
    const days = [
      { ...day, from: 'a', to: 'b', decided: 'all' as const },
      { ...day, from: 'b', to: 'd', decided: 'part' as const },
      { ...day, from: 'd', to: 'e', decided: 'none' as const },
    ];
    expect(unknownTimes({ days, until: 'c' })).toEqual([{ from: 'c', to: 'e' }]);
    expect(unknownTimes({ days: days.slice(0, 1), until: 'b' })).toEqual([]);
  });
});

describe('a line of the forecast', () => {
  it.each([
    [{ approvals: 0 }, null],
    [{ approvals: 1 }, 'One person approves'],
    [{ approvals: 2 }, 'Two people approve'],
    [{ approvals: 2, waits: true }, 'Waits for an approval: it does not leave'],
    [{ approvals: 0, stopped: 'halted' }, 'Halted: it does not leave'],
    [{ approvals: 1, stopped: 'dry-run' }, 'Dry-run: it does not leave'],
  ] as const)('%o: %s', (line, remark) => {
    expect(remarkOf(line)).toBe(remark);
  });

  it('stands below its day', () => {
    const leaving = {
      ...{ ruleId: 'r', currency: 'BTC', withdrawalAccountId: 'a', sweeps: 1, amount: '1' },
      approvals: 0 as const,
    };
    const day = {
      from: '',
      to: '',
      decided: 'all' as const,
      value: '0',
      unvalued: [],
      expected: [],
    };
    const days = [
      { ...day, day: '2026-01-05', leaving: [] },
      { ...day, day: '2026-01-06', leaving: [leaving] },
    ];
    expect(rowsOf({ days })).toEqual([{ ...leaving, day: '2026-01-06' }]);
  });
});
