import type { Content } from '../instructions/instruction.ts';
import { Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import type { ExecutedAmounts } from '../outcomes/outcome.ts';

/**
 * The largest change that is computed: a tenth of the range of decimal text, so that differences to it are decimal
 * text as well. A sale may be requested at any price; a larger change explains no balance that can be read, and is
 * left to people like everything that explains nothing.
 */
const LARGEST_CHANGE = new Decimal(10).pow(29);

/**
 * The effect on the balance of one currency if an instruction is executed as requested: signed decimal text. For a
 * trade, the amount requested at the price requested, rounded half to even at 30 fraction digits: a better price or a
 * fee shows as unexplained, and leaves the judgement to people.
 */
export function expectedChange(content: Content, currency: string): string {
  const amount = decimalOf(content.amount);
  if (content.kind === 'withdrawal') {
    return content.currency === currency ? formatDecimal(amount.negated()) : '0';
  }
  const [base, quote] = content.instrument.split('/');
  const inBase = content.side === 'buy' ? amount : amount.negated();
  if (currency === base) return formatDecimal(inBase);
  if (currency !== quote) return '0';
  return bounded(inBase.times(decimalOf(content.price)).negated());
}

/** A trade filled completely, at the requested price. */
export function filledAsAsked(content: Content & { readonly kind: 'trade' }): ExecutedAmounts {
  const quote = content.instrument.split('/')[1] ?? '';
  const change = decimalOf(expectedChange(content, quote));
  return { base: content.amount, quote: formatDecimal(change.abs()) };
}

/** The effect of a partly executed trade on the balance of one currency: signed decimal text. */
export function changeOfFill(
  content: Content & { readonly kind: 'trade' },
  fill: ExecutedAmounts,
  currency: string,
): string {
  const [base, quote] = content.instrument.split('/');
  if (currency !== base && currency !== quote) return '0';
  const amount = decimalOf(currency === base ? fill.base : fill.quote);
  const comesIn = (content.side === 'buy') === (currency === base);
  return formatDecimal(comesIn ? amount : amount.negated());
}

function bounded(change: Decimal): string {
  const rounded = change.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.halfEven);
  if (rounded.abs().lessThan(LARGEST_CHANGE)) return formatDecimal(rounded);
  return formatDecimal(rounded.isNegative() ? LARGEST_CHANGE.negated() : LARGEST_CHANGE);
}
