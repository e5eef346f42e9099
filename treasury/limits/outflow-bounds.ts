import { bookingTerms } from '../booking/booking-terms.ts';
import type { Counter, Debit } from '../counters/counter.ts';
import { knownAmount } from '../counters/counts.ts';
import { spentIn, UNREADABLE_COUNTS } from '../counters/shared-counts.ts';
import type { WindowName } from '../counters/windows.ts';
import type { RefusalReason } from '../decisions/decision.ts';
import type { FloorName, OutflowLimitName } from '../facts/bound-facts.ts';
import type { UnknownBound } from '../facts/unknown-bound.ts';
import { isUnreadable } from '../instructions/lane.ts';
import { leftUnnamed, paidTo } from '../instructions/paid-destination.ts';
import { Decimal, ROUNDING, ZERO } from '../money/decimal.ts';
import { decimalOf, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import type { Money } from '../money/money.ts';
import { ACCOUNT_LIMIT_FIELDS, ACCOUNT_LIMITS } from '../policy/account-limits.ts';
import type { Controls } from '../policy/controls.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import type { Instant } from '../time/instant.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { liquidityOf } from './liquidity.ts';
import {
  accountCounter,
  counterpartyCounter,
  counterpartyKey,
  outflowCounter,
} from './outflow-usage.ts';
import {
  givenTo,
  type OutflowView,
  openTo,
  priceOf,
  sumGiven,
  unknownOpen,
  valueOfAll,
} from './outflow-view.ts';

interface NamedBound {
  readonly limit: FloorName | OutflowLimitName;
  readonly reason: Extract<
    RefusalReason,
    'liquidity-floor' | 'account-limit' | 'counterparty-limit' | 'outflow-limit'
  >;
  /** Whose it is: an account's or a counterparty's label; absent: the tenant's. */
  readonly of?: string;
  /** The currency of the numbers: the withdrawal's, or the reporting currency. */
  readonly currency: string;
  /** As the policy names it; decimal text. */
  readonly cap: string;
  /** Reporting currency per unit of the withdrawal; 1 if the numbers are in its own currency. */
  readonly unitPrice: Decimal;
  /** A floor counts the largest fee beside the amount. */
  readonly feeOf: (amount: Decimal) => Decimal;
}

/** What is there, of a floor; what is used, of a limit. Null: not known, and nothing may leave. */
type Seen =
  | { readonly seen: Decimal; readonly unknown?: undefined }
  | { readonly seen: null; readonly unknown: UnknownBound };

/** One floor or limit as it stands for withdrawals to one account. */
export type OutflowBound = NamedBound & Seen;

/**
 * Whether a floor or a limit over several currencies concerns withdrawals to this account, so that their claims write the
 * usage item. The floor of everything is one: two lanes could each leave enough for themselves alone. The floor of one
 * currency is none: its lane holds it by itself.
 */
export function hasOutflowBounds(
  controls: Pick<Controls, 'liquidityFloor' | 'withdrawalLimits'>,
  account: Pick<
    RegisteredAccount,
    'limits' | 'counterparty' | 'firstPaymentMaximum' | 'paymentArrived'
  >,
): boolean {
  const { liquidityFloor, withdrawalLimits } = controls;
  return (
    liquidityFloor?.total !== undefined ||
    withdrawalLimits?.per24Hours !== undefined ||
    isSet(account.limits) ||
    isFirstPayment(account) ||
    isSet(limitsOfCounterparty(controls, account))
  );
}

/**
 * Whether any of them is a value, so that a claim needs prices: the floor of everything, which binds no withdrawal that
 * people request, compares all currencies; a limit in the reporting currency does not need the price of that.
 */
export function isBoundByValue(
  controls: Pick<Controls, 'liquidityFloor' | 'withdrawalLimits' | 'reportingCurrency'>,
  account: Pick<RegisteredAccount, 'currency' | 'counterparty'>,
  origin: 'sweep' | 'request',
): boolean {
  const { liquidityFloor, withdrawalLimits, reportingCurrency } = controls;
  if (origin === 'sweep' && liquidityFloor?.total !== undefined) return true;
  if (account.currency === reportingCurrency) return false;
  return (
    withdrawalLimits?.per24Hours !== undefined || isSet(limitsOfCounterparty(controls, account))
  );
}

/** The limits of the account's counterparty; undefined if it has none. */
export function limitsOfCounterparty(
  { withdrawalLimits }: Pick<Controls, 'withdrawalLimits'>,
  { counterparty }: Pick<RegisteredAccount, 'counterparty'>,
) {
  if (counterparty === undefined) return undefined;
  const key = counterpartyKey(counterparty);
  return withdrawalLimits?.counterparties?.find(({ name }) => counterpartyKey(name) === key);
}

/** Whether the account has a first-payment maximum that no people have ended; an answer may have. */
export function isFirstPayment({
  firstPaymentMaximum,
  paymentArrived,
}: Pick<RegisteredAccount, 'firstPaymentMaximum' | 'paymentArrived'>): boolean {
  return firstPaymentMaximum !== undefined && paymentArrived !== true;
}

function isSet(limits: RegisteredAccount['limits']): boolean {
  return ACCOUNT_LIMIT_FIELDS.some((field) => limits?.[field] !== undefined);
}

/** The limits of what may leave to an account: they bind sweeps and withdrawals that people request alike. Pure. */
export function limitsTo(
  view: OutflowView,
  controls: Controls,
  account: RegisteredAccount,
): readonly OutflowBound[] {
  const { limits, counterparty, label } = account;
  const ofCounterparty = limitsOfCounterparty(controls, account);
  const of = { of: label };
  const toAccount = { reason: 'account-limit', ...of } as const;
  const toCounterparty = { reason: 'counterparty-limit', of: counterparty ?? '' } as const;
  const limiting = [
    ...ACCOUNT_LIMIT_FIELDS.flatMap((field) => {
      const { limit, window } = ACCOUNT_LIMITS[field];
      return ownLimit(view, account, { ...toAccount, limit }, limits?.[field], window);
    }),
    ...firstPaymentLimit(view, account, { ...toAccount, limit: 'first-payment' }),
    ...limitByValue(view, controls, account, ofCounterparty?.per24Hours, 'hours', {
      ...toCounterparty,
      limit: 'counterparty-24h',
    }),
    ...limitByValue(view, controls, account, ofCounterparty?.per30Days, 'days', {
      ...toCounterparty,
      limit: 'counterparty-30d',
    }),
    ...limitByValue(view, controls, account, controls.withdrawalLimits?.per24Hours, 'hours', {
      reason: 'outflow-limit',
      limit: 'outflow-24h',
    }),
  ];
  return limiting.map((bound) => unlessUnreadable(view, bound));
}

/**
 * Every claim under one of these writes the counts, by which it knows of the claims of other currencies: while they cannot be
 * read none is known, of what is counted there or not.
 */
function unlessUnreadable({ usage }: OutflowView, bound: OutflowBound): OutflowBound {
  return usage === UNREADABLE_COUNTS ? { ...bound, seen: null, unknown: COUNTS_UNREADABLE } : bound;
}

/**
 * The floor of a currency that no sweep may break, and no conversion of a rule. `free`: what is held and on no way out;
 * a decision takes open instructions off as well. Pure.
 */
export function floorOf(controls: Controls, { currency, amount }: Money): readonly OutflowBound[] {
  const floors = controls.liquidityFloor?.currencies ?? {};
  const cap = Object.hasOwn(floors, currency) ? floors[currency] : undefined;
  if (cap === undefined) return [];
  const { largestFee: feeOf } = bookingTerms(controls, currency);
  const named = { limit: 'floor-currency', reason: 'liquidity-floor' } as const;
  return [{ ...named, currency, cap, seen: amount, unitPrice: ONE, feeOf }];
}

/**
 * The floor of everything that no sweep may break. A withdrawal that people request and approve may: it is their
 * decision. A conversion changes nothing of it. Pure.
 */
export function totalFloor(
  view: OutflowView,
  controls: Controls,
  { currency }: Pick<RegisteredAccount, 'currency'>,
): readonly OutflowBound[] {
  const { liquidityFloor, reportingCurrency } = controls;
  const cap = liquidityFloor?.total;
  if (cap === undefined) return [];
  const { largestFee: feeOf } = bookingTerms(controls, currency);
  const named = { limit: 'floor-total', reason: 'liquidity-floor' } as const;
  const base = { ...named, currency: reportingCurrency, cap, feeOf };
  const priced = priceOf(view, currency, reportingCurrency);
  if (!priced.ok) return [{ ...base, seen: null, unknown: priced.unknown, unitPrice: ONE }];
  const { values, unitPrice } = priced;
  const { total } = liquidityOf(view, values, reportingCurrency, view.open);
  const given = valueOfAll(view.given, values, reportingCurrency);
  const seen = given.seen === null ? given : { seen: total.minus(given.seen) };
  return [unlessUnreadable(view, { ...base, unitPrice, ...seen })];
}

/** Everything that bounds a sweep to this account; without controls or account nothing is decided anyway. */
export function boundsOfSweep(
  view: OutflowView | null,
  controls: Controls | null,
  account: RegisteredAccount | null,
): readonly OutflowBound[] {
  if (view === null || controls === null || account === null) return [];
  return [...totalFloor(view, controls, account), ...limitsTo(view, controls, account)];
}

/** What a claim debits of the limits to its account; null if a limit by value counts it and its price is not known. */
export function outflowDebits(
  view: Pick<OutflowView, 'prices' | 'now'>,
  controls: Controls,
  account: RegisteredAccount,
  { amount, at }: { readonly amount: string; readonly at: Instant },
): readonly Debit[] | null {
  const { currency, counterparty = '', limits } = account;
  const { reportingCurrency, withdrawalLimits } = controls;
  const own = isSet(limits) ? [{ counter: accountCounter(account), amount, at }] : [];
  const byValue = [
    ...(isSet(limitsOfCounterparty(controls, account))
      ? [counterpartyCounter(counterparty, reportingCurrency)]
      : []),
    ...(withdrawalLimits?.per24Hours === undefined ? [] : [outflowCounter(reportingCurrency)]),
  ];
  if (byValue.length === 0) return own;
  const priced = priceOf(view, currency, reportingCurrency);
  const value = priced.ok
    ? valueOfAmount(priced.values, currency, amount, reportingCurrency)
    : null;
  if (value === null) return null;
  return [...own, ...byValue.map((counter) => ({ counter, amount: value, at }))];
}

/** What the bound leaves, in its own currency; never less than zero, and zero if it is not known. */
export function leftOf({ reason, seen, cap }: OutflowBound): Decimal {
  if (seen === null) return ZERO;
  const left =
    reason === 'liquidity-floor' ? seen.minus(decimalOf(cap)) : decimalOf(cap).minus(seen);
  return Decimal.max(left, ZERO);
}

/** What a withdrawal takes of the bound, in its currency: rounded up, with the largest fee where that counts. */
export function takenFrom({ unitPrice, feeOf }: OutflowBound, amount: Decimal): Decimal {
  return amount
    .plus(feeOf(amount))
    .times(unitPrice)
    .toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.up);
}

