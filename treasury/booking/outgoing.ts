import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { ExecutedAmounts, TradeFee, TradeRequest } from '../outcomes/outcome.ts';
import type { Controls } from '../policy/controls.ts';
import { paidBy } from '../valuation/notional.ts';
import { bookingTerms } from './booking-terms.ts';

/**
 * The most that a trade takes out of a currency, decimal text: the amount that it pays at the limit price, and the
 * largest fee. Null if it pays nothing of this currency.
 */
export function outgoingOf(
  request: TradeRequest,
  controls: Controls,
  currency: string,
): string | null {
  const paid = paidBy(request);
  if (paid.currency !== currency) return null;
  const amount = decimalOf(paid.amount);
  const { largestFee } = bookingTerms(controls, currency);
  return formatDecimal(amount.plus(largestFee(amount)));
}

/**
 * The amount that it really took, once its final amounts are known: of the paying side, with its fees; if no fee is
 * named, with the amount that was set aside for one. Undefined for the side that pays nothing.
 */
export function takenByTrade(
  request: TradeRequest,
  currency: string,
  outgoing: string | undefined,
  { executed, fees }: { readonly executed: ExecutedAmounts; readonly fees?: readonly TradeFee[] },
): string | undefined {
  const paid = paidBy(request);
  if (paid.currency !== currency || outgoing === undefined) return undefined;
  const amount = decimalOf(request.side === 'sell' ? executed.base : executed.quote);
  const reserved = Decimal.max(decimalOf(outgoing).minus(decimalOf(paid.amount)), ZERO);
  const fee =
    fees === undefined
      ? reserved
      : fees
          .filter((each) => each.currency === currency)
          .reduce((sum, each) => sum.plus(decimalOf(each.amount)), ZERO);
  return formatDecimal(amount.plus(fee));
}
