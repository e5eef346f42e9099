import { Decimal, ROUNDING } from '../money/decimal.ts';

const WHOLE_AND_FRACTION = /^(-?\d+)(?:\.(\d+))?$/;

/** A decimal of a fixed number of digits, as SQL has them. */
export interface DecimalCell {
  /** The value times ten to the scale; null if it has more digits than there is room for. */
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
 * An amount as a decimal of so many digits, rounded half to even if its fraction is finer. An amount that is too
 * large is left out rather than changed. Text of up to 60 fraction digits, such as a product, is accepted as well.
 */
export function decimalCell(text: string, { digits, scale }: DecimalRoom): DecimalCell {
  const [, whole, fraction = ''] = WHOLE_AND_FRACTION.exec(text) ?? [];
  // The usual case: nothing is rounded, and the digits themselves are the value.
  if (whole !== undefined && fraction.length <= scale) {
    return fitted(BigInt(`${whole}${fraction.padEnd(scale, '0')}`), digits, true);
  }
  const amount = new Decimal(text);
  const rounded = amount.toDecimalPlaces(scale, ROUNDING.halfEven);
  const unscaled = BigInt(rounded.toFixed(scale).replace('.', ''));
  return fitted(unscaled, digits, rounded.equals(amount));
}

function fitted(unscaled: bigint, digits: number, exact: boolean): DecimalCell {
  const used = String(unscaled).length - (unscaled < 0n ? 1 : 0);
  return used > digits ? { unscaled: null, exact: false } : { unscaled, exact };
}
