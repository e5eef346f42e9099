import type { Content } from '../instructions/instruction.ts';
import { type Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import type { ExecutedAmounts } from '../outcomes/outcome.ts';

type Trade = Content & { readonly kind: 'trade' };

/**
 * Percent by which the price that two people state may be worse than the limit. The service rounds to the smallest
 * unit of the quote currency, and some take their fee out of it; beyond this it is a misplaced decimal point.
 */
export const MAX_WORSE_PERCENT = 5;

/** How many times better than its limit it may be: a limit far from the market is filled at the market. */
export const MAX_BETTER_TIMES = 2;

/** Why the amounts that a person states cannot be those of the trade, or null. Pure. */
export function problemOfFill(content: Trade, fill: ExecutedAmounts): string | null {
  const [base = '', quote = ''] = content.instrument.split('/');
  const executed = decimalOf(fill.base);
  if (executed.greaterThan(decimalOf(content.amount))) {
    return `${fill.base} ${base} are more than the ${content.amount} that were asked for. A service that executed more did something else: state what was asked for, and close what is beyond it as a difference.`;
  }
  const atLimit = executed.times(decimalOf(content.price));
  const { least, most } = quoteRange(content, atLimit);
  const stated = decimalOf(fill.quote);
  if (stated.greaterThanOrEqualTo(least) && stated.lessThanOrEqualTo(most)) return null;
  return `${fill.base} ${base} for ${fill.quote} ${quote} is too far from the limit of ${content.price}; accepted: ${shown(least)} to ${shown(most)} ${quote}.`;
}

function quoteRange({ side }: Trade, atLimit: Decimal): { least: Decimal; most: Decimal } {
  const worse = (sign: 1 | -1) => atLimit.times(100 + sign * MAX_WORSE_PERCENT).dividedBy(100);
  return side === 'buy'
    ? { least: atLimit.dividedBy(MAX_BETTER_TIMES), most: worse(1) }
    : { least: worse(-1), most: atLimit.times(MAX_BETTER_TIMES) };
}

function shown(amount: Decimal): string {
  return formatDecimal(amount.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.halfEven));
}

/** Whether a part of the trade was not executed: then the same quarantine has to be over as for all of it. */
export function isPartial(content: Content, fill: ExecutedAmounts | undefined): boolean {
  return fill !== undefined && decimalOf(fill.base).lessThan(decimalOf(content.amount));
}

/** Whether two people state the same amounts, however they write them. */
export function isSameFill(
  one: ExecutedAmounts | undefined,
  other: ExecutedAmounts | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    decimalOf(one.base).equals(decimalOf(other.base)) &&
    decimalOf(one.quote).equals(decimalOf(other.quote))
  );
}

/**
 * The share of an amount that belongs to the part that was not executed, rounded down: the kept share is never too
 * small.
 */
export function shareOfRest(content: Content, fill: ExecutedAmounts, amount: string): string {
  const asked = decimalOf(content.amount);
  const rest = asked.minus(decimalOf(fill.base));
  const share = decimalOf(amount).times(rest).dividedBy(asked);
  return formatDecimal(share.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.down));
}
