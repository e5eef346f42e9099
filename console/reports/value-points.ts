import type { components } from '@sluice/client';
import { pageOf } from '../api/report-page.ts';
import type { SeriesPoint } from '../charts/series.ts';
import { differenceOf, percentOf, signOf, sumOf } from '../display/amounts.ts';

export type Totals = components['schemas']['ReportTotalsResult'];
export type Balances = components['schemas']['ReportBalancesResult'];

/** What a currency was worth at the end of each period. */
export function valuePoints(report: Balances): readonly SeriesPoint[] {
  return pageOf(report).items.map((item) => ({
    at: 'close' in item ? item.lastAt : item.at,
    amount: item.value,
  }));
}

export interface ValueSeries {
  readonly points: readonly SeriesPoint[];
  /** Currencies that had no price or were not stated, and are no part of it. */
  readonly without: readonly string[];
}

/**
 * The total at the end of each period. Where something had no price or was not stated the API states no total; the line is then what
 * everything else was worth, for the whole range alike, so that a missing price draws no step.
 * Null until what that takes has arrived.
 */
export function totalSeries(
  totals: Totals,
  balances: readonly (Balances | null)[],
): ValueSeries | null {
  const periods = pageOf(totals).items.map((item) =>
    'close' in item
      ? { at: item.lastAt, amount: item.close, name: item.period }
      : { at: item.at, amount: item.value, name: item.at },
  );
  const without = [...new Set(pageOf(totals).items.flatMap(({ unvalued }) => unvalued))].sort();
  const isWhole = periods.every(({ amount }) => amount !== null);
  if (!isWhole && balances.includes(null)) return null;
  if (isWhole) {
    return { points: periods.map(({ at, amount }) => ({ at, amount })), without };
  }
  const others = balances.filter(
    (report) => report !== null && !without.includes(pageOf(report).currency),
  );
  const values = valuesByPeriod(others.filter((report) => report !== null));
  return {
    points: periods.map(({ at, name }) => {
      const known = values.get(name);
      return { at, amount: known === undefined ? null : sumOf(known) };
    }),
    without,
  };
}

function valuesByPeriod(reports: readonly Balances[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const report of reports) {
    for (const item of pageOf(report).items) {
      const name = 'close' in item ? item.period : item.at;
      if (item.value === null) continue;
      const known = values.get(name);
      if (known === undefined) values.set(name, [item.value]);
      else known.push(item.value);
    }
  }
  return values;
}

export interface RangeChange {
  readonly amount: string;
  /** Null where there was nothing to begin with. */
  readonly percent: string | null;
  readonly since: string;
}

/** From the first known amount to the last; null where there are not two. */
export function changeOf(points: readonly SeriesPoint[]): RangeChange | null {
  const known = points.flatMap(({ at, amount }) => (amount === null ? [] : [{ at, amount }]));
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined || known.length < 2) return null;
  const amount = differenceOf(last.amount, first.amount);
  const percent = signOf(first.amount) === 0 ? null : percentOf(amount, first.amount);
  return { amount, percent, since: first.at };
}
