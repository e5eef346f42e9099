import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { ShownValue, ShownValues } from '../preview/shown-values.ts';
import type { Instant } from '../time/instant.ts';
import type { SweepAhead } from './counted.ts';

/** One withdrawal of a sweep: all of it, or what one account gets. */
export interface Departure extends Omit<SweepAhead, 'parts'> {
  readonly paidTo: string;
  readonly isPart: boolean;
}

/** Each part waits for its own approvals: one may leave while another waits. */
export function departuresOf({ parts, ...sweep }: SweepAhead): readonly Departure[] {
  const { withdrawalAccountId: paidTo } = sweep;
  if (parts === undefined) return [{ ...sweep, paidTo, isPart: false }];
  return parts.map(({ withdrawalAccountId, ...part }) => {
    return { ...sweep, ...part, paidTo: withdrawalAccountId, isPart: true };
  });
}

interface OfRun {
  readonly at: Instant;
  readonly amount: string;
}

/**
 * Of what one rule has waiting, the run that asks for the most: it has one run waiting at a time, and after it expired
 * the next one asks for the same money.
 */
export function largestRun<Each extends OfRun>(waiting: readonly Each[]): readonly Each[] {
  const totalOf = (run: readonly OfRun[]) => decimalOf(sumOf(run.map(({ amount }) => amount)));
  return [...Map.groupBy(waiting, ({ at }) => at).values()].reduce<readonly Each[]>(
    (most, run) => (totalOf(run).greaterThan(totalOf(most)) ? run : most),
    [],
  );
}

export function runsOf(departures: readonly OfRun[]): number {
  return new Set(departures.map(({ at }) => at)).size;
}

/** What amounts are worth together. */
export interface ValuedTogether extends Partial<ShownValue> {
  /** Their sum, without those that have no value. */
  readonly known: string;
  /** Those that have no value. With any, there is no `value`. */
  readonly unvalued: readonly OfRun[];
}

/** Of one currency: a rate that values one of the amounts values all. */
export function valuedTogether(
  own: readonly (OfRun & { readonly currency: string })[],
  shown: ShownValues,
): ValuedTogether {
  const found = own.map((each) => ({ each, worth: shown.of(each.currency, each.amount) }));
  const known = sumOf(found.flatMap(({ worth }) => worth?.value ?? []));
  const unvalued = found.flatMap(({ each, worth }) => (worth === null ? [each] : []));
  const manualRate = found.find(({ worth }) => worth?.manualRate !== undefined)?.worth?.manualRate;
  return {
    known,
    unvalued,
    ...(unvalued.length === 0 ? { value: known } : {}),
    ...(manualRate === undefined ? {} : { manualRate }),
  };
}

export function sumOf(amounts: readonly string[]): string {
  return formatDecimal(amounts.reduce((sum, each) => sum.plus(decimalOf(each)), ZERO));
}
