import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { CurrencyValue, Valuation } from '../valuation/valuation.ts';
import type { PricedSnapshot, ReportPrice } from './report-price.ts';
import { reportValues } from './report-values.ts';
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
  readonly unvaluedBecause: Readonly<Record<string, UnvaluedReason>>;
  readonly manualRates: readonly UsedRate[];
  readonly refusedRates: readonly RefusedRate[];
};

/** Everything that a snapshot shows, in the form of its own valuation. */
export function valuationIn(
  snapshot: PricedSnapshot & Pick<SnapshotTaken, 'balances'>,
  { into, rates }: AskedIn,
): ValuationIn {
  const { worth, part, unvalued, ...marks } = reportValues(snapshot, into, rates);
  const { unvaluedBecause, manualRates, refusedRates } = marks;
  const values = Object.entries(worth).map(([currency, { by, over, ...each }]) => {
    const valued: CurrencyValueIn = { ...each, path: by, instruments: over };
    return [currency, valued] as const;
  });
  return {
    reportingCurrency: into,
    total: part,
    values: Object.fromEntries(values),
    unvalued,
    unvaluedBecause,
    manualRates,
    refusedRates,
  };
}
