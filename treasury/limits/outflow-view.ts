import type { CountsRead } from '../counters/shared-counts.ts';
import type { UnknownBound } from '../facts/unknown-bound.ts';
import { isUnreadable } from '../instructions/lane.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import { type BelievedValues, noValues, unitValue } from '../valuation/believed-values.ts';
import type { NoPrice } from '../valuation/no-value.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import { type Holdings, isWithdrawal } from './liquidity.ts';

/* What floors and limits over several currencies are judged on, and what it is worth. */

/**
 * Seconds for which the prices of the latest snapshot value a floor or a limit. Snapshots are an hour apart at most, and
 * five minutes more let the next one be taken and decided on; an approval is used within a quarter of an hour, so it
 * could not wait for one. Limits that size a sweep by value are stricter.
 */
export const MAX_OUTFLOW_PRICE_AGE_SECONDS = 3_900;

/** A withdrawal that was decided a moment before, on the same basis, and stands in no lane yet. */
export interface GivenOutflow {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: Decimal;
}

/** The basis of every floor and limit over several currencies. */
export interface OutflowView extends Holdings {
  readonly usage: CountsRead;
  /** Null if no snapshot has any. */
  readonly prices: PriceReading | null;
  readonly accounts: ReadonlyMap<string, RegisteredAccount>;
  /** Whether open instructions count: for a decision they do; at a claim each is checked in its turn. */
  readonly open: 'with-open' | 'without-open';
  readonly given: readonly GivenOutflow[];
}

type Priced =
  | { readonly ok: true; readonly values: BelievedValues; readonly unitPrice: Decimal }
  | { readonly ok: false; readonly unknown: UnknownBound };

/** A price that is missing, stale or doubted values nothing; the reporting currency needs none. */
export function priceOf(
  { prices, now }: Pick<OutflowView, 'prices' | 'now'>,
  currency: string,
  into: string,
): Priced {
  const stale = prices === null ? null : staleness(prices.readAt, now);
  const values = prices === null || stale !== null ? noValues(into) : prices.values;
  const unit = unitValue(values, currency, into);
  if (!unit.known) {
    const isDoubted = Object.hasOwn(values.doubts, currency);
    const none = { code: 'no-usable-price', currency, into } as const;
    return { ok: false, unknown: stale ?? (isDoubted ? unit.why : none) };
  }
  return { ok: true, values, unitPrice: decimalOf(unit.price) };
}

function staleness(readAt: Instant, now: Instant): NoPrice | null {
  const ageSeconds = secondsBetween(readAt, now);
  const isFresh =
    ageSeconds <= MAX_OUTFLOW_PRICE_AGE_SECONDS && ageSeconds >= -MAX_CLOCK_SKEW_SECONDS;
  return isFresh
    ? null
    : { code: 'stale', readAt, now, maximumSeconds: MAX_OUTFLOW_PRICE_AGE_SECONDS };
}

interface Open {
  readonly accountId: string | undefined;
  readonly currency: string;
  readonly amount: Decimal;
}

/** Open withdrawals to the accounts concerned; one from before its account was stored may go to any of them. */
export function openTo(view: OutflowView, concerns: (key: string) => boolean): readonly Open[] {
  if (view.open === 'without-open') return [];
  return view.lanes.flatMap(({ currency, open }) =>
    Object.values(open)
      .filter(isWithdrawal)
      .filter(({ accountId }) => accountId === undefined || concerns(accountKey(accountId)))
      .map(({ accountId, amount }) => ({ accountId, currency, amount: decimalOf(amount) })),
  );
}

/**
 * Null if it is known what is open: else in which currency it is not. For a claim nothing open counts, and what was claimed
 * in a lane that cannot be read stands in the counter.
 */
export function unknownOpen(view: OutflowView, of?: string): UnknownBound | null {
  if (view.open === 'without-open') return null;
  const lane = view.lanes.find(
    (each) => isUnreadable(each) && (of ?? each.currency) === each.currency,
  );
  return lane === undefined ? null : { code: 'lane-unreadable', currency: lane.currency };
}

/** What was decided a moment before for the accounts concerned. */
export function givenTo(
  { given }: OutflowView,
  concerns: (accountId: string) => boolean,
): readonly GivenOutflow[] {
  return given.filter(({ accountId }) => concerns(accountId));
}

export function sumGiven({ given }: OutflowView, counts: (each: GivenOutflow) => boolean): Decimal {
  return given.filter(counts).reduce((sum, { amount }) => sum.plus(amount), ZERO);
}

/** Currencies without a price that a decision names: whoever finds these prices finds those of the others as well. */
const MAX_UNPRICED_NAMED = 5;

/** The value of all; not known if one of them cannot be valued: it may be anything. */
export function valueOfAll(
  amounts: readonly { readonly currency: string; readonly amount: Decimal }[],
  values: BelievedValues,
  into: string,
): { readonly seen: Decimal } | { readonly seen: null; readonly unknown: UnknownBound } {
  let sum = ZERO;
  const unpriced = new Set<string>();
  for (const { currency, amount } of amounts) {
    const priced = valueOfAmount(values, currency, amount.toFixed(), into);
    if (priced === null) unpriced.add(currency);
    else sum = sum.plus(decimalOf(priced));
  }
  if (unpriced.size === 0) return { seen: sum };
  const currencies = [...unpriced].sort().slice(0, MAX_UNPRICED_NAMED);
  const more = unpriced.size - currencies.length;
  const unknown = { code: 'open-unpriced', currencies, into, ...(more > 0 && { more }) } as const;
  return { seen: null, unknown };
}
