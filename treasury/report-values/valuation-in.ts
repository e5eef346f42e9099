import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { CurrencyValue, Valuation } from '../valuation/valuation.ts';
import type { PricedSnapshot, ReportPrice } from './report-price.ts';
import { reportValues, type Worth } from './report-values.ts';
import type { UnvaluedReason } from './unvalued-reason.ts';
import type { RefusedRate, ReportRate, UsedRate } from './used-rate.ts';

/** The currency that a report was asked for in, and the rates that value what has no price. */
export interface AskedIn {
  readonly into: string;
  readonly rates: readonly ReportRate[];
}

/** As a snapshot records a value, and by which manual rate if one is in it. */
export type CurrencyValueIn = Omit<CurrencyValue, 'path'> & {
  readonly path: ReportPrice['by'];
  readonly manualRate?: UsedRate;
};

/** A valuation in the currency that was asked for, beside which it says how each value came about, and why one did not. */
export type ValuationIn = Pick<Valuation, 'reportingCurrency' | 'total' | 'unvalued'> & {
  readonly values: Readonly<Record<string, CurrencyValueIn>>;
  /** Of the last balances of currencies that are not stated; in no total. */
  readonly apart?: Readonly<Record<string, CurrencyValueIn>>;
  readonly unvaluedBecause: Readonly<Record<string, UnvaluedReason>>;
  readonly manualRates: readonly UsedRate[];
  readonly refusedRates: readonly RefusedRate[];
};

/** Everything that a snapshot shows, in the form of its own valuation. */
export function valuationIn(
  snapshot: PricedSnapshot & Pick<SnapshotTaken, 'balances'>,
  { into, rates }: AskedIn,
): ValuationIn {
  const { worth, apart, part, unvalued, ...marks } = reportValues(snapshot, into, rates);
  const { unvaluedBecause, manualRates, refusedRates } = marks;
  return {
    reportingCurrency: into,
    total: part,
    values: valuesOf(worth),
    unvalued,
    ...(Object.keys(apart).length === 0 ? {} : { apart: valuesOf(apart) }),
    unvaluedBecause,
    manualRates,
    refusedRates,
  };
}

function valuesOf(worth: Readonly<Record<string, Worth>>): Record<string, CurrencyValueIn> {
  const values = Object.entries(worth).map(([currency, { by, over, ...each }]) => {
    const valued: CurrencyValueIn = { ...each, path: by, instruments: over };
    return [currency, valued] as const;
  });
  return Object.fromEntries(values);
}
