import { Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';

/** A decimal of a fixed number of digits, as SQL has them. */
export interface DecimalCell {
  /** The value times ten to the scale; null where it has more digits than there is room for. */
  readonly unscaled: bigint | null;
  /** The cell is the amount itself, neither rounded nor left out. */
  readonly exact: boolean;
}

/** Precision and scale of such a decimal. */
export interface DecimalRoom {
  readonly digits: number;
  readonly scale: number;
}

/**
 * An amount as a decimal of so many digits, rounded half to even where it has a finer fraction. One that is too
 * large is left out rather than bent. Text of up to 60 fraction digits, such as a product, is taken as well.
 */
export function decimalCell(text: string, { digits, scale }: DecimalRoom): DecimalCell {
  const amount = new Decimal(text);
  const rounded = amount.toDecimalPlaces(scale, ROUNDING.halfEven);
  const unscaled = BigInt(rounded.toFixed(scale).replace('.', ''));
  if (String(unscaled).replace('-', '').length > digits) return { unscaled: null, exact: false };
  return { unscaled, exact: rounded.equals(amount) };
}

/** The exact product of two amounts, as text. */
export function productOf(amount: string, price: string): string {
  return decimalOf(amount).times(decimalOf(price)).toFixed();
}
