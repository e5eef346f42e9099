import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Decimal } from '../../treasury/money/decimal.ts';
import { decimalText, formatDecimal } from '../../treasury/money/decimal-text.ts';
import { arriveHidingDeposits } from '../booking/hiding-deposits.ts';
import { planBooking } from '../booking/plan-booking.ts';
import type { StoredTrade } from '../books/state.ts';
import { TRADE_PRICE_SLIP, TWO_FILLS_ONE_IN } from '../limits.ts';
import { decimalsOf } from '../market/currencies.ts';
import { type Instrument, instrumentNamed } from '../market/instruments.ts';
import type { Quote } from '../market/price-walk.ts';
import { randomBelow, STREAM } from '../market/seeded-random.ts';
import { type Answer, jsonResponse, problem } from './answer.ts';
import { parseBody } from './request-body.ts';
import {
  type Endpoint,
  isFinerThan,
  quotesNow,
  type Service,
  type ServiceRequest,
} from './service.ts';
import { shapedTrade, type TradeRecord } from './trade-answers.ts';

/** Body of POST /v1/trades (reference, part 4.3). Which fields are required is not shown: all. */
const tradeBody = z.object({
  instrument: z.string(),
  side: z.string().regex(/^(?:buy|sell)$/i, 'expected Buy or Sell'),
  price: decimalText,
  amount: decimalText,
});
type TradeBody = z.infer<typeof tradeBody>;

interface Terms {
  readonly body: TradeBody;
  readonly instrument: Instrument;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly buys: boolean;
}

/**
 * POST /v1/trades. A trade is filled whole and at the price of the request, provided that the market
 * takes it: a sale at the bid or below, a purchase at the ask or above. A price further than 10 % on
 * the client's losing side is refused as a slip. Nothing rests in a book. Every trade executes anew:
 * the reference knows no idempotency key.
 */
export const answerTrade: Endpoint = (service, request) => {
  const parsed = parseBody(tradeBody, request.body);
  if (!parsed.ok) return parsed.answer;
  const instrument = instrumentNamed(parsed.value.instrument);
  const quote = quotesNow(service)[parsed.value.instrument];
  if (instrument === undefined || quote === undefined) {
    return problem(
      'unknown-instrument',
      `${parsed.value.instrument.slice(0, 40)} is not in GET /v1/prices`,
    );
  }
  const terms: Terms = {
    body: parsed.value,
    instrument,
    price: new Decimal(parsed.value.price),
    amount: new Decimal(parsed.value.amount),
    buys: parsed.value.side.toLowerCase() === 'buy',
  };
  return refuse(terms, quote) ?? execute(service, request, terms);
};

function refuse({ instrument, price, amount, buys }: Terms, quote: Quote): Answer | null {
  if (!amount.greaterThan(0))
    return problem('amount-not-positive', `amount is ${amount.toFixed()}`);
  if (!price.greaterThan(0)) return problem('price-not-positive', `price is ${price.toFixed()}`);
  const decimals = decimalsOf(instrument.base);
  if (isFinerThan(amount, decimals)) {
    return problem('amount-too-fine', `${instrument.base} has ${decimals} fraction digits`);
  }
  if (isFinerThan(price, instrument.priceDecimals)) {
    const detail = `prices of ${instrument.name} have ${instrument.priceDecimals} fraction digits`;
    return problem('price-too-fine', detail);
  }
  const market = new Decimal(buys ? quote.ask : quote.bid);
  const market_is = `${buys ? 'the ask' : 'the bid'} is ${market.toFixed()}`;
  if (buys ? price.lessThan(market) : price.greaterThan(market)) {
    return problem('price-not-marketable', market_is);
  }
  const slip = price.minus(market).abs().div(market);
  return slip.greaterThan(TRADE_PRICE_SLIP) ? problem('price-too-far', market_is) : null;
}

