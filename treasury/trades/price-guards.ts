import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import type { Controls } from '../policy/controls.ts';
import { DEFAULT_COLLAR_PERCENT } from '../policy/policy-limits.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { secondsBetween } from '../time/instant.ts';
import type { Price, PriceDoubt } from '../valuation/price.ts';
import { midPrice } from '../valuation/price-path.ts';
import { JUMPED_RETRY_AFTER_SECONDS, MAX_PRICE_AGE_SECONDS } from './trade-limits.ts';
import type { TradeRefusal } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';

/** The market has to be known, current, and near the requested price. Pure. */
export function refuseByPrice(
  request: TradeRequest,
  controls: Controls,
  view: TradeView,
): TradeRefusal | null {
  const { instrument } = request;
  const price = Object.hasOwn(view.prices, instrument) ? view.prices[instrument] : undefined;
  if (price === undefined) {
    return { code: 'instrument-unknown', why: { code: 'no-price-now', instrument } };
  }
  return (
    refuseByAge(view) ??
    refuseUnusable(request, price) ??
    refuseByJump([instrument], view) ??
    refuseByCollar(request, controls, price)
  );
}

function refuseByAge({ pricesReadAt, now, onRecord }: TradeView): TradeRefusal | null {
  if (onRecord) return null;
  const ageSeconds = secondsBetween(pricesReadAt, now);
  if (ageSeconds <= MAX_PRICE_AGE_SECONDS && ageSeconds >= -MAX_CLOCK_SKEW_SECONDS) return null;
  const maximumSeconds = MAX_PRICE_AGE_SECONDS;
  return {
    code: 'price-stale',
    why: { code: 'prices-too-old', readAt: pricesReadAt, now, maximumSeconds },
    numbers: {
      readAt: pricesReadAt,
      now,
      ageSeconds: `${ageSeconds}`,
      maximumAgeSeconds: `${MAX_PRICE_AGE_SECONDS}`,
    },
  };
}

/** A bid above the ask, or one that is not above zero, is no market to hold a price against. */
function refuseUnusable({ instrument }: TradeRequest, price: Price): TradeRefusal | null {
  if (midPrice(price) !== null) return null;
  const { bid, ask } = price;
  const why = { limit: 'price', code: 'price-contradictory', instrument, price } as const;
  return { code: 'price-unusable', why, numbers: { bid, ask } };
}

/** The first of the instruments whose price has jumped: nothing is compared with it, whatever it would say. */
function refuseByJump(
  instruments: readonly string[],
  { prices, pricesDoubted }: TradeView,
): TradeRefusal | null {
  const doubt = pricesDoubted.find((each) => instruments.includes(each.instrument));
  return doubt === undefined ? null : jumped(doubt, prices[doubt.instrument]);
}

function jumped({ instrument, from, readings }: PriceDoubt, price: Price | undefined) {
  const { bid = '', ask = '' } = price ?? {};
  const why = { code: 'price-jumped', instrument, from, bid, ask, readings } as const;
  const numbers = { instrument, from, bid, ask, readings: `${readings}` };
  const retryAfterSeconds = JUMPED_RETRY_AFTER_SECONDS;
  return { code: 'price-jumped', why, numbers, retryAfterSeconds } as const;
}

/** Exact: a purchase up to ask x (1 + c), a sale down to bid x (1 - c), both included. */
function refuseByCollar(
  { instrument, side, price }: TradeRequest,
  { trades }: Controls,
  { bid, ask }: Price,
): TradeRefusal | null {
  const collarPercent = trades.collarPercent ?? DEFAULT_COLLAR_PERCENT;
  const share = decimalOf(collarPercent).dividedBy(100);
  const limit =
    side === 'buy'
      ? decimalOf(ask).times(share.plus(1))
      : decimalOf(bid).times(share.minus(1).negated());
  const asked = decimalOf(price);
  const outside = side === 'buy' ? asked.greaterThan(limit) : asked.lessThan(limit);
  if (!outside) return null;
  const accepted = formatDecimal(limit);
  const asks = { instrument, side, price, market: side === 'buy' ? ask : bid };
  return {
    code: 'price-outside-collar',
    why: { code: 'outside-collar', ...asks, collarPercent, accepted },
    numbers: { price, bid, ask, collarPercent, accepted },
  };
}
