import type { Lane } from '../instructions/lane.ts';
import { ROUNDING } from '../money/decimal.ts';
import {
  decimalOf,
  formatDecimal,
  MAX_FRACTION_DIGITS,
  parseDecimalText,
} from '../money/decimal-text.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import { type Controls, modeFor } from '../policy/controls.ts';
import { type Balances, type Prices, withdrawable } from '../snapshots/snapshot.ts';
import { valueBalances } from '../valuation/value.ts';

/** Why a trade is refused before anything is written, in order of precedence. */
export type TradeRefusal =
  | { readonly code: 'disarmed'; readonly words: string }
  | { readonly code: 'halted'; readonly words: string }
  | { readonly code: 'dry-run'; readonly words: string }
  | { readonly code: 'instrument-not-allowed'; readonly words: string }
  | { readonly code: 'instrument-unknown'; readonly words: string }
  | { readonly code: 'currency-uncertain'; readonly words: string }
  | { readonly code: 'currency-busy'; readonly words: string }
  | { readonly code: 'notional-unknown'; readonly words: string }
  | { readonly code: 'notional-above-limit'; readonly words: string }
  | { readonly code: 'balance-insufficient'; readonly words: string };

/** What a trade is judged on; lanes and controls read before balances and prices. */
export interface TradeView {
  readonly controls: Controls | null;
  readonly epoch: string;
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly balances: Balances;
  readonly prices: Prices;
}

/** The first guard that refuses, or null. Pure; every refusal carries its numbers. */
export function refuseTrade(request: TradeRequest, view: TradeView): TradeRefusal | null {
  const { controls } = view;
  if (controls === null) {
    return { code: 'disarmed', words: 'no policy has been applied: nothing may be sent' };
  }
  return (
    refuseByMode(request, controls) ??
    refuseByInstrument(request, controls, view) ??
    refuseByLanes(request, view) ??
    refuseByNotional(request, controls, view) ??
    refuseByBalance(request, view)
  );
}

/**
 * What the trade takes from the account at most: base when selling, price x amount of quote when
 * buying, rounded up where it has more fraction digits than decimal text.
 */
export function paidBy(request: TradeRequest): { currency: string; amount: string } {
  const [base = '', quote = ''] = request.instrument.split('/');
  if (request.side === 'sell') return { currency: base, amount: request.amount };
  const cost = decimalOf(request.price).times(decimalOf(request.amount));
  const amount = formatDecimal(cost.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.up));
  return { currency: quote, amount };
}

function refuseByMode(request: TradeRequest, controls: Controls): TradeRefusal | null {
  for (const currency of request.instrument.split('/')) {
    const mode = modeFor(controls, currency);
    if (mode === 'live') continue;
    const words =
      mode === 'halted'
        ? `${currency} is halted${controls.haltedBecause ? `: ${controls.haltedBecause.words}` : ''}`
        : `${currency} is in dry-run: the trade was checked up to here and not sent`;
    return { code: mode, words };
  }
  return null;
}

function refuseByInstrument(
  { instrument }: TradeRequest,
  controls: Controls,
  { prices }: TradeView,
): TradeRefusal | null {
  const { instruments } = controls.trades;
  if (!instruments.includes(instrument)) {
    const accepted = instruments.join(', ') || 'none';
    const words = `${instrument} may not be traded; accepted: ${accepted}`;
    return { code: 'instrument-not-allowed', words };
  }
  if (!Object.hasOwn(prices, instrument)) {
    const words = `the service has no price for ${instrument} at this moment`;
    return { code: 'instrument-unknown', words };
  }
  return null;
}

function refuseByLanes({ instrument }: TradeRequest, view: TradeView): TradeRefusal | null {
  for (const currency of instrument.split('/')) {
    const lane = view.lanes.get(currency);
    if (lane === undefined || lane.epoch !== view.epoch) {
      return { code: 'disarmed', words: `${currency} has not been armed in this ledger` };
    }
    const { state } = lane.latch;
    if (state === 'sending') {
      return { code: 'currency-busy', words: `another instruction in ${currency} is being sent` };
    }
    if (state !== 'idle') {
      const { instructionId } = lane.latch.claim;
      const words = `${currency} is blocked by ${instructionId}, whose outcome is ${state}`;
      return { code: 'currency-uncertain', words };
    }
  }
  return null;
}

/**
 * The limit holds for what is traded at the mid price and, where a purchase offers more than that,
 * for what it may cost: the service is free to fill it at the price that was offered.
 */
function refuseByNotional(
  request: TradeRequest,
  controls: Controls,
  { prices }: TradeView,
): TradeRefusal | null {
  const base = request.instrument.split('/')[0] ?? '';
  const traded = { currency: base, amount: request.amount };
  const sides = request.side === 'sell' ? [traded] : [traded, paidBy(request)];
  const { reportingCurrency, trades } = controls;
  for (const { currency, amount } of sides) {
    const value = parseDecimalText(amount).ok
      ? valueBalances({ [currency]: { total: amount } }, prices, reportingCurrency).values[currency]
      : undefined;
    if (value === undefined) {
      const words = `${amount} ${currency} can't be valued in ${reportingCurrency} at the prices of this moment, so the limit can't be checked`;
      return { code: 'notional-unknown', words };
    }
    if (decimalOf(value.value).greaterThan(decimalOf(trades.maximumNotional))) {
      const words = `${amount} ${currency} is worth ${value.value} ${reportingCurrency}; accepted: at most ${trades.maximumNotional}`;
      return { code: 'notional-above-limit', words };
    }
  }
  return null;
}

function refuseByBalance(request: TradeRequest, { balances }: TradeView): TradeRefusal | null {
  const paid = paidBy(request);
  const balance = balances[paid.currency];
  const held = balance === undefined ? '0' : withdrawable(balance);
  if (decimalOf(held).greaterThanOrEqualTo(decimalOf(paid.amount))) return null;
  const words = `the trade needs ${paid.amount} ${paid.currency}; available: ${held}`;
  return { code: 'balance-insufficient', words };
}
