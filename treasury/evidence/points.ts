import { type EvidencePoint, MAX_EVIDENCE_POINTS } from '../instructions/evidence.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { type Balances, balanceOf } from '../valuation/balance.ts';

export interface MergedPoints {
  readonly points: readonly EvidencePoint[];
  readonly omitted: number;
}

/**
 * Adds readings to the points kept so far. Of a window in which nothing moved, its two ends are kept, so readings
 * that are repeated or late change nothing. Beyond the bound the oldest are dropped, except the very first, and
 * counted. A reading that does not state each of the currencies is no point: a currency that is left out has not fallen.
 */
export function mergePoints(
  kept: MergedPoints,
  readings: readonly BalancesTaken[],
  currencies: readonly HeldBefore[],
): MergedPoints {
  const all = new Map(kept.points.map((point) => [keyOf(point, currencies), point]));
  for (const reading of readings.filter(({ takenAt }) => !isDropped(kept, takenAt))) {
    const point = pointOf(reading, currencies);
    if (point !== null) all.set(keyOf(point, currencies), point);
  }
  const sorted = [...all.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, point]) => point);
  const points = sorted.filter(
    (point, index) => !(isSame(point, sorted[index - 1]) && isSame(point, sorted[index + 1])),
  );
  const surplus = Math.max(0, points.length - MAX_EVIDENCE_POINTS);
  return {
    points: [...points.slice(0, 1), ...points.slice(1 + surplus)],
    omitted: kept.omitted + surplus,
  };
}

/** Its moment, then its balances: of two readings of the same millisecond none hides the other. */
function keyOf(point: EvidencePoint, currencies: readonly HeldBefore[]): string {
  return [point.takenAt, ...currencies.map(({ currency }) => totalAt(point, currency))].join(' ');
}

/** True for a reading from the time between the first point and the next, of which points were dropped and counted. */
function isDropped({ points: [first, next], omitted }: MergedPoints, takenAt: Instant): boolean {
  if (omitted === 0 || first === undefined || next === undefined) return false;
  return takenAt > first.takenAt && takenAt < next.takenAt;
}

/** Null if the reading does not state each of the currencies. */
function pointOf(
  { takenAt, balances }: BalancesTaken,
  currencies: readonly HeldBefore[],
): EvidencePoint | null {
  const totals: [string, string][] = [];
  for (const before of currencies) {
    const total = totalSince(balances, before);
    if (total === null) return null;
    totals.push([before.currency, formatDecimal(decimalOf(total))]);
  }
  return { takenAt, balances: Object.fromEntries(totals) };
}

/** A currency, and its balance before a claim. */
export interface HeldBefore {
  readonly currency: string;
  readonly balanceBefore: string;
}

/**
 * The total that a reading since a claim states; null if it states none. A currency of which nothing was held before the
 * claim, and that no answer has ever listed, still holds nothing: it is what a purchase that was not executed leaves.
 */
export function totalSince(
  balances: Balances,
  { currency, balanceBefore }: HeldBefore,
): string | null {
  const reading = balanceOf(balances, currency);
  switch (reading.kind) {
    case 'stated':
      return reading.balance.total;
    case 'not-listed':
      return reading.away === null && decimalOf(balanceBefore).isZero() ? balanceBefore : null;
    case 'unreadable':
      return null;
    default:
      return reading satisfies never;
  }
}

/** The total of a currency at a point, which has each of the currencies that it was made for. */
export function totalAt(
  { takenAt, balances }: Pick<EvidencePoint, 'takenAt' | 'balances'>,
  currency: string,
): string {
  const total = Object.hasOwn(balances, currency) ? balances[currency] : undefined;
  if (total === undefined) throw new Error(`the evidence of ${takenAt} has no ${currency}`);
  return total;
}

/** The totals of these currencies, point after point, without those at which nothing moved. */
export function movesIn(
  points: readonly EvidencePoint[],
  currencies: readonly { readonly currency: string }[],
): readonly (readonly string[])[] {
  const series = points.map((point) => currencies.map(({ currency }) => totalAt(point, currency)));
  return series.filter((seen, index) => `${seen}` !== `${series[index - 1]}`);
}

function isSame(point: EvidencePoint, other: EvidencePoint | undefined): boolean {
  if (other === undefined) return false;
  return Object.entries(point.balances).every(([code, total]) => other.balances[code] === total);
}
