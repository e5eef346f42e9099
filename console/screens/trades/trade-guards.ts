import type { components } from '@sluice/client';
import { compareAmounts, percentAbove, percentBelow, productOf } from '../../display/amounts.ts';
import {
  type Balances,
  balanceGuard,
  freeOf,
  type Guard,
  guard,
  type Lane,
  laneGuard,
  modeGuard,
  moneyText,
  type Overview,
} from '../../instructions/guard.ts';

export type Prices = components['schemas']['Prices'];
export type Controls = components['schemas']['CurrentControls'];
export type Side = 'buy' | 'sell';

/** How far from the market a price may be where the controls do not say: the API's own default. */
const DEFAULT_COLLAR_PERCENT = '5';

export interface Ticket {
  readonly instrument: string;
  readonly side: Side;
  /** Both decimal text by now. */
  readonly amount: string;
  readonly price: string;
}

export interface Market {
  readonly overview: Overview | undefined;
  readonly controls: Controls | undefined;
  readonly prices: Prices | undefined;
  readonly balances: Balances | undefined;
  readonly lanes: readonly Lane[] | undefined;
}

export function sidesOf(instrument: string): readonly [base: string, quote: string] {
  const [base = '', quote = ''] = instrument.split('/');
  return [base, quote];
}

/** What a trade takes from the account at most: the base when selling, the cost at its limit when buying. */
export function paidBy({ instrument, side, amount, price }: Ticket) {
  const [base, quote] = sidesOf(instrument);
  return side === 'sell'
    ? { currency: base, amount }
    : { currency: quote, amount: productOf(amount, price) };
}

/** Its value in the reporting currency: of the amount, or of its possible cost where that is more. Null: no price. */
export function notionalOf(ticket: Ticket, prices: Prices | undefined): string | null {
  if (prices === undefined) return null;
  const [base] = sidesOf(ticket.instrument);
  const traded = { currency: base, amount: ticket.amount };
  const parts = ticket.side === 'sell' ? [traded] : [traded, paidBy(ticket)];
  let most: string | null = null;
  for (const { currency, amount } of parts) {
    const price = Object.hasOwn(prices.values, currency)
      ? prices.values[currency]?.price
      : undefined;
    if (price === undefined) return null;
    const value = productOf(amount, price);
    if (most === null || compareAmounts(value, most) > 0) most = value;
  }
  return most;
}

/** The farthest price that the collar accepts: so much above the ask, or below the bid. */
export function collarLimit(
  { instrument, side }: Pick<Ticket, 'instrument' | 'side'>,
  prices: Prices,
  controls: Controls,
): string | null {
  const market = Object.hasOwn(prices.prices, instrument) ? prices.prices[instrument] : undefined;
  if (market === undefined) return null;
  const percent = controls.trades.collarPercent ?? DEFAULT_COLLAR_PERCENT;
  return side === 'buy' ? percentAbove(market.ask, percent) : percentBelow(market.bid, percent);
}

/** What the guards will say to a trade, in their order. */
export function tradeGuards(ticket: Ticket, market: Market): readonly Guard[] {
  const { overview, controls, prices, balances, lanes } = market;
  const sides = sidesOf(ticket.instrument);
  const paid = paidBy(ticket);
  const notional = notionalOf(ticket, prices);
  return [
    modeGuard(sides, overview),
    instrumentGuard(ticket, controls),
    collarGuard(ticket, prices, controls),
    ...sides.map((currency) => laneGuard(currency, lanes, 'refuses')),
    notionalGuard(notional, controls),
    ...rollingGuard(notional, controls),
    balanceGuard(paid.currency, paid.amount, freeOf(paid.currency, balances, lanes, 'ignored')),
    approvalGuard(notional, controls),
  ];
}

const UNREAD = 'The controls cannot be read at the moment.';

