import { describe, expect, it } from 'vitest';
import { nextBackoff } from '../../../treasury/instructions/backoff.ts';
import { remainingBudget } from '../../../treasury/instructions/budget.ts';
import { usedBy } from '../../samples/counts.ts';
import { IDLE_LANE } from '../../samples/instructions.ts';

describe('a rolling budget', () => {
  const now = '2026-01-05T10:00:00.000Z';
  const lane = { ...IDLE_LANE, ...usedBy('r', { hours: { '2026-01-05T09:00:00.000Z': '3.5' } }) };
  const left = (of: typeof lane | undefined) =>
    remainingBudget({ id: 'r', budgets: { per24Hours: '3' } }, of, now);

  it('has what is left of it, never less than nothing, and is absent where none is set', () => {
    const { per24Hours, per30Days } = left(lane);
    expect(per30Days).toBeUndefined();
    expect(per24Hours?.remaining.toFixed()).toBe('0');
    expect(per24Hours?.spent.toFixed()).toBe('3.5');
  });

  it('is whole in a currency that never had a claim', () => {
    expect(left(undefined).per24Hours?.remaining.toFixed()).toBe('3');
  });

  it('has nothing left where its lane counts in another currency', () => {
    expect(left({ ...lane, currency: 'ETH' }).per24Hours?.remaining.toFixed()).toBe('0');
  });
});

describe('the pause after failures', () => {
  it.each([
    [1, '2026-01-05T09:01:00.000Z'],
    [2, '2026-01-05T09:02:00.000Z'],
    [4, '2026-01-05T09:08:00.000Z'],
    [5, '2026-01-05T09:10:00.000Z'],
    [5000, '2026-01-05T09:10:00.000Z'],
  ])('after %i in a row lasts until %s', (failures, until) => {
    const backoff = { firstSeconds: 60, maximumSeconds: 600 };
    expect(nextBackoff(backoff, failures, '2026-01-05T09:00:00.000Z')).toBe(until);
  });
});
