import type { RefusedRate, UsedRate } from '../policy/used-rate.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { CurrencyValue, Valuation } from '../valuation/valuation.ts';
import type { PricedSnapshot, ReportPrice } from './report-price.ts';
import type { ReportRate } from './report-rate.ts';
import { reportValues, type Worth } from './report-values.ts';
import type { UnvaluedReason } from './unvalued-reason.ts';

/** The currency that a report was asked for in, and the rates that value what has no price. */
export interface AskedIn {
  /** Null: none was named, so that of each snapshot's own valuation. */
  readonly into: string | null;
  readonly rates: readonly ReportRate[];
}

/** What a request asks for: rates enter also where it names no currency. */
export async function askedIn(
  readRates: (tenant: string) => Promise<readonly ReportRate[]>,
  tenant: string,
  into: string | undefined,
): Promise<AskedIn> {
  return { into: into ?? null, rates: await readRates(tenant) };
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

/**
 * Everything that a snapshot shows, in the form of its own valuation. The one valuation of all that is shown of a snapshot: its
 * total is the same wherever it is asked for.
 */
export function valuationIn(
  snapshot: PricedSnapshot & Pick<SnapshotTaken, 'balances'>,
  { into: named, rates }: AskedIn,
): ValuationIn {
  const into = named ?? snapshot.valuation.reportingCurrency;
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