function execute(service: Service, request: ServiceRequest, terms: Terms): Answer {
  const { paid, received } = flowsOf(terms, filledAmount(terms, request));
  arriveHidingDeposits(service);
  const available = service.books.available(paid.currency);
  if (available.lessThan(paid.amount)) {
    const detail = `${paid.amount.toFixed()} ${paid.currency} is needed, ${available.toFixed()} is available`;
    return problem('insufficient-balance', detail);
  }
  const trade = tradeOf(service, request, terms, { paid, received });
  const { seq, lateId } = request;
  const at = trade.createdAt;
  service.books.record({ record: 'traded', seq, at, trade, ...(lateId && { lateId }) });
  return jsonResponse(shapedTrade(shownTrade(trade), service.tradeAnswers));
}

interface Flow {
  readonly currency: string;
  readonly amount: Decimal;
}

interface TradeFlows {
  readonly paid: Flow;
  readonly received: Flow;
}

function filledAmount({ amount, instrument }: Terms, { filled }: ServiceRequest): Decimal {
  if (filled === undefined) return amount;
  const part = amount.times(filled.percent).div(100);
  return part.toDecimalPlaces(decimalsOf(instrument.base), Decimal.ROUND_DOWN);
}

function flowsOf({ instrument, price, buys }: Terms, amount: Decimal): TradeFlows {
  const base = { currency: instrument.base, amount };
  // In the service's favour by less than its smallest unit, so that no value is made from nothing.
  const value = price
    .times(amount)
    .toDecimalPlaces(decimalsOf(instrument.quote), buys ? Decimal.ROUND_UP : Decimal.ROUND_DOWN);
  const counter = { currency: instrument.quote, amount: value };
  return buys ? { paid: counter, received: base } : { paid: base, received: counter };
}

function tradeOf(
  service: Service,
  request: ServiceRequest,
  terms: Terms,
  { paid, received }: TradeFlows,
): StoredTrade {
  const now = service.clock();
  const mode = service.books.state.bookingMode;
  const booked = [planBooking(mode, paid, now), planBooking(mode, received, now)] as const;
  const inText = ({ currency, amount }: Flow) => ({ currency, amount: formatDecimal(amount) });
  return {
    id: randomUUID(),
    seq: request.seq,
    instrument: terms.instrument.name,
    side: terms.body.side,
    price: formatDecimal(terms.price),
    amount: formatDecimal(terms.amount),
    fills: fillsOf(service, { ...terms, amount: filledAmount(terms, request) }),
    createdAt: new Date(now).toISOString(),
    paid: inText(paid),
    received: inText(received),
    ...(request.filled !== undefined && { state: request.filled.state }),
    ...(booked[0] !== undefined &&
      booked[1] !== undefined && { booking: { paid: booked[0], received: booked[1] } }),
  };
}

/** The body of a request for a part of a trade; a body that asks for none stays as it is. */
export function partOfTrade(body: string, percent: number): string {
  const parsed = parseBody(tradeBody, body);
  if (!parsed.ok) return body;
  const { instrument, amount } = parsed.value;
  const decimals = decimalsOf(instrumentNamed(instrument)?.base ?? '');
  const part = new Decimal(amount).times(percent).div(100);
  const rounded = part.toDecimalPlaces(decimals, Decimal.ROUND_UP);
  return JSON.stringify({ ...parsed.value, amount: formatDecimal(rounded) });
}

/** One fill or two, as the seed has it, that add up to the amount. */
function fillsOf(service: Service, { amount, price, instrument }: Terms): StoredTrade['fills'] {
  if (amount.isZero()) return [];
  const { seed, tradeRequests } = service.books.state;
  const whole = [{ price: formatDecimal(price), amount: formatDecimal(amount) }];
  if (randomBelow(TWO_FILLS_ONE_IN, seed, STREAM.fills, tradeRequests) !== 0) return whole;
  const first = amount.div(2).toDecimalPlaces(decimalsOf(instrument.base), Decimal.ROUND_DOWN);
  if (first.isZero()) return whole;
  return [first, amount.minus(first)].map((part) => ({
    price: formatDecimal(price),
    amount: formatDecimal(part),
  }));
}

/** A trade as it is answered. The reference does not show this body; these are the sandbox's fields. */
export function shownTrade(trade: StoredTrade): TradeRecord {
  const { id, instrument, side, price, amount, fills, createdAt, state = 'filled' } = trade;
  return { id, instrument, side, price, amount, state, fills, createdAt };
}
