/** Ranges that the value is looked at over, and the interval that draws each with a few hundred points at most. */
export const RANGES = {
  day: { text: 'Day', days: 1, interval: 'hour' },
  week: { text: 'Week', days: 7, interval: 'hour' },
  month: { text: 'Month', days: 30, interval: 'hour' },
  quarter: { text: 'Quarter', days: 91, interval: 'day' },
  year: { text: 'Year', days: 365, interval: 'day' },
  all: { text: 'All', days: null, interval: 'day' },
} as const;

export type RangeName = keyof typeof RANGES;

export function isRangeName(text: string | null): text is RangeName {
  return text !== null && Object.hasOwn(RANGES, text);
}

/** Before anything was recorded: "all" begins with whatever there is. */
const BEFORE_ALL = '2000-01-01T00:00:00Z';

const HOUR_MS = 3_600_000;

/** Rows of one answer, at most: some three years of days. */
const MOST_ROWS = 1_000;

/**
 * The query of a report about every currency at once: a month by its days, so that a page of all of them reads a tenth of
 * the rows that one currency's own page draws.
 */
export function summaryQuery(name: RangeName, now: Date, into: string | null = null) {
  const query = reportQuery(name, now);
  if (into !== null) {
    return { ...query, interval: INTERVALS_IN[name], limit: MOST_ROWS_IN, in: into };
  }
  return name === 'month' ? { ...query, interval: 'day' as const } : query;
}

/** Rows of one answer in another currency than the recorded one, at most: each rests on snapshots that are read for it. */
const MOST_ROWS_IN = 50;
const INTERVALS_IN = {
  day: 'hour',
  week: 'day',
  month: 'day',
  quarter: 'month',
  year: 'month',
  all: 'month',
} as const satisfies Readonly<Record<RangeName, string>>;

/** The query of a report over a range. Its start is a full hour, so that it stays the same request for an hour. */
export function reportQuery(name: RangeName, now: Date) {
  const { days, interval } = RANGES[name];
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const from = days === null ? BEFORE_ALL : new Date(hour - days * 24 * HOUR_MS).toISOString();
  return { from, interval, limit: MOST_ROWS };
}
