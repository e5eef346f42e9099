/** How a currency was valued, so that anyone can work it out again. */
export interface CurrencyValue {
  /** Decimal text in the reporting currency. */
  readonly value: string;
  /** Reporting currency per unit; decimal text. */
  readonly price: string;
  readonly path: 'same' | 'direct' | 'inverse' | 'crossed';
  /** The instruments used, in order; empty for the reporting currency itself. */
  readonly instruments: readonly string[];
}

export interface Valuation {
  readonly reportingCurrency: string;
  /** Sum of all valued currencies, decimal text. */
  readonly total: string;
  readonly values: Readonly<Record<string, CurrencyValue>>;
  /** Held, but with no path of prices into the reporting currency. Never counted as zero. */
  readonly unvalued: readonly string[];
}
