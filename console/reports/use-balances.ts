import { useRef } from 'react';
import { useReads } from '../api/use-read.ts';
import type { summaryQuery } from './ranges.ts';
import type { Balances } from './value-points.ts';

/** Milliseconds between two looks at a series: its points come by the hour. */
export const SERIES_MS = 60_000;

/** The report of each currency over the range, in the order of the currencies; null until it has arrived. */
export function useBalances(
  currencies: readonly string[],
  query: ReturnType<typeof summaryQuery>,
): readonly (Balances | null)[] {
  const inputs = currencies.map((currency) => ({ query: { ...query, currency } }));
  const results = useReads('/v1/reports/balances', inputs, {
    everyMs: SERIES_MS,
    keepsPrevious: true,
  });
  const reports = results.map(({ data }) => data?.data ?? null);
  // The same reports are the same array, so that the chart is drawn once for them.
  const kept = useRef(reports);
  const isSame =
    kept.current.length === reports.length &&
    kept.current.every((report, index) => report === reports[index]);
  if (!isSame) kept.current = reports;
  return kept.current;
}
