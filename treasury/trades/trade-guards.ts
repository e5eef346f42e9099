import { sayNoPrice } from '../facts/sentences/say/no-price.ts';
import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import { sayNotStated } from '../facts/sentences/say/not-stated.ts';
import type { Lane } from '../instructions/lane.ts';
import { readNotBefore, unbookedIn } from '../instructions/lane-reading.ts';
import { armedLane, notSentByMode } from '../instructions/not-sent.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import type { Controls } from '../policy/controls.ts';
import type { Halting } from '../policy/halt-state.ts';
import { heldOf, withdrawable } from '../valuation/balance.ts';
import { unitValue } from '../valuation/believed-values.ts';
import { reasonOf } from '../valuation/no-value.ts';
import { notionalOf, paidBy, type ValuedSide } from '../valuation/notional.ts';
import { refuseByPrice } from './price-guards.ts';
import { refuseByRolling } from './rolling-guards.ts';
import { JUMPED_RETRY_AFTER_SECONDS } from './trade-limits.ts';
import type { TradeRefusal } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';

/** The basis of a trade that no guard refuses. */
export interface Guarded {
  readonly ok: true;
  readonly controls: Controls;
  /** Its value. */
  readonly notional: ValuedSide;
}

export type GuardedTrade = Guarded | { readonly ok: false; readonly refusal: TradeRefusal };

/**
 * The first guard that refuses, with its numbers; else the basis of the trade and its value. Pure: the same guards
 * before an approval is requested, and again on fresh prices and balances before the claim.
 */
export function guardTrade(request: TradeRequest, view: TradeView): GuardedTrade {
  const { controls } = view;
  if (controls === null) {
    return refused({ code: 'disarmed', message: sayNotSent({ code: 'no-policy' }) });
  }
  const refusal =
    refuseByMode(request, controls, view.halt) ??
    refuseByInstrument(request, controls) ??
    refuseByPrice(request, controls, view) ??
    refuseByLanes(request, view);
  if (refusal !== null) return refused(refusal);
  const notional = notionalOf(request, view.values, controls.reportingCurrency);
  if (!notional.known) return refused(refuseUnvalued(controls, view, notional));
  const { side } = notional;
  const beyond =
    refuseByNotional(side, controls) ??
    refuseByRolling(side, controls, view) ??
    refuseByBalance(request, view);
  return beyond === null ? { ok: true, controls, notional: side } : refused(beyond);
}

/** If its value has jumped, that is the reason: it may be over in a moment. */
function refuseUnvalued(
  { reportingCurrency }: Controls,
  { values }: TradeView,
  { amount, currency }: { readonly amount: string; readonly currency: string },
): TradeRefusal {
  const unit = unitValue(values, currency, reportingCurrency);
  const isDoubted = !unit.known && Object.hasOwn(values.doubts, currency);
  const why = isDoubted ? `: ${sayNoPrice(unit.why)}` : '';
  const message = `${amount} ${currency} can't be valued in ${reportingCurrency} at the prices of this moment, so the limit can't be checked${why}`;
  if (!unit.known && reasonOf(unit.why) === 'price-jumped') {
    const retryAfterSeconds = JUMPED_RETRY_AFTER_SECONDS;
    return { code: 'price-jumped', message, numbers: { amount, currency }, retryAfterSeconds };
  }
  return { code: 'notional-unknown', message, numbers: { amount, currency } };
}

function refused(refusal: TradeRefusal): GuardedTrade {
  return { ok: false, refusal };
}

function refuseByMode(
  request: TradeRequest,
  controls: Controls,
  halt: Halting,
): TradeRefusal | null {
  for (const currency of request.instrument.split('/')) {
    const why = notSentByMode(controls, halt, currency);
    if (why === null) continue;
    return { code: why.code, message: sayNotSent(why), numbers: { currency } };
  }
  return null;
}

