import { describe, expect, it } from 'vitest';
import { amountIn, describeAllocation } from '../../../treasury/policy/wording.ts';
import { duration } from '../../../treasury/time/duration.ts';

describe('words for numbers', () => {
  it.each([
    [0, '0 seconds'],
    [-5, '0 seconds'],
    [0.9, '0 seconds'],
    [1, '1 second'],
    [2.9, '2 seconds'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [125, '2 minutes 5 seconds'],
    [3_600, '1 hour'],
    [7_500, '2 hours 5 minutes'],
    [7_505, '2 hours 5 minutes'],
    [3_605, '1 hour 5 seconds'],
    [86_400, '1 day'],
    [180_000, '2 days 2 hours'],
  ])('of %d seconds are %s', (seconds, message) => {
    expect(duration(seconds)).toBe(message);
  });

  it('of an amount name its currency', () => {
    expect(amountIn('BTC', '12.5')).toBe('12.5 BTC');
  });

  it.each([
    [{ kind: 'all', basis: 'surplus' } as const, 'all of the surplus'],
    [{ kind: 'percentage', basis: 'surplus', percent: '50' } as const, '50 % of the surplus'],
    [
      { kind: 'fixed', basis: 'amount', amount: '4' } as const,
      '4, or the surplus where that is less',
    ],
  ])('of the allocation %j are %s', (allocation, message) => {
    expect(describeAllocation(allocation)).toBe(message);
  });
});
