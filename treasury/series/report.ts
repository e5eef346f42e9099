import type { Snapshots } from '../snapshots/ports.ts';
import { earlier, epochMsOf, type Instant, instantOf, later } from '../time/instant.ts';
import { type Cover, coverOf, hoursHolding, joined } from './cover.ts';
import { DAY_MS, type Day, dayOf, HOUR_MS, type Hour, startOfDay, startOfHour } from './hour.ts';
import { type Period, type PeriodKind, periodAt, periodsWithin } from './periods.ts';
import type { Series } from './ports.ts';
import { merged, type RollUp, rollUp } from './roll-up.ts';
import { pointsOf, type SeriesName, type SeriesPoint } from './series.ts';

/**
 * Hours that one page reads point by point at most: half a year, some 2 MB. Pages end early there; their
 * cursor leads on.
 */
const MAX_HOURS_PER_PAGE = 4_464;
/**
 * Hours after the open one that are read from the snapshots themselves: a few minutes' worth as a rule, and never
 * more than this if the series have fallen behind.
 */
const MAX_OPEN_HOURS = 48;
/** Hours of points that may turn out to be empty. */
const MAX_EMPTY_HOURS = 7 * 24;
/** About as many hours each period has. */
const HOURS_OF: Readonly<Record<PeriodKind, number>> = { hour: 1, day: 24, month: 730 };
/** Hours read at first for a page of points; twice as many each time if that was not enough. */
const FIRST_HOURS = 24;
/** Days between two windows up to which one query over both costs less than two. */
const JOINED_GAP_MS = 2 * DAY_MS;

export interface ReportPorts {
  readonly snapshots: Pick<Snapshots, 'takenBetween'>;
  readonly series: Pick<Series, 'openHour' | 'points' | 'days' | 'firstHour'>;
}

export interface ReportQuery {
  readonly tenant: string;
  readonly name: SeriesName;
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  /** Rows at most. */
  readonly limit: number;
}

/** Rows in the order of time, and the place from which the rest of them is read. */
export interface Rows<T> {
  readonly items: readonly T[];
  readonly next?: Instant;
}

export interface PeriodRow extends RollUp {
  readonly period: Period;
}

/** Every point of a series in a range. */
export async function pointsReport(
  ports: ReportPorts,
  filter: ReportQuery,
): Promise<Rows<SeriesPoint>> {
  const hours = (epochMsOf(filter.to) - epochMsOf(filter.from)) / HOUR_MS;
  const start = await startOf(ports, filter, hours <= MAX_EMPTY_HOURS);
  if (start === null) return { items: [] };
  const reader = readerOf(ports, filter, start.openHour);
  const end = endOfPage(start.from, start.openHour, filter.to);
  const items: SeriesPoint[] = [];
  let from = start.from;
  let window = FIRST_HOURS;
  while (from < end && items.length <= filter.limit) {
    const to = earlier(instantOf(epochMsOf(from) + window * HOUR_MS), end);
    items.push(...(await reader.points({ from, to })));
    from = to;
    window *= 2;
  }
  const beyond = items[filter.limit];
  if (beyond !== undefined) return { items: items.slice(0, filter.limit), next: beyond.at };
  return from < filter.to ? { items, next: from } : { items };
}

/** A roll-up of each hour, day or month of a time zone in a range; those without a point have no row. */
export async function periodsReport(
  ports: ReportPorts,
  filter: ReportQuery & { readonly kind: PeriodKind; readonly timeZone: string },
): Promise<Rows<PeriodRow>> {
  const hours = (epochMsOf(filter.to) - epochMsOf(filter.from)) / HOUR_MS;
  const start = await startOf(ports, filter, hours / HOURS_OF[filter.kind] <= filter.limit);
  if (start === null) return { items: [] };
  // From the beginning of its period on: a page that begins within the period must not shorten its first row.
  const { from: begin } = periodAt(start.from, filter.kind, filter.timeZone);
  const range = { from: later(filter.from, begin), to: filter.to };
  const periods = periodsWithin(range, filter.kind, filter.timeZone, filter.limit);
  const covers = affordable(
    periods.map((period) => coverOf(period, start.openHour)),
    start.openHour,
  );
  const reader = readerOf(ports, filter, start.openHour);
  const read = await reader.covered(covers);
  const items = covers.flatMap((cover) => rowOf(cover, read));
  const next = covers.at(-1)?.period.to;
  return next !== undefined && next < filter.to ? { items, next } : { items };
}

