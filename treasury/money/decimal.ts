import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Significant digits every intermediate result keeps. Decimal text is bounded to 30 integer and 30
 * fraction digits, so a product of two amounts (120 digits) is still exact and only a division rounds.
 */
export const DECIMAL_PRECISION_DIGITS = 120;

/** Exponents at which decimal.js would switch to `1e+21` notation; its largest values switch it off. */
const NEVER_EXPONENTIAL = 9_000_000_000_000_000;

/**
 * Sluice's own decimal.js constructor. The library's default constructor is shared by everything in
 * the process, so its settings are never touched and never relied on.
 */
export const Decimal: DecimalJs.Constructor = DecimalJs.clone({
  precision: DECIMAL_PRECISION_DIGITS,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -NEVER_EXPONENTIAL,
  toExpPos: NEVER_EXPONENTIAL,
  defaults: true,
});
export type Decimal = DecimalJs;

/** The rounding modes Sluice uses, by name. A rounding without a name does not exist. */
export const ROUNDING = {
  /** Towards zero: an outgoing amount is never more than the computed one. */
  down: DecimalJs.ROUND_DOWN,
  /** Away from zero: a reserved amount is never less than the computed one. */
  up: DecimalJs.ROUND_UP,
  /** Half away from zero: as a spreadsheet shows a number. */
  halfUp: DecimalJs.ROUND_HALF_UP,
  /** Half to even: values in reports, unbiased over many rows. */
  halfEven: DecimalJs.ROUND_HALF_EVEN,
} as const;
export type RoundingMode = keyof typeof ROUNDING;

export const ZERO: Decimal = new Decimal(0);
