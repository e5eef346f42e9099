import * as z from 'zod/mini';
import { decimalOf, decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { isWhole, type SeriesPoint } from './series.ts';

export const rollUpSchema = record(() => ({
  /** Ticks of the first and the last point. */
  firstAt: instant,
  lastAt: instant,
  /** Null if the total was known at none of the points. */
  open: z.nullable(decimalText),
  close: z.nullable(decimalText),
  low: z.nullable(decimalText),
  high: z.nullable(decimalText),
  /** At the close; null if it had no price path then. */
  price: z.nullable(decimalText),
  value: z.nullable(decimalText),
  reportingCurrency: z.string(),
  /** For the total: currencies that were missing from it at any of the points. */
  unvalued: z.array(z.string()),
  /** How many points there were. */
  points: z.int(),
  /** How many of them were totals of a part only. */
  partial: z.int(),
}));

/**
 * A window of a series in a few values. All amounts are texts of its points, none is computed; totals of a part only
 * are no amounts of it.
 */
export type RollUp = Stored<typeof rollUpSchema>;

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