function instrumentGuard({ instrument }: Ticket, controls: Controls | undefined): Guard {
  const name = 'Instrument';
  if (controls === undefined) return guard(name, 'unknown', UNREAD);
  return controls.trades.instruments.includes(instrument)
    ? guard(name, 'passes', `${instrument} may be traded.`)
    : guard(name, 'refuses', `${instrument} may not be traded.`);
}

function collarGuard(
  ticket: Ticket,
  prices: Prices | undefined,
  controls: Controls | undefined,
): Guard {
  const name = 'Collar';
  if (prices === undefined || controls === undefined) {
    return guard(name, 'unknown', 'The prices cannot be read at the moment.');
  }
  const limit = collarLimit(ticket, prices, controls);
  if (limit === null)
    return guard(name, 'refuses', 'The service has no price for it at this moment.');
  const { side, price } = ticket;
  const [, quote] = sidesOf(ticket.instrument);
  const isOutside =
    side === 'buy' ? compareAmounts(price, limit) > 0 : compareAmounts(price, limit) < 0;
  const percent = controls.trades.collarPercent ?? DEFAULT_COLLAR_PERCENT;
  const [bound, market] = side === 'buy' ? ['at most', 'ask'] : ['at least', 'bid'];
  const text = `Accepted: ${bound} ${moneyText(limit, quote)}, ${percent} % from the ${market} of this moment.`;
  return guard(name, isOutside ? 'refuses' : 'passes', text);
}

function notionalGuard(notional: string | null, controls: Controls | undefined): Guard {
  const name = 'Largest trade';
  if (controls === undefined) return guard(name, 'unknown', UNREAD);
  const { maximumNotional } = controls.trades;
  const limit = moneyText(maximumNotional, controls.reportingCurrency);
  if (notional === null)
    return guard(name, 'refuses', `It has no value: at most ${limit} is accepted.`);
  const worth = moneyText(notional, controls.reportingCurrency);
  return compareAmounts(notional, maximumNotional) > 0
    ? guard(name, 'refuses', `It is worth ${worth}; accepted: at most ${limit}.`)
    : guard(name, 'passes', `It is worth ${worth}; accepted: at most ${limit}.`);
}

/** How much of 24 hours is used is the API's to know: it says so in its answer, with the moment of more room. */
function rollingGuard(notional: string | null, controls: Controls | undefined): readonly Guard[] {
  const limits = controls?.trades.per24Hours;
  if (controls === undefined || limits === undefined) return [];
  const { reportingCurrency } = controls;
  const name = 'Limits of 24 hours';
  const named = [
    ...(limits.person === undefined ? [] : [[limits.person, 'of you'] as const]),
    ...(limits.total === undefined ? [] : [[limits.total, 'of all together'] as const]),
  ];
  const text = named
    .map(([cap, whose]) => `${moneyText(cap, reportingCurrency)} ${whose}`)
    .join(', ');
  const isAbove = notional !== null && named.some(([cap]) => compareAmounts(notional, cap) > 0);
  return isAbove
    ? [guard(name, 'refuses', `Alone it is above them: ${text}.`)]
    : [
        guard(
          name,
          'unknown',
          `At most ${text}; what was traded already counts. The answer says whether there is room.`,
        ),
      ];
}

/** Whether another person approves it first. */
export function needsApproval(notional: string | null, controls: Controls | undefined): boolean {
  const above = controls?.trades.approvalAbove;
  return above !== undefined && (notional === null || compareAmounts(notional, above) > 0);
}

function approvalGuard(notional: string | null, controls: Controls | undefined): Guard {
  const name = 'Approval';
  if (controls === undefined) return guard(name, 'unknown', UNREAD);
  const above = controls.trades.approvalAbove;
  if (above === undefined) return guard(name, 'passes', 'No other person has to approve it.');
  const limit = moneyText(above, controls.reportingCurrency);
  return needsApproval(notional, controls)
    ? guard(name, 'waits', `Above ${limit} another person approves it; it is sent after that.`)
    : guard(name, 'passes', `Up to ${limit} it is sent at once, without another person.`);
}