function refuseByInstrument(
  { instrument }: TradeRequest,
  { trades }: Controls,
): TradeRefusal | null {
  if (trades.instruments.includes(instrument)) return null;
  const accepted = trades.instruments.join(', ') || 'none';
  const message = `${instrument} may not be traded; accepted: ${accepted}`;
  return { code: 'instrument-not-allowed', message };
}

/** Seconds after which a currency that is being sent is mostly free again: sending takes one or two. */
const BUSY_RETRY_AFTER_SECONDS = 5;

function refuseByLanes({ instrument }: TradeRequest, view: TradeView): TradeRefusal | null {
  for (const currency of instrument.split('/')) {
    const armed = armedLane(view.lanes.get(currency) ?? null, currency, view.epoch);
    if (!armed.ok) return { code: 'disarmed', message: sayNotSent(armed.why) };
    const { lane } = armed;
    const { status } = lane;
    if (status.state === 'idle') {
      const refusal = refuseByBookings(lane, view) ?? refuseByAbsence(currency, view);
      if (refusal !== null) return refusal;
      continue;
    }
    const { instructionId } = status.claim;
    const numbers = { currency, blockedBy: instructionId };
    if (status.state === 'sending') {
      const message = `another instruction in ${currency} is being sent`;
      const retryAfterSeconds = BUSY_RETRY_AFTER_SECONDS;
      return { code: 'currency-busy', message, numbers, retryAfterSeconds };
    }
    const message = `${currency} is blocked by ${instructionId}, whose outcome is ${status.state}`;
    return { code: 'currency-uncertain', message, numbers };
  }
  return null;
}

/** The balances must be newer than what is known already. */
function refuseByBookings(lane: Lane, view: TradeView): TradeRefusal | null {
  const { currency } = lane;
  const least = readNotBefore(lane);
  if (least === undefined || view.balancesReadAt >= least) return null;
  const message = `the balance of ${currency} was read at ${view.balancesReadAt}, before what is already known of ${least}`;
  const retryAfterSeconds = BUSY_RETRY_AFTER_SECONDS;
  return { code: 'currency-busy', message, numbers: { currency }, retryAfterSeconds };
}

/** Later balances are compared with the one before the claim: of both sides it has to be stated. */
function refuseByAbsence(currency: string, { balances }: TradeView): TradeRefusal | null {
  const held = heldOf(balances, currency);
  if (held.known) return null;
  const message = sayNotStated(currency, held.reading);
  return { code: 'currency-uncertain', message, numbers: { currency } };
}

function refuseByNotional(
  { amount, currency, value }: ValuedSide,
  { trades, reportingCurrency }: Controls,
): TradeRefusal | null {
  const { maximumNotional } = trades;
  if (decimalOf(value).lessThanOrEqualTo(decimalOf(maximumNotional))) return null;
  const message = `${amount} ${currency} is worth ${value} ${reportingCurrency}; accepted: at most ${maximumNotional}`;
  const numbers = { amount, currency, notional: value, maximumNotional, reportingCurrency };
  return { code: 'notional-above-limit', message, numbers };
}

function refuseByBalance(request: TradeRequest, view: TradeView): TradeRefusal | null {
  const { currency, amount } = paidBy(request);
  const { balances } = view;
  const held = heldOf(balances, currency);
  if (!held.known) return refuseByAbsence(currency, view);
  const withdrawableBalance = withdrawable(held.balance);
  const unbooked = unbookedIn(view.lanes.get(currency), view.now);
  const available = formatDecimal(decimalOf(withdrawableBalance).minus(unbooked));
  if (decimalOf(available).greaterThanOrEqualTo(decimalOf(amount))) return null;
  const less = unbooked.isZero()
    ? ''
    : ` (${withdrawableBalance} less ${formatDecimal(unbooked)} not booked yet)`;
  const message = `the trade needs ${amount} ${currency}; available: ${available}${less}`;
  return {
    code: 'balance-insufficient',
    message,
    numbers: { needed: amount, available, currency },
  };
}
