import { Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { TradeSide } from '../outcomes/outcome.ts';
import type { Price } from '../valuation/price.ts';
import type { TradeLimits } from './controls.ts';
import { DEFAULT_COLLAR_PERCENT } from './policy-limits.ts';

/**
 * The worst price of a trade that the collar allows: the bid less the collar for a sale, the ask and the collar for a
 * purchase. Rounded towards the market, to as many fraction digits as the price itself has.
 */
export function limitPrice(
  side: TradeSide,
  { bid, ask }: Price,
  { collarPercent = DEFAULT_COLLAR_PERCENT }: Pick<TradeLimits, 'collarPercent'>,
): string {
  const share = decimalOf(collarPercent).dividedBy(100);
  const digits = Math.max(...[bid, ask].map(writtenDigits));
  const limit =
    side === 'buy'
      ? decimalOf(ask).times(share.plus(1)).toDecimalPlaces(digits, ROUNDING.down)
      : decimalOf(bid).times(share.minus(1).negated()).toDecimalPlaces(digits, ROUNDING.up);
  // A collar of the whole price leaves a sale without one, and no service takes a price of zero.
  return formatDecimal(Decimal.max(limit, new Decimal(10).pow(-digits)));
}

/** Fraction digits of a price as the service writes it: "1.00" has two. */
function writtenDigits(price: string): number {
  return price.split('.')[1]?.length ?? 0;
}

/** Whether a price is as good as another one for who trades, or better. */
export function isAsGood(side: TradeSide, price: string, limit: string): boolean {
  return side === 'buy'
    ? decimalOf(price).lessThanOrEqualTo(decimalOf(limit))
    : decimalOf(price).greaterThanOrEqualTo(decimalOf(limit));
}

/** The better of two limits for who trades: the lower of a purchase, the higher of a sale. */
export function stricterPrice(side: TradeSide, one: string, other: string): string {
  return isAsGood(side, one, other) ? one : other;
}

/** What the market asks of who trades now: the bid for a sale, the ask for a purchase. */
export function marketPrice(side: TradeSide, { bid, ask }: Price): string {
  return side === 'buy' ? ask : bid;
}
