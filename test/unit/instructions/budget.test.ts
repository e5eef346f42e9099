import { describe, expect, it } from 'vitest';
import { nextBackoff } from '../../../treasury/instructions/backoff.ts';
import {
  debit,
  refund,
  remainingBudget,
  spentWithin,
} from '../../../treasury/instructions/budget.ts';
import type { RuleUsage } from '../../../treasury/instructions/lane.ts';
import { formatDecimal } from '../../../treasury/money/decimal-text.ts';

const UNUSED: RuleUsage = { hours: {}, days: {}, failures: 0 };

function spent(usage: RuleUsage, now: string) {
  const { last24Hours, last30Days } = spentWithin(usage, now);
  return [formatDecimal(last24Hours), formatDecimal(last30Days)];
}

describe('a rolling budget', () => {
  const usage = debit(UNUSED, '3.5', '2026-01-05T09:59:59.999Z');

  it('notes what leaves in the bucket of its hour and of its day', () => {
    expect(usage.hours).toEqual({ '2026-01-05T09:00:00.000Z': '3.5' });
    expect(usage.days).toEqual({ '2026-01-05T00:00:00.000Z': '3.5' });
    const more = debit(usage, '0.25', '2026-01-05T09:00:00.000Z');
    expect(more.hours).toEqual({ '2026-01-05T09:00:00.000Z': '3.75' });
  });

  it('counts an hour until 24 hours after its end, never less', () => {
    expect(spent(usage, '2026-01-06T09:59:59.999Z')).toEqual(['3.5', '3.5']);
    expect(spent(usage, '2026-01-06T10:00:00.000Z')).toEqual(['0', '3.5']);
  });

  it('counts a day until 30 days after its end', () => {
    expect(spent(usage, '2026-02-04T23:59:59.999Z')).toEqual(['0', '3.5']);
    expect(spent(usage, '2026-02-05T00:00:00.000Z')).toEqual(['0', '0']);
  });

  it('counts what a clock ahead of this one has noted', () => {
    expect(spent(usage, '2026-01-05T08:00:00.000Z')).toEqual(['3.5', '3.5']);
  });

  it('drops buckets once no window can reach them', () => {
    const old: RuleUsage = {
      failures: 0,
      hours: { '2026-01-04T07:00:00.000Z': '1', '2026-01-04T08:00:00.000Z': '2' },
      days: { '2025-12-04T00:00:00.000Z': '4', '2025-12-05T00:00:00.000Z': '8' },
    };
    const after = debit(old, '1', '2026-01-05T09:30:00.000Z');
    expect(Object.keys(after.hours)).toEqual([
      '2026-01-04T08:00:00.000Z',
      '2026-01-05T09:00:00.000Z',
    ]);
    expect(Object.keys(after.days)).toEqual([
      '2025-12-05T00:00:00.000Z',
      '2026-01-05T00:00:00.000Z',
    ]);
  });

  it('drops a bucket at the very moment from which no window can reach it', () => {
    const old: RuleUsage = {
      failures: 0,
      hours: { '2026-01-04T07:00:00.000Z': '1', '2026-01-04T08:00:00.000Z': '2' },
      days: {},
    };
    const after = debit(old, '1', '2026-01-05T09:00:00.000Z');
    expect(Object.keys(after.hours)).toEqual([
      '2026-01-04T08:00:00.000Z',
      '2026-01-05T09:00:00.000Z',
    ]);
  });

  it('gives a debit back to the buckets it came from, and forgets empty ones', () => {
    const taken = { ruleId: 'r', amount: '3.5', at: '2026-01-05T09:59:59.999Z' };
    expect(refund(usage, taken)).toEqual(UNUSED);
    const partly = refund(usage, { ...taken, amount: '1' });
    expect(partly.hours).toEqual({ '2026-01-05T09:00:00.000Z': '2.5' });
  });

  it('gives nothing back to buckets that are gone, and never falls below zero', () => {
    const otherHour = { ruleId: 'r', amount: '3.5', at: '2026-01-05T08:00:00.000Z' };
    expect(refund(usage, otherHour).hours).toEqual(usage.hours);
    const tooMuch = { ruleId: 'r', amount: '9', at: '2026-01-05T09:30:00.000Z' };
    expect(spent(refund(usage, tooMuch), '2026-01-05T10:00:00.000Z')).toEqual(['0', '0']);
  });

  it('has what is left of it, never less than nothing, and is absent where none is set', () => {
    const now = '2026-01-05T10:00:00.000Z';
    const { per24Hours, per30Days } = remainingBudget({ per24Hours: '3' }, usage, now);
    expect(per30Days).toBeUndefined();
    expect(per24Hours?.remaining.toFixed()).toBe('0');
    expect(per24Hours?.spent.toFixed()).toBe('3.5');
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
