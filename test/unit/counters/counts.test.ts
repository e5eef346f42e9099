import { describe, expect, it } from 'vitest';
import { COUNTERS } from '../../../treasury/counters/counter.ts';
import {
  type Counts,
  debited,
  leftOf,
  shareOf,
  spent,
  voided,
} from '../../../treasury/counters/counts.ts';
import type { WindowName } from '../../../treasury/counters/windows.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import { counted, countedOf, taken } from '../../samples/counts.ts';

const RULE = { kind: 'rule', of: 'r', unit: 'BTC' } as const;
const AT = '2026-01-05T09:59:59.999Z';
const HOUR = '2026-01-05T09:00:00.000Z';
const DAY = '2026-01-05T00:00:00.000Z';

const sum = (counts: Counts, now: string, window: WindowName = 'hours') => {
  const found = spent(counts, RULE, window, now);
  return found.known ? found.amount.toFixed() : found;
};
const rule = (counts: Counts) => countedOf({ counts }, 'rule', 'r');

describe('what is debited', () => {
  const once = debited([], [taken(RULE, '3.5', AT)]);

  it('stands in the bucket of its hour and of its day', () => {
    expect(rule(once)).toEqual({ hours: { [HOUR]: '3.5' }, days: { [DAY]: '3.5' } });
    expect(rule(debited(once, [taken(RULE, '0.25', HOUR)])).hours).toEqual({ [HOUR]: '3.75' });
  });

  it('counts for a day until 24 hours after the end of its hour, never less', () => {
    expect(sum(once, '2026-01-06T09:59:59.999Z')).toBe('3.5');
    expect(sum(once, '2026-01-06T10:00:00.000Z')).toBe('0');
  });

  it('counts for a month until 30 days after the end of its day', () => {
    expect(sum(once, '2026-02-04T23:59:59.999Z', 'days')).toBe('3.5');
    expect(sum(once, '2026-02-05T00:00:00.000Z', 'days')).toBe('0');
  });

  it('counts where a clock ahead of this one has noted it', () => {
    expect(sum(once, '2026-01-05T08:00:00.000Z')).toBe('3.5');
  });

  it.each(['2026-01-05T09:30:00.000Z', '2026-01-05T09:00:00.000Z'])(
    'is dropped once no window can reach it, and its counter with it: at %s',
    (at) => {
      const hours = { '2026-01-04T07:00:00.000Z': '1', '2026-01-04T08:00:00.000Z': '2' };
      const days = { '2025-12-04T00:00:00.000Z': '4', '2025-12-05T00:00:00.000Z': '8' };
      const forgotten = { kind: 'unapproved', of: 'cold' } as const;
      const old = [
        counted(RULE, { hours, days }),
        counted(forgotten, { hours: { '2026-01-04T07:00:00.000Z': '1' } }),
      ];
      const after = debited(old, [taken(RULE, '1', at)]);
      expect(Object.keys(rule(after).hours)).toEqual(['2026-01-04T08:00:00.000Z', HOUR]);
      expect(Object.keys(rule(after).days)).toEqual(['2025-12-05T00:00:00.000Z', DAY]);
      expect(after).toHaveLength(1);
    },
  );
});

describe('what is voided', () => {
  const once = debited([], [taken(RULE, '3.5', AT)]);

  it('goes back to the buckets that it was taken in, and forgets empty ones', () => {
    expect(rule(voided(once, [taken(RULE, '3.5', AT)]))).toEqual({ hours: {}, days: {} });
    expect(rule(voided(once, [taken(RULE, '1', AT)])).hours).toEqual({ [HOUR]: '2.5' });
  });

  it('is nothing of buckets and counters that are gone, and never falls below zero', () => {
    const otherHour = taken(RULE, '3.5', '2026-01-05T08:00:00.000Z');
    expect(rule(voided(once, [otherHour])).hours).toEqual({ [HOUR]: '3.5' });
    expect(voided(once, [taken({ ...RULE, unit: 'ETH' }, '1', AT)])).toBe(once);
    expect(sum(voided(once, [taken(RULE, '9', AT)]), AT)).toBe('0');
  });

  it('is rounded down where a share of it goes back', () => {
    const [one, three] = [decimalOf('1'), decimalOf('3')];
    const share = shareOf(taken(RULE, '10', AT), one, three);
    expect(share.amount).toBe(`3.${'3'.repeat(30)}`);
    expect(shareOf(taken(RULE, '10', AT), three, one).amount).toBe('10');
  });
});

describe('what is spent', () => {
  it('is not known while another unit counts, and nothing of either is lost', () => {
    const dollars = { kind: 'outflow', of: '', unit: 'USD' } as const;
    const euros = { ...dollars, unit: 'EUR' };
    const both = debited([], [taken(dollars, '5', AT), taken(euros, '7', '2026-01-05T12:00:00Z')]);
    const until = '2026-01-06T10:00:00.000Z';
    expect(spent(both, euros, 'hours', AT)).toEqual({
      ...{ known: false, why: 'other-unit', unit: 'USD', until },
    });
    expect(spent(both, euros, 'hours', until)).toMatchObject({ known: true });
    expect(spent(both, euros, 'days', until)).toMatchObject({ known: false, unit: 'USD' });
  });

  it.each(['account', 'counterparty', 'trader', 'trader-alone'] as const)(
    'is not known of one %s more than are kept, until one of them counts no more',
    (kind) => {
      const { most = 0 } = COUNTERS[kind];
      const of = (name: string) => ({ kind, of: name, unit: 'USD' }) as const;
      const many = Array.from({ length: most }, (_, n) => taken(of(`n-${n}`), '1', AT));
      const full = debited([], many);
      expect(most).toBeGreaterThan(0);
      expect(spent(full, of('n-0'), 'hours', AT)).toMatchObject({ known: true });
      expect(spent(full, of('more'), 'hours', AT)).toEqual({ known: false, why: 'full' });
      expect(debited(full, [taken(of('more'), '1', AT)])).toEqual(full);
      const later = '2026-03-01T00:00:00.000Z';
      expect(spent(full, of('more'), 'hours', later)).toMatchObject({ known: true });
    },
  );

  it('leaves what a bound has beyond it, never less than nothing, and nothing if it is not known', () => {
    const cap = decimalOf('10');
    expect([decimalOf('3'), decimalOf('11'), null].map((n) => leftOf(cap, n).toFixed())).toEqual([
      '7',
      '0',
      '0',
    ]);
  });
});
