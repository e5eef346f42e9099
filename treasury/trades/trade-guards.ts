import type { Lane } from '../instructions/lane.ts';
import { readNotBefore, unbookedIn } from '../instructions/lane-reading.ts';
import { armedLane, codeOfLane, codeOfMode, notSentByMode } from '../instructions/not-sent.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import type { Controls } from '../policy/controls.ts';
import type { Halting } from '../policy/halt-state.ts';
import { balanceOf, heldOf, withdrawable } from '../valuation/balance.ts';
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
  if (controls === null) return refused(NO_POLICY);
  const refusal =
    refuseByControls(request, controls, view.halt) ??
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

const NO_POLICY: TradeRefusal = { code: 'disarmed', why: { limit: 'mode', code: 'no-policy' } };

/** The guards that come first, and ask nothing of the market. */
export function refuseByPolicy(
  request: TradeRequest,
  { controls, halt }: Pick<TradeView, 'controls' | 'halt'>,
): TradeRefusal | null {
  return controls === null ? NO_POLICY : refuseByControls(request, controls, halt);
}

function refuseByControls(
  request: TradeRequest,
  controls: Controls,
  halt: Halting,
): TradeRefusal | null {
  return refuseByMode(request, controls, halt) ?? refuseByInstrument(request, controls);
}

/** If its value has jumped, that is the reason: it may be over in a moment. */
function refuseUnvalued(
  { reportingCurrency }: Controls,
  { values }: TradeView,
  { amount, currency }: { readonly amount: string; readonly currency: string },
): TradeRefusal {
  const unit = unitValue(values, currency, reportingCurrency);
  const isDoubted = !unit.known && Object.hasOwn(values.doubts, currency);
  const doubt = isDoubted ? unit.why : null;
  const why = { code: 'trade-unvalued', amount, currency, reportingCurrency, why: doubt } as const;
  if (!unit.known && reasonOf(unit.why) === 'price-jumped') {
    const retryAfterSeconds = JUMPED_RETRY_AFTER_SECONDS;
    return { code: 'price-jumped', why, numbers: { amount, currency }, retryAfterSeconds };
  }
  return { code: 'notional-unknown', why, numbers: { amount, currency } };
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
    return { code: codeOfMode(why), why: { limit: 'mode', ...why }, numbers: { currency } };
  }
  return null;
}

function refuseByInstrument(
  { instrument }: TradeRequest,
  { trades }: Controls,
): TradeRefusal | null {
  if (trades.instruments.includes(instrument)) return null;
  const why = {
    code: 'instrument-not-permitted',
    instrument,
    permitted: trades.instruments,
  } as const;
  return { code: 'instrument-not-allowed', why };
}

/** Seconds after which a currency that is being sent is mostly free again: sending takes one or two. */
const BUSY_RETRY_AFTER_SECONDS = 5;

function refuseByLanes({ instrument }: TradeRequest, view: TradeView): TradeRefusal | null {
  for (const currency of instrument.split('/')) {
    const armed = armedLane(view.lanes.get(currency) ?? null, currency, view.epoch);
    if (!armed.ok) return { code: codeOfLane(armed.why), why: { limit: 'lane', ...armed.why } };
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
      const why = { limit: 'lane', code: 'lane-busy', currency, instructionId } as const;
      const retryAfterSeconds = BUSY_RETRY_AFTER_SECONDS;
      return { code: 'currency-busy', why, numbers, retryAfterSeconds };
    }
    const { state, since } = status;
    const blocked = { currency, instructionId, state, since };
    return {
      code: 'currency-uncertain',
      why: { limit: 'lane', code: 'lane-blocked', ...blocked },
      numbers,
    };
  }
  return null;
}

/** The balances must be newer than what is known already. */
function refuseByBookings(lane: Lane, view: TradeView): TradeRefusal | null {
  const { currency } = lane;
  const least = readNotBefore(lane);
  if (view.onRecord || least === undefined || view.balancesReadAt >= least) return null;
  const read = { currency, readAt: view.balancesReadAt, known: least };
  const why = { code: 'reading-too-early', ...read } as const;
  const retryAfterSeconds = BUSY_RETRY_AFTER_SECONDS;
  return { code: 'currency-busy', why, numbers: { currency }, retryAfterSeconds };
}

/** Later balances are compared with the one before the claim: of both sides it has to be stated. */
function refuseByAbsence(currency: string, { balances }: TradeView): TradeRefusal | null {
  const reading = balanceOf(balances, currency);
  if (reading.kind === 'stated' || heldOf(balances, currency).known) return null;
  const why = { limit: 'threshold', code: 'not-stated', currency, reading } as const;
  return { code: 'currency-uncertain', why, numbers: { currency } };
}

function refuseByNotional(
  { amount, currency, value }: ValuedSide,
  { trades, reportingCurrency }: Controls,
): TradeRefusal | null {
  const { maximumNotional } = trades;
  if (decimalOf(value).lessThanOrEqualTo(decimalOf(maximumNotional))) return null;
  const worth = { amount, currency, notional: value, reportingCurrency };
  const why = { code: 'notional-too-high', ...worth, maximum: maximumNotional } as const;
  const numbers = { amount, currency, notional: value, maximumNotional, reportingCurrency };
  return { code: 'notional-above-limit', why, numbers };
}

function refuseByBalance(request: TradeRequest, view: TradeView): TradeRefusal | null {
  const { currency, amount } = paidBy(request);
  const { balances } = view;
  const held = heldOf(balances, currency);
  if (!held.known) return refuseByAbsence(currency, view);
  const unbooked = unbookedIn(view.lanes.get(currency), view.now);
  const available = formatDecimal(decimalOf(withdrawable(held.balance)).minus(unbooked));
  if (decimalOf(available).greaterThanOrEqualTo(decimalOf(amount))) return null;
  const numbers = { needed: amount, available, currency };
  const why = { code: 'balance-too-low', ...numbers, unbooked: formatDecimal(unbooked) } as const;
  return { code: 'balance-insufficient', why, numbers };
}