export function fits(bound: OutflowBound, amount: Decimal): boolean {
  return bound.seen !== null && takenFrom(bound, amount).lessThanOrEqualTo(leftOf(bound));
}

/** The largest amount that fits, in the withdrawal's currency. */
export function roomIn(bound: OutflowBound): Decimal {
  const { unitPrice, feeOf } = bound;
  if (bound.seen === null || unitPrice.isZero()) return ZERO;
  const left = leftOf(bound).dividedBy(unitPrice);
  const fixed = feeOf(ZERO);
  // A fee is a fixed part and a share of the amount.
  const share = feeOf(ONE).minus(fixed);
  const amount = left.minus(fixed).dividedBy(share.plus(ONE));
  return Decimal.max(amount.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.down), ZERO);
}

const ONE = new Decimal(1);
const NO_FEE = () => ZERO;

type Named = Pick<OutflowBound, 'limit' | 'reason' | 'of'>;

/** A limit of the account itself, in its own currency: no price is needed. */
function ownLimit(
  view: OutflowView,
  account: RegisteredAccount,
  named: Named,
  cap: string | undefined,
  window: WindowName,
): readonly OutflowBound[] {
  if (cap === undefined) return [];
  const { currency } = account;
  const base = { ...named, currency, cap, unitPrice: ONE, feeOf: NO_FEE };
  const claimed = claimedOf(view, accountCounter(account), window);
  if (claimed === null) return [{ ...base, seen: null, unknown: COUNTED_OTHERWISE }];
  const unknown = unknownOpen(view, currency);
  if (unknown !== null) return [{ ...base, seen: null, unknown }];
  const key = accountKey(account.id);
  const open = openTo(view, (id) => id === key).reduce((sum, { amount }) => sum.plus(amount), ZERO);
  const given = sumGiven(view, ({ accountId }) => accountKey(accountId) === key);
  return [{ ...base, seen: claimed.plus(open).plus(given) }];
}

