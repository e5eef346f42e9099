import { type EvidencePoint, MAX_EVIDENCE_POINTS } from '../instructions/evidence.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';

export type BarePoint = Omit<EvidencePoint, 'message'>;

export interface MergedPoints {
  readonly points: readonly BarePoint[];
  readonly omitted: number;
}

/**
 * Adds readings to the points kept so far. Of a window in which nothing moved, its two ends are kept, so readings
 * that are repeated or late change nothing. Beyond the bound the oldest are dropped, except the very first, and
 * counted.
 */
export function mergePoints(
  kept: MergedPoints,
  readings: readonly BalancesTaken[],
  currencies: readonly string[],
): MergedPoints {
  const byTime = new Map(kept.points.map((point) => [point.takenAt, point]));
  for (const reading of readings.filter(({ takenAt }) => !isDropped(kept, takenAt))) {
    byTime.set(reading.takenAt, byTime.get(reading.takenAt) ?? pointOf(reading, currencies));
  }
  const sorted = [...byTime.values()].sort((a, b) => (a.takenAt < b.takenAt ? -1 : 1));
  const points = sorted.filter(
    (point, index) => !(isSame(point, sorted[index - 1]) && isSame(point, sorted[index + 1])),
  );
  const surplus = Math.max(0, points.length - MAX_EVIDENCE_POINTS);
  return {
    points: [...points.slice(0, 1), ...points.slice(1 + surplus)],
    omitted: kept.omitted + surplus,
  };
}

/** True for a reading from the time between the first point and the next, of which points were dropped and counted. */
function isDropped({ points: [first, next], omitted }: MergedPoints, takenAt: Instant): boolean {
  if (omitted === 0 || first === undefined || next === undefined) return false;
  return takenAt > first.takenAt && takenAt < next.takenAt;
}

function pointOf({ takenAt, balances }: BalancesTaken, currencies: readonly string[]): BarePoint {
  const total = (currency: string) => formatDecimal(decimalOf(balances[currency]?.total ?? '0'));
  return { takenAt, balances: Object.fromEntries(currencies.map((each) => [each, total(each)])) };
}

function isSame(point: BarePoint, other: BarePoint | undefined): boolean {
  if (other === undefined) return false;
  return Object.entries(point.balances).every(([code, total]) => other.balances[code] === total);
}
