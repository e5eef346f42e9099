import type { AssumptionFact } from '../facts/outlook-facts.ts';
import { distinctRates, type RefusedRate, type UsedRate } from '../policy/used-rate.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { PastReading } from './history.ts';

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

/** What amounts are worth beside past readings, as every report shows it. */
export interface PastValues {
  /** The rates, as text: nothing that others have valued is added to. */
  readonly by: string;
  /** Of a reading that was read with its prices. */
  readonly at: (reading: Pick<PastReading, 'scheduledFor' | 'market' | 'values'>) => ShownValues;
}

export interface PastValuesPort {
  /** Null if no manual rate is of one of the currencies, or of the one that they are valued in: then no prices are read for it. */
  readonly pastValues: (
    tenant: string,
    currencies: readonly string[],
    into: string,
  ) => Promise<PastValues | null>;
}

/** What a sweep of the past counts as in the sums that people are shown. Nothing is decided by it. */
export interface CountedValue {
  /** In the reporting currency; null without a price and a manual rate. */
  readonly value: string | null;
  /** Set: the currency has no price, and this rate values it. */
  readonly manualRate?: UsedRate;
  /** Set: there is no value, and this rate would have given one, if it were what Sluice wrote. */
  readonly refusedRate?: RefusedRate;
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

/** What the values of an answer rest on, where a manual rate is in them. */
export function ratesAssumed(rates: readonly UsedRate[]): readonly AssumptionFact[] {
  return rates.length === 0 ? [] : [{ code: 'rates-used', rates }];
}
