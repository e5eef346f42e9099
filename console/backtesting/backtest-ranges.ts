/** How far back a draft is tried. */
export const BACKTEST_RANGES = {
  day: { text: 'Last day', days: 1 },
  week: { text: 'Last 7 days', days: 7 },
  month: { text: 'Last 30 days', days: 30 },
  quarter: { text: 'Last 91 days', days: 91 },
  year: { text: 'Last year', days: 365 },
} as const;

type RangeName = keyof typeof BACKTEST_RANGES;

export type BacktestRange = keyof typeof BACKTEST_RANGES;

export function isBacktestRange(text: string | null): text is RangeName {
  return text !== null && Object.hasOwn(BACKTEST_RANGES, text);
}

const DAY_MS = 86_400_000;

export function rangeOf(
  name: RangeName,
  now: Date,
): { readonly from: string; readonly to: string } {
  const from = new Date(now.getTime() - BACKTEST_RANGES[name].days * DAY_MS);
  return { from: from.toISOString(), to: now.toISOString() };
}

const WHOLE_PERCENT = 100;

/** How much of a range has been gone through, in percent. */
export function progressOf(from: string, until: string | null, to: Date): number {
  if (until === null) return 0;
  const start = Date.parse(from);
  return Math.round(((Date.parse(until) - start) / (to.getTime() - start)) * WHOLE_PERCENT);
}
