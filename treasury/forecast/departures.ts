import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
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

export function sumOf(amounts: readonly string[]): string {
  return formatDecimal(amounts.reduce((sum, each) => sum.plus(decimalOf(each)), ZERO));
}
