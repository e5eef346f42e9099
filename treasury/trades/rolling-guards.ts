import { MAX_TRADING_PEOPLE } from '../counters/counter.ts';
import { bucketsOf, type CountedInOther, type Spent } from '../counters/counts.ts';
import { countsOf, UNREADABLE_COUNTS } from '../counters/shared-counts.ts';
import { type BucketAmounts, HOURS, momentWithRoom } from '../counters/windows.ts';
import {
  TRADE_COUNTS_UNREADABLE,
  tradedCounter,
  tradedWithin,
  traderCounter,
} from '../limits/trade-usage.ts';
import type { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import type { ValuedSide } from '../valuation/notional.ts';
import type { TradeRefusal } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';

/** Seconds until the hour is over in which one of too many people may have become one of the past. */
const TOO_MANY_USERS_RETRY_AFTER_SECONDS = 3_600;

/** Seconds until it is worth asking again: people put the item right. */
const UNREADABLE_RETRY_AFTER_SECONDS = 300;

interface Limit {
  readonly scope: 'total' | 'person';
  readonly cap: string;
  readonly traded: Decimal;
  readonly hours: BucketAmounts;
}

/**
 * The limits on trades of rolling 24 hours, of everybody and of the requesting person, with the trade itself. Pure;
 * the claim debits the very counters that were judged here, in the same conditional write.
 */
export function refuseByRolling(
  notional: ValuedSide,
  controls: Controls,
  { usage, by, now }: TradeView,
): TradeRefusal | null {
  const { trades, reportingCurrency: unit } = controls;
  // With or without a limit: each trade counts there, and nothing is written over what cannot be read.
  if (usage === UNREADABLE_COUNTS) return UNREADABLE;
  const traded = tradedWithin(usage, by, unit, now);
  const counters = { total: tradedCounter(unit), person: traderCounter(by, unit) };
  const limits: Limit[] = [];
  for (const scope of ['total', 'person'] as const) {
    const cap = trades.per24Hours?.[scope];
    if (cap === undefined) continue;
    const found = traded[scope];
    if (!found.known) return unknownBy(found, by, unit, now);
    const hours = bucketsOf(countsOf(usage), counters[scope], 'hours');
    limits.push({ scope, cap, traded: found.amount, hours });
  }
  const refusals = limits
    .map((limit) => refuseBy(limit, notional, unit, now))
    .filter((refusal) => refusal !== null);
  const never = refusals.find(({ code }) => code === 'rolling-limit-too-small');
  return never ?? refusals.sort(byLongestWait)[0] ?? null;
}

const UNREADABLE: TradeRefusal = {
  code: 'unreadable',
  why: TRADE_COUNTS_UNREADABLE,
  retryAfterSeconds: UNREADABLE_RETRY_AFTER_SECONDS,
};

function unknownBy(
  found: Spent & { readonly known: false },
  by: string,
  unit: string,
  now: Instant,
): TradeRefusal {
  switch (found.why) {
    case 'full':
      return tooManyPeople(by);
    case 'unreadable':
      return UNREADABLE;
    case 'other-unit':
      return countedIn(found, unit, now);
    default:
      return found satisfies never;
  }
}

function refuseBy(
  { scope, cap, traded, hours }: Limit,
  { value }: ValuedSide,
  reportingCurrency: string,
  now: Instant,
): TradeRefusal | null {
  const room = decimalOf(cap).minus(decimalOf(value));
  if (traded.lessThanOrEqualTo(room)) return null;
  const found = { scope, notional: value, reportingCurrency, maximum: cap };
  const numbers = {
    scope,
    notional: value,
    traded24Hours: formatDecimal(traded),
    maximum24Hours: cap,
    reportingCurrency,
  };
  const freeAt = momentWithRoom(hours, HOURS, room, now);
  if (freeAt === null) {
    return { code: 'rolling-limit-too-small', why: { code: 'more-than-a-day', ...found }, numbers };
  }
  const full = { ...found, traded: numbers.traded24Hours, roomAt: freeAt };
  return {
    code: 'rolling-limit-reached',
    why: { code: 'day-is-full', ...full },
    numbers: { ...numbers, roomAt: freeAt },
    retryAfterSeconds: Math.max(1, Math.ceil(secondsBetween(now, freeAt))),
  };
}

/** Recent trades still count in another currency: until they have rolled off the remaining room is not known. */
function countedIn(
  { unit, until }: CountedInOther,
  reportingCurrency: string,
  now: Instant,
): TradeRefusal {
  return {
    code: 'rolling-limit-reached',
    why: { code: 'day-counted-otherwise', unit, reportingCurrency, roomAt: until },
    numbers: { reportingCurrency, roomAt: until },
    retryAfterSeconds: Math.max(1, Math.ceil(secondsBetween(now, until))),
  };
}

function tooManyPeople(by: string): TradeRefusal {
  return {
    code: 'rolling-limit-reached',
    why: { code: 'too-many-people-traded', by, maximum: MAX_TRADING_PEOPLE },
    numbers: { scope: 'person', maximumPeople: `${MAX_TRADING_PEOPLE}` },
    retryAfterSeconds: TOO_MANY_USERS_RETRY_AFTER_SECONDS,
  };
}

function byLongestWait(left: TradeRefusal, right: TradeRefusal): number {
  return (right.retryAfterSeconds ?? 0) - (left.retryAfterSeconds ?? 0);
}
