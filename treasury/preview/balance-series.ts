import type { Instant } from '../time/instant.ts';
import { type Balances, balanceOf, withdrawable } from '../valuation/balance.ts';

/**
 * Points of all series of an answer: as many as the widest chart has pixels for two currencies, and few enough for an
 * answer that has every currency of the largest draft.
 */
const MAX_POINTS = 1_600;

/** A draft of many currencies has a short line of each at least. */
const MIN_POINTS_OF_ONE = 20;

/** What stood at a reading after both sides had decided; decimal text in the currency. */
export interface BalancePoint {
  readonly at: Instant;
  readonly draft: string;
  readonly inForce: string;
}

export interface BalanceSeries {
  readonly currency: string;
  readonly points: readonly BalancePoint[];
}

interface Thinned {
  points: BalancePoint[];
  /** Every so many readings one is kept. */
  stride: number;
  readings: number;
  last: BalancePoint | null;
}

/** The balances of both sides over the readings of one call, thinned evenly as they come. */
export interface BalanceTrace {
  readonly most: number;
  readonly byCurrency: Map<string, Thinned>;
}

export function newTrace(currencies: readonly string[]): BalanceTrace {
  const most = Math.floor(MAX_POINTS / Math.max(1, currencies.length));
  const empty = (): Thinned => ({ points: [], stride: 1, readings: 0, last: null });
  return {
    most: Math.max(MIN_POINTS_OF_ONE, most),
    byCurrency: new Map(currencies.map((currency) => [currency, empty()])),
  };
}

/** Notes what a reading left on both sides. Twice as many points as fit are halved, so that no end has to be known. */
export function notePoint(
  { most, byCurrency }: BalanceTrace,
  at: Instant,
  draft: Balances,
  inForce: Balances,
): void {
  for (const [currency, series] of byCurrency) {
    const [after, before] = [balanceOf(draft, currency), balanceOf(inForce, currency)];
    if (after.kind !== 'stated' || before.kind !== 'stated') continue;
    const point = {
      at,
      draft: withdrawable(after.balance),
      inForce: withdrawable(before.balance),
    };
    if (series.readings % series.stride === 0) series.points.push(point);
    series.readings += 1;
    series.last = point;
    if (series.points.length <= most) continue;
    series.points = series.points.filter((_, index) => index % 2 === 0);
    series.stride *= 2;
  }
}

/** Oldest first. The last reading always stands at the end. */
export function seriesOf({ byCurrency }: BalanceTrace): readonly BalanceSeries[] {
  return [...byCurrency].map(([currency, { points, last }]) => ({
    currency,
    points: last === null || points.at(-1)?.at === last.at ? points : [...points, last],
  }));
}
