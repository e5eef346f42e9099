import * as z from 'zod/mini';
import { expectedChange } from '../evidence/expected-change.ts';
import type { Content } from '../instructions/instruction.ts';
import { type Decimal, ROUNDING, ZERO } from '../money/decimal.ts';
import { decimalOf, MAX_FRACTION_DIGITS, positiveDecimalText } from '../money/decimal-text.ts';
import type { ServiceTrade } from '../outcomes/outcome.ts';

type Trade = Content & { readonly kind: 'trade' };

/** A change of a balance that is known to lie between two amounts, signed, both included. */
export interface ChangeRange {
  readonly least: Decimal;
  readonly most: Decimal;
}

/**
 * Percent by which a trade without fills on record may have been better than its limit. A limit lies at most 5 % on
 * the losing side of the market unless the controls say otherwise; twice that leaves room for a market that moved in
 * between. A change beyond it is a difference that a person reviews.
 */
export const MAX_IMPROVEMENT_PERCENT = 10;

const fill = z.object({ price: positiveDecimalText, amount: positiveDecimalText });

/**
 * The effect of a trade on the balance of its quote currency: the sum of its recorded fills, rounded half to even at
 * 30 fraction digits, if they say price and amount and cover the amount of the trade. Without such fills, the range
 * that its limit allows.
 */
export function quoteChange(content: Trade, trade: ServiceTrade | null): ChangeRange {
  const filled = filledQuote(content, trade?.fills ?? []);
  if (filled !== null) {
    const change = content.side === 'buy' ? filled.negated() : filled;
    return { least: change, most: change };
  }
  const atLimit = decimalOf(expectedChange(content, content.instrument.split('/')[1] ?? ''));
  const better = atLimit
    .times(content.side === 'buy' ? 100 - MAX_IMPROVEMENT_PERCENT : 100 + MAX_IMPROVEMENT_PERCENT)
    .dividedBy(100);
  return { least: atLimit, most: better.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.halfEven) };
}

function filledQuote({ amount }: Trade, fills: readonly unknown[]): Decimal | null {
  const parsed = z.array(fill).check(z.minLength(1)).safeParse(fills);
  if (!parsed.success) return null;
  const base = parsed.data.reduce((sum, each) => sum.plus(decimalOf(each.amount)), ZERO);
  if (!base.equals(decimalOf(amount))) return null;
  const quote = parsed.data.reduce(
    (sum, each) => sum.plus(decimalOf(each.amount).times(decimalOf(each.price))),
    ZERO,
  );
  return quote.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.halfEven);
}
