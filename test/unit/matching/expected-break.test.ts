import { describe, expect, it } from 'vitest';
import { expectsBreak } from '../../../treasury/matching/expected-break.ts';
import { recordedAt } from '../preview/past-differences.ts';

const DEPOSIT = {
  id: 'deposits',
  label: 'Customer deposits',
  kind: 'deposit',
  direction: 'inflow',
  maximum: '50000',
  enabled: true,
} as const;

describe('a break that a matching rule expects', () => {
  it('is known by the price of its flow where the rule compares values', () => {
    const { found, flow } = recordedAt({ second: 300, amount: '1' });
    expect(expectsBreak(DEPOSIT, found, flow)).toBe(true);
    expect(expectsBreak(DEPOSIT, found, null)).toBe(false);
    expect(expectsBreak({ ...DEPOSIT, maximum: '49999' }, found, flow)).toBe(false);
  });

  it.each([{ doubted: true } as const, { mayBe: ['w1'] }, { takenForWhole: ['w1'] }])(
    'is none where a request of unknown outcome may account for it: %o',
    (change) => {
      const { found, flow } = recordedAt({ second: 300, amount: '1', change });
      expect(expectsBreak(DEPOSIT, found, flow)).toBe(false);
    },
  );

  it('is none where the rule is switched off', () => {
    const { found, flow } = recordedAt({ second: 300, amount: '1' });
    expect(expectsBreak({ ...DEPOSIT, enabled: false }, found, flow)).toBe(false);
  });
});