/**
 * The start of the rows: the range's start, or the first hour that the series has after it. That is only read if the
 * range is longer than a page, which would be spent on the time before there was anything.
 */
async function startOf(
  { series }: ReportPorts,
  { tenant, name, from, to }: ReportQuery,
  withinOnePage: boolean,
) {
  const openHour = await series.openHour(tenant);
  if (openHour === null || from >= to) return null;
  const asked = hoursHolding({ from, to }).from;
  if (asked >= openHour || withinOnePage) return { openHour, from };
  const first = (await series.firstHour(tenant, name, asked)) ?? openHour;
  return { openHour, from: later(from, startOfHour(first)) };
}

function endOfPage(from: Instant, openHour: Hour, to: Instant): Instant {
  const whole = instantOf(epochMsOf(from) + MAX_HOURS_PER_PAGE * HOUR_MS);
  return earlier(to, earlier(whole, endOfOpen(from, openHour)));
}

function endOfOpen(from: Instant, openHour: Hour): Instant {
  const start = later(from, startOfHour(openHour));
  return instantOf(epochMsOf(start) + MAX_OPEN_HOURS * HOUR_MS);
}

/** As many periods as one page may read the points of; at least one. */
function affordable(covers: readonly Cover[], openHour: Hour): readonly Cover[] {
  let [hours, openHours] = [0, 0];
  const open = startOfHour(openHour);
  const count = covers.findIndex(({ points }, index) => {
    for (const { from, to } of points) {
      hours += (epochMsOf(to) - epochMsOf(from)) / HOUR_MS;
      openHours += Math.max(0, epochMsOf(to) - epochMsOf(later(from, open))) / HOUR_MS;
    }
    return index > 0 && (hours > MAX_HOURS_PER_PAGE || openHours > MAX_OPEN_HOURS);
  });
  return count === -1 ? covers : covers.slice(0, count);
}

/** Both in the order of time. */
interface Covered {
  readonly days: readonly (readonly [Day, RollUp])[];
  readonly points: readonly SeriesPoint[];
}

function readerOf(
  { snapshots, series }: ReportPorts,
  { tenant, name }: ReportQuery,
  openHour: Hour,
) {
  const open = startOfHour(openHour);
  /** Points of a range, from the hours that are written and, after them, from the snapshots. */
  const points = async (range: { readonly from: Instant; readonly to: Instant }) => {
    const { from, to } = range;
    const written = hoursHolding({ from, to: earlier(to, open) });
    const [closed, taken] = await Promise.all([
      from < open ? series.points(tenant, name, written) : [],
      snapshots.takenBetween(tenant, { from: later(from, open), to }),
    ]);
    const still = taken.flatMap((snapshot) => pointsOf(snapshot).get(name) ?? []);
    return [...closed.filter(({ at }) => at >= from && at < to), ...still];
  };
  const covered = async (covers: readonly Cover[]): Promise<Covered> => {
    const days = covers.flatMap((cover) =>
      cover.days === null
        ? []
        : [{ from: startOfDay(cover.days.from), to: startOfDay(cover.days.to) }],
    );
    const windows = joined(
      covers.flatMap((cover) => cover.points),
      0,
    );
    const [rolled, read] = await Promise.all([
      Promise.all(
        joined(days, JOINED_GAP_MS).map(({ from, to }) =>
          series.days(tenant, name, { from: dayOf(from), to: dayOf(to) }),
        ),
      ),
      Promise.all(windows.map(points)),
    ]);
    return { days: rolled.flatMap((map) => [...map]), points: read.flat() };
  };
  return { points, covered };
}

function rowOf({ period, days }: Cover, read: Covered): readonly PeriodRow[] {
  const of = (from: Instant, to: Instant) => rollUp(between(read.points, from, to, ({ at }) => at));
  const [before, after] =
    days === null
      ? [of(period.from, period.to), null]
      : [of(period.from, startOfDay(days.from)), of(startOfDay(days.to), period.to)];
  const whole = days === null ? [] : between(read.days, days.from, days.to, ([day]) => day);
  const sum = whole.reduce<RollUp | null>((result, [, day]) => merged(result, day), before);
  const result = merged(sum, after);
  return result === null ? [] : [{ period, ...result }];
}

/** The items, in the order of time, from one moment to before another, found by halving. */
function between<T>(
  items: readonly T[],
  from: Instant,
  to: Instant,
  of: (item: T) => Instant,
): readonly T[] {
  const first = (moment: Instant): number => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = items[middle];
      if (item !== undefined && of(item) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return items.slice(first(from), first(to));
}
