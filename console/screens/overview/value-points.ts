import type { components } from '@sluice/client';
import { pageOf } from '../../api/report-page.ts';
import type { SeriesPoint } from '../../charts/series.ts';
import { differenceOf, percentOf } from '../../display/amounts.ts';

type Totals = components['schemas']['ReportTotalsResponse'];
type Balances = components['schemas']['ReportBalancesResponse'];

/** The total at the end of each period, which is when it was taken. */
export function totalPoints(report: Totals): readonly SeriesPoint[] {
  return pageOf(report).items.map((item) =>
    'close' in item ? { at: item.lastAt, amount: item.close } : { at: item.at, amount: item.value },
  );
}

/** What a currency was worth at the end of each period. */
export function valuePoints(report: Balances): readonly SeriesPoint[] {
  return pageOf(report).items.map((item) =>
    'close' in item ? { at: item.lastAt, amount: item.value } : { at: item.at, amount: item.value },
  );
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
  const isFromNothing = /^-?0(\.0*)?$/.test(first.amount);
  return {
    amount,
    percent: isFromNothing ? null : percentOf(amount, first.amount),
    since: first.at,
  };
}
