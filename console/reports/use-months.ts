import { pageOf } from '../api/report-page.ts';
import { type ReadResult, useRead } from '../api/use-read.ts';

/** Before anything was recorded. */
const EVER = '2000-01-01T00:00:00Z';

/** Months of one answer: more than thirty years of them. */
const MOST_MONTHS = 400;

/** Milliseconds between two looks: a month is added once a month. */
const MONTHS_MS = 300_000;

type Totals = NonNullable<ReadResult<'/v1/reports/totals'>['data']>['data'];

export function useMonths(): ReadResult<'/v1/reports/totals'> {
  const query = { from: EVER, interval: 'month', limit: MOST_MONTHS } as const;
  return useRead('/v1/reports/totals', { query }, { everyMs: MONTHS_MS });
}

/** The months that anything was recorded in, newest first: "2026-11". */
export function monthsOf(totals: Totals): readonly string[] {
  return pageOf(totals)
    .items.flatMap((item) => ('period' in item ? [item.period] : []))
    .toReversed();
}
