import { describe, expect, it } from 'vitest';
import { COUNTERS, type Counter, type Debit } from '../../../treasury/counters/counter.ts';
import {
  type Counts,
  countable,
  countersBelow,
  debited,
  endsIn,
  leftOf,
  shareOf,
  spent,
  spentTogether,
  takenWith,
  voided,
} from '../../../treasury/counters/counts.ts';
import { EVER, momentWithRoom, type WindowName } from '../../../treasury/counters/windows.ts';
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

describe('what counts for ever', () => {
  const ACCOUNT = { kind: 'account', of: 'cold', unit: 'BTC' } as const;
  const once = debited([], [taken(ACCOUNT, '3.5', AT)]);
  const inAll = (counts: Counts, counter: Counter = ACCOUNT) =>
    spent(counts, counter, 'ever', '2099-12-31T23:59:59.999Z');

  it('is never dropped, however long nothing is taken, and ends at no moment', () => {
    const later = debited(once, [
      taken({ ...ACCOUNT, of: 'warm' }, '1', '2099-01-01T00:00:00.000Z'),
    ]);
    expect(countedOf({ counts: later }, 'account', 'cold')).toEqual({
      ...{ hours: {}, days: {}, ever: { '1970-01-01T00:00:00.000Z': '3.5' } },
    });
    expect(inAll(later)).toMatchObject({ known: true, amount: decimalOf('3.5') });
    expect(endsIn(later).some((end) => end > '2100-01-01T00:00:00.000Z')).toBe(false);
    expect(momentWithRoom({ '1970-01-01T00:00:00.000Z': '3.5' }, EVER, decimalOf('3'), AT)).toBe(
      null,
    );
  });

  it('goes back as long as it may be, and is forgotten with the last of it', () => {
    const later = debited(once, [taken(ACCOUNT, '1', '2027-01-05T10:00:00.000Z')]);
    const back = voided(later, [taken(ACCOUNT, '3.5', AT)]);
    expect(inAll(back)).toMatchObject({ amount: decimalOf('1') });
    expect(debited(voided(once, [taken(ACCOUNT, '3.5', AT)]), [])).toMatchObject([{ ever: {} }]);
  });

  it('is known in each unit alone: what counts in another one would never count no more', () => {
    const inEther = { ...ACCOUNT, unit: 'ETH' };
    expect(inAll(once, inEther)).toMatchObject({ known: true, amount: decimalOf('0') });
    expect(spent(once, inEther, 'hours', AT)).toMatchObject({ known: false, why: 'other-unit' });
  });

  it('takes no room of others once nothing else of it counts', () => {
    const { most = 0 } = COUNTERS.account;
    const many = Array.from({ length: most }, (_, n) =>
      taken({ ...ACCOUNT, of: `n-${n}` }, '1', AT),
    );
    const full = debited([], many);
    expect(spent(full, ACCOUNT, 'ever', AT)).toEqual({ known: false, why: 'full' });
    expect(spent(full, { ...ACCOUNT, of: 'n-0' }, 'ever', AT)).toMatchObject({ known: true });
    expect(inAll(full, { ...ACCOUNT, of: 'n-0' })).toMatchObject({ amount: decimalOf('1') });
    const later = '2026-03-01T00:00:00.000Z';
    expect(inAll(debited(full, [taken(ACCOUNT, '2', later)]))).toMatchObject({
      amount: decimalOf('2'),
    });
  });
});

describe('what several counters hold together', () => {
  const by = (of: string, unit = 'USD') => ({ kind: 'approved-by', of, unit }) as const;
  const both = debited([], [taken(by('0'), '5', AT), taken(by('1'), '2.5', AT)]);

  it('is their sum, and not known if one of them is not', () => {
    const sumOf = (...counters: Counter[]) => spentTogether(both, counters, 'hours', AT);
    expect(sumOf(by('0'), by('1'))).toEqual({ known: true, amount: decimalOf('7.5') });
    expect(sumOf()).toEqual({ known: true, amount: decimalOf('0') });
    expect(sumOf(by('0'), by('1', 'EUR'))).toMatchObject({ known: false, why: 'other-unit' });
    expect(sumOf(by('0', 'EUR'), by('1'))).toMatchObject({ known: false, why: 'other-unit' });
  });
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

describe('a counter below what was taken', () => {
  const all = [taken(RULE, '3', AT), taken({ ...RULE, of: 's' }, '1', AT)];
  const stands = debited([], all);
  const below = (counts: Counts, debits: readonly Debit[], now = AT) =>
    countersBelow(counts, takenWith([], debits), now);

  it('is none that holds as much, or more', () => {
    expect(below(stands, all)).toEqual([]);
    expect(below(stands, all.slice(1))).toEqual([]);
    expect(below([], [])).toEqual([]);
  });

  it('is one that is not there, that holds less, or that holds it in another bucket', () => {
    expect(below([], all)).toEqual(all.map(({ counter }) => counter));
    const less = voided(stands, [taken(RULE, '0.00000001', AT)]);
    expect(below(less, all)).toEqual([RULE]);
    const moved = debited(debited([], all.slice(1)), [
      taken(RULE, '3', '2026-01-05T08:00:00.000Z'),
    ]);
    expect(below(moved, all)).toEqual([RULE]);
  });

  it('is none once the buckets count no more', () => {
    expect(below([], all, '2026-01-06T10:00:00.000Z')).toHaveLength(2);
    expect(below([], all, '2026-02-05T00:00:00.000Z')).toEqual([]);
  });
});

describe('a debit', () => {
  it('is listed if its counter finds room, and not if it is counted nowhere', () => {
    const traderOf = (of: string) => taken({ kind: 'trader', of, unit: 'USD' }, '1', AT);
    const most = COUNTERS.trader.most ?? 0;
    const full = debited(
      [],
      Array.from({ length: most }, (_, n) => traderOf(`p${n}`)),
    );
    const traded = taken({ kind: 'traded', of: '', unit: 'USD' }, '1', AT);
    const listed = [traded, traderOf('p1')];
    expect(countable(full, [...listed, traderOf('one more')])).toEqual(listed);
    expect(countable([], [...listed, traderOf('one more')])).toHaveLength(3);
  });
});
