import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { statedIn } from '../valuation/balance.ts';
import { totalValue } from '../valuation/total-value.ts';

/**
 * The subjects of series: a currency by its code, or the total of a tenant in the reporting currency. The total's
 * name is no code that a currency can have.
 */
export type SeriesName = string;
export const TOTAL: SeriesName = '*';

/** The value of one series in one snapshot. Amounts are decimal text. */
export interface SeriesPoint {
  /** The snapshot's tick. */
  readonly at: Instant;
  /**
   * For a currency its balance; for the total the value of everything, or of a part of it if `unvalued` names others.
   */
  readonly amount: string;
  /**
   * For a currency: reporting currency per unit at that moment, and the value of the balance. Null without a price
   * path; always null for the total, which is a value itself.
   */
  readonly price: string | null;
  readonly value: string | null;
  readonly reportingCurrency: string;
  /** For the total: currencies that are held and not in it: they had no price path, or were not stated. */
  readonly unvalued: readonly string[];
}

/** What the points of a snapshot are made of: also of one that is valued otherwise than it was recorded. */
export type PointSource = Pick<SnapshotTaken, 'scheduledFor' | 'balances' | 'pricesMissing'> & {
  /** None is made of it, whatever its values are. */
  readonly hasNoTotal?: boolean;
  readonly valuation: Pick<
    SnapshotTaken['valuation'],
    'reportingCurrency' | 'total' | 'unvalued'
  > & {
    readonly values: Readonly<Record<string, { readonly price: string; readonly value: string }>>;
  };
};

/**
 * The points of a snapshot, by series. A currency that it does not state has none. If no prices were read, or none that values anything, there is no total: a
 * total of zero would look like a loss of everything.
 */
export function pointsOf(snapshot: PointSource): ReadonlyMap<SeriesName, SeriesPoint> {
  const { scheduledFor: at, balances, valuation, pricesMissing, hasNoTotal = false } = snapshot;
  const { reportingCurrency, values, unvalued } = valuation;
  const points = new Map<SeriesName, SeriesPoint>();
  for (const [currency, balance] of statedIn(balances)) {
    const valued = Object.hasOwn(values, currency) ? values[currency] : undefined;
    const { price = null, value = null } = valued ?? {};
    const amount = balance.total;
    points.set(currency, { at, amount, price, value, reportingCurrency, unvalued: [] });
  }
  const nothingValued = unvalued.length > 0 && Object.keys(values).length === 0;
  if (pricesMissing === undefined && !hasNoTotal && !nothingValued) {
    const rest = { price: null, value: null, reportingCurrency };
    const worth = totalValue(valuation, balances);
    const total = worth.complete
      ? { amount: worth.total, unvalued: [] }
      : { amount: worth.part, unvalued: worth.missing };
    points.set(TOTAL, { at, ...rest, ...total });
  }
  return points;
}

/** Whether a point is complete: one of the total may be of a part only. */
export function isWhole({ unvalued }: SeriesPoint): boolean {
  return unvalued.length === 0;
}

/** The points of several snapshots, by series, each in the order of time. */
export function seriesOf(
  snapshots: readonly SnapshotTaken[],
): ReadonlyMap<SeriesName, readonly SeriesPoint[]> {
  const series = new Map<SeriesName, SeriesPoint[]>();
  const inOrder = [...snapshots].sort((a, b) => (a.scheduledFor < b.scheduledFor ? -1 : 1));
  for (const snapshot of inOrder) {
    for (const [name, point] of pointsOf(snapshot)) {
      const points = series.get(name);
      if (points === undefined) series.set(name, [point]);
      else points.push(point);
    }
  }
  return series;
}
