import { decimalOf } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import { isWhole, type SeriesPoint } from './series.ts';

/**
 * A window of a series in a few values. All amounts are texts of its points, none is computed; totals of a part only
 * are no amounts of it.
 */
export interface RollUp {
  /** Ticks of the first and the last point. */
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Null if the total was known at none of the points. */
  readonly open: string | null;
  readonly close: string | null;
  readonly low: string | null;
  readonly high: string | null;
  /** At the close; null if it had no price path then. */
  readonly price: string | null;
  readonly value: string | null;
  readonly reportingCurrency: string;
  /** For the total: currencies that were missing from it at any of the points. */
  readonly unvalued: readonly string[];
  /** How many points there were. */
  readonly points: number;
  /** How many of them were totals of a part only. */
  readonly partial: number;
}

/** The roll-up of points in the order of time; null of none. */
export function rollUp(points: readonly SeriesPoint[]): RollUp | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const whole = points.filter(isWhole);
  return {
    firstAt: first.at,
    lastAt: last.at,
    open: whole[0]?.amount ?? null,
    close: whole.at(-1)?.amount ?? null,
    ...extremes(whole),
    price: last.price,
    value: last.value,
    reportingCurrency: last.reportingCurrency,
    unvalued: points.reduce(
      (names, { unvalued }) => union(names, unvalued),
      union([], first.unvalued),
    ),
    points: points.length,
    partial: points.length - whole.length,
  };
}

/** Each amount is read once, and most of them are the one before. */
function extremes(points: readonly SeriesPoint[]) {
  const first = points[0]?.amount;
  if (first === undefined) return { low: null, high: null };
  let [low, high, before] = [first, first, first];
  let [least, most] = [decimalOf(first), decimalOf(first)];
  for (const { amount } of points) {
    if (amount === before) continue;
    before = amount;
    const value = decimalOf(amount);
    if (value.lessThan(least)) [low, least] = [amount, value];
    if (value.greaterThan(most)) [high, most] = [amount, value];
  }
  return { low, high };
}

/** The roll-up of two windows, one after the other: the same as of all their points at once. */
export function merged(earlier: RollUp | null, later: RollUp | null): RollUp | null {
  if (earlier === null || later === null) return earlier ?? later;
  return {
    ...later,
    firstAt: earlier.firstAt,
    open: earlier.open ?? later.open,
    close: later.close ?? earlier.close,
    low: lower(earlier.low, later.low),
    high: higher(earlier.high, later.high),
    unvalued: union(earlier.unvalued, later.unvalued),
    points: earlier.points + later.points,
    partial: earlier.partial + later.partial,
  };
}

/** Of two amounts that are equal the earlier text stays: "1.50" and "1.5" may both have been read. */
function lower(earlier: string | null, later: string | null): string | null {
  if (earlier === null || later === null) return earlier ?? later;
  if (earlier === later) return earlier;
  return decimalOf(later).lessThan(decimalOf(earlier)) ? later : earlier;
}

function higher(earlier: string | null, later: string | null): string | null {
  if (earlier === null || later === null) return earlier ?? later;
  if (earlier === later) return earlier;
  return decimalOf(later).greaterThan(decimalOf(earlier)) ? later : earlier;
}

function union(names: readonly string[], more: readonly string[]): readonly string[] {
  if (more.every((name) => names.includes(name))) return names;
  return [...new Set([...names, ...more])].sort();
}