/**
 * What may leave before anything has named the place: everything claimed for it counts, whatever became of it, and
 * everything that is open.
 */
function firstPaymentLimit(
  view: OutflowView,
  account: RegisteredAccount,
  named: Named,
): readonly OutflowBound[] {
  const { currency, firstPaymentMaximum: cap } = account;
  if (cap === undefined || !isFirstPayment(account)) return [];
  const base = { ...named, currency, cap, unitPrice: ONE, feeOf: NO_FEE };
  const lane = view.lanes.find((each) => each.currency === currency);
  if (lane !== undefined && isUnreadable(lane)) {
    return [{ ...base, seen: null, unknown: { code: 'lane-unreadable', currency } }];
  }
  const left = leftUnnamed(paidTo(lane?.destinations, account.id, account));
  if (left === null) return [];
  const key = accountKey(account.id);
  const open = openTo(view, (id) => id === key).filter((each) => each.currency === currency);
  const given = sumGiven(view, ({ accountId }) => accountKey(accountId) === key);
  const seen = open.reduce((sum, { amount }) => sum.plus(amount), left).plus(given);
  return [{ ...base, seen }];
}

/** A limit in the reporting currency, over accounts of several currencies. */
function limitByValue(
  view: OutflowView,
  controls: Controls,
  account: RegisteredAccount,
  cap: string | undefined,
  window: WindowName,
  named: Named,
): readonly OutflowBound[] {
  if (cap === undefined) return [];
  const { reportingCurrency } = controls;
  const base = { ...named, currency: reportingCurrency, cap, unitPrice: ONE, feeOf: NO_FEE };
  const priced = priceOf(view, account.currency, reportingCurrency);
  if (!priced.ok) return [{ ...base, seen: null, unknown: priced.unknown }];
  const concerns = concernedBy(view, account, named);
  const claimed = claimedOf(view, counterOf(account, named, reportingCurrency), window);
  if (claimed === null) return [{ ...base, seen: null, unknown: COUNTED_OTHERWISE }];
  const unknown = unknownOpen(view);
  if (unknown !== null) return [{ ...base, seen: null, unknown }];
  const others = [...openTo(view, concerns), ...givenTo(view, concerns)];
  const worth = valueOfAll(others, priced.values, reportingCurrency);
  const seen = worth.seen === null ? worth : { seen: claimed.plus(worth.seen) };
  return [{ ...base, unitPrice: priced.unitPrice, ...seen }];
}

const COUNTED_OTHERWISE = { code: 'counted-otherwise' } as const;
const COUNTS_UNREADABLE = { code: 'counts-unreadable', counts: 'outflow-usage' } as const;

function claimedOf({ usage, now }: OutflowView, counter: Counter, window: WindowName) {
  return knownAmount(spentIn(usage, counter, window, now));
}

function counterOf(
  { counterparty = '' }: RegisteredAccount,
  { reason }: Named,
  unit: string,
): Counter {
  return reason === 'counterparty-limit'
    ? counterpartyCounter(counterparty, unit)
    : outflowCounter(unit);
}

/** Whether a withdrawal to an account counts against the limit: of its counterparty, or of everything. */
function concernedBy(
  { accounts }: OutflowView,
  { counterparty = '' }: RegisteredAccount,
  { reason }: Named,
): (accountId: string) => boolean {
  if (reason !== 'counterparty-limit') return () => true;
  const key = counterpartyKey(counterparty);
  return (accountId) => {
    const other = accounts.get(accountKey(accountId));
    // An account that is not known, such as one whose item cannot be read, may be this counterparty's.
    if (other === undefined) return true;
    return other.counterparty !== undefined && counterpartyKey(other.counterparty) === key;
  };
}
