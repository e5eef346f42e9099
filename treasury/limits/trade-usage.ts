import type { Counter, Debit } from '../counters/counter.ts';
import { knownAmount, type Spent } from '../counters/counts.ts';
import { type CountsRead, spentIn } from '../counters/shared-counts.ts';
import type { ConversionFact } from '../facts/conversion-facts.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Instant } from '../time/instant.ts';

/** The item that every trade counts in cannot be read: none is decided, and none is sent. */
export const TRADE_COUNTS_UNREADABLE = {
  limit: 'traded-24h',
  code: 'counts-unreadable',
  counts: 'trade-usage',
} as const satisfies ConversionFact;

/** A tenant's trades, as a whole. */
export function tradedCounter(unit: string): Counter {
  return { kind: 'traded', of: '', unit };
}

/** Those of one person, or of a rule. */
export function traderCounter(by: string, unit: string): Counter {
  return { kind: 'trader', of: by, unit };
}

/** The part of them that no other person approved. */
function aloneCounter(by: string, unit: string): Counter {
  return { kind: 'trader-alone', of: by, unit };
}

/**
 * What counts in the rolling 24 hours that end now. As long as trades count in another currency, nothing of one person is
 * known either.
 */
export function tradedWithin(
  usage: CountsRead,
  by: string,
  unit: string,
  now: Instant,
): { readonly total: Spent; readonly person: Spent } {
  const total = spentIn(usage, tradedCounter(unit), 'hours', now);
  const person = spentIn(usage, traderCounter(by, unit), 'hours', now);
  return { total, person: total.known ? person : total };
}

/** The amount that one person traded in 24 hours without another person's approval; null if that is not known. */
export function unapprovedWithin(
  usage: CountsRead,
  by: string,
  unit: string,
  now: Instant,
): Decimal | null {
  if (!tradedWithin(usage, by, unit, now).person.known) return null;
  return knownAmount(spentIn(usage, aloneCounter(by, unit), 'hours', now));
}

/**
 * What a trade debits before it is sent. If there is no room for one more person it counts for the tenant alone: with a
 * limit for each person the guards have refused it before.
 */
export function tradeDebits({
  by,
  amount,
  currency: unit,
  at,
  approved,
}: {
  readonly by: string;
  /** In the reporting currency of the moment. */
  readonly amount: string;
  readonly currency: string;
  readonly at: Instant;
  /** Whether another person approved it: then it does not count against the limit of unapproved trades. */
  readonly approved: boolean;
}): readonly Debit[] {
  const counters = [
    tradedCounter(unit),
    traderCounter(by, unit),
    ...(approved ? [] : [aloneCounter(by, unit)]),
  ];
  return counters.map((counter) => ({ counter, amount, at }));
}
