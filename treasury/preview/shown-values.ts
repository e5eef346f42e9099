import { distinctRates, type RefusedRate, type UsedRate } from '../policy/used-rate.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';

/** What an amount is worth as people are shown it, decimal text. */
export interface ShownValue {
  readonly value: string;
  /** Set: the currency has no price, and this rate values it. */
  readonly manualRate?: UsedRate;
}

/**
 * What amounts are worth beside a snapshot, as every report shows it. Nothing that sizes or permits a send takes one: those go by
 * `BelievedValues` alone, and only what is shown of a decision is valued here.
 */
export interface ShownValues {
  /** Null without a price and a manual rate. */
  readonly of: (currency: string, amount: string) => ShownValue | null;
  /** The rate that would value the currency, if it were what Sluice wrote. */
  readonly refused: (currency: string) => RefusedRate | null;
}

export interface ShownValuesPort {
  /** By the manual rates of a tenant: of any snapshot, in any currency. */
  readonly shownValues: (
    tenant: string,
  ) => Promise<(snapshot: SnapshotTaken, into: string) => ShownValues>;
}

/** The rates in the values of an answer, and those that would have valued what has none. */
export interface RatesShown {
  readonly manualRates: readonly UsedRate[];
  readonly refusedRates: readonly RefusedRate[];
}

/** `unvalued`: the currencies of what has no value. */
export function ratesShown(
  values: readonly { readonly manualRate?: UsedRate }[],
  unvalued: readonly string[],
  shown: ShownValues,
): RatesShown {
  return {
    manualRates: distinctRates(values.flatMap(({ manualRate }) => manualRate ?? [])),
    refusedRates: distinctRates(unvalued.flatMap((currency) => shown.refused(currency) ?? [])),
  };
}
