import type { Snapshots } from '../snapshots/ports.ts';
import { earlier, epochMsOf, type Instant, instantOf, later } from '../time/instant.ts';
import { type Cover, coverOf, hoursHolding, joined } from './cover.ts';
import { DAY_MS, type Day, dayOf, HOUR_MS, type Hour, startOfDay, startOfHour } from './hour.ts';
import { type Period, type PeriodKind, periodAt, periodsBefore, periodsWithin } from './periods.ts';
import type { Series } from './ports.ts';
import { merged, type RollUp, rollUp } from './roll-up.ts';
import { type PointSource, pointsOf, type SeriesName, type SeriesPoint } from './series.ts';

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
  readonly snapshots: {
    readonly takenBetween: (
      ...range: Parameters<Snapshots['takenBetween']>
    ) => Promise<readonly PointSource[]>;
  };
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
  /** The page's place in the range: the first rows from a moment on, or the last before one. Absent: the first of all. */
  readonly after?: Instant | undefined;
  readonly before?: Instant;
}

/** Rows in the order of time. Those after them begin at `next`; those before them end at `previous`. */
export interface Rows<T> {
  readonly items: readonly T[];
  readonly next?: Instant;
  readonly previous?: Instant;
}

export interface PeriodRow extends RollUp {
  readonly period: Period;
}

/** Every point of a series in a range. */
export async function pointsReport(
  ports: ReportPorts,
  filter: ReportQuery,
): Promise<Rows<SeriesPoint>> {
  const start = await startOf(ports, filter, MAX_EMPTY_HOURS);
  if (start === null) return { items: [], ...neighbours(filter) };
  const reader = readerOf(ports, filter, start.openHour);
  return filter.before === undefined
    ? await pointsFrom(reader, filter, start)
    : await pointsBefore(reader, filter, { ...start, before: filter.before });
}

async function pointsFrom(
  reader: Reader,
  { after, to, limit }: ReportQuery,
  { from: begin, openHour }: Start,
): Promise<Rows<SeriesPoint>> {
  const end = endOfPage(begin, openHour, to);
  const items: SeriesPoint[] = [];
  let from = begin;
  let window = FIRST_HOURS;
  while (from < end && items.length <= limit) {
    const until = earlier(instantOf(epochMsOf(from) + window * HOUR_MS), end);
    items.push(...(await reader.points({ from, to: until })));
    from = until;
    window *= 2;
  }
  const previous = neighbours({ after });
  const beyond = items[limit];
  if (beyond !== undefined) return { items: items.slice(0, limit), next: beyond.at, ...previous };
  return from < to ? { items, next: from, ...previous } : { items, ...previous };
}

async function pointsBefore(
  reader: Reader,
  { limit }: ReportQuery,
  { from: first, openHour, before }: Start & { readonly before: Instant },
): Promise<Rows<SeriesPoint>> {
  const end = startOfPage(before, openHour, first);
  let items: readonly SeriesPoint[] = [];
  let to = before;
  let window = FIRST_HOURS;
  while (to > end && items.length < limit) {
    const from = later(instantOf(epochMsOf(to) - window * HOUR_MS), end);
    items = [...(await reader.points({ from, to })), ...items];
    to = from;
    window *= 2;
  }
  const kept = items.slice(-limit);
  // What is not on the page lies before its first point, or before the part that was read.
  const edge = items.length > limit ? (kept[0]?.at ?? to) : to;
  return { items: kept, next: before, ...(edge > first && { previous: edge }) };
}

/** The place that a page was read from is that of its neighbour. */
function neighbours({ after, before }: Pick<ReportQuery, 'after' | 'before'>) {
  return {
    ...(before !== undefined && { next: before }),
    ...(after !== undefined && { previous: after }),
  };
}

/** A roll-up of each hour, day or month of a time zone in a range; those without a point have no row. */
export async function periodsReport(
  ports: ReportPorts,
  filter: ReportQuery & { readonly kind: PeriodKind; readonly timeZone: string },
): Promise<Rows<PeriodRow>> {
  const { kind, timeZone, limit, before, after, to } = filter;
  const start = await startOf(ports, filter, limit * HOURS_OF[kind]);
  if (start === null) return { items: [], ...neighbours(filter) };
  // From the beginning of its period on: a page that begins within the period must not shorten its first row.
  const first = later(after ?? filter.from, periodAt(start.from, kind, timeZone).from);
  const { openHour } = start;
  const covered = (periods: readonly Period[]) =>
    affordable(
      periods.map((period) => coverOf(period, openHour)),
      openHour,
    );
  const covers =
    before === undefined
      ? covered(periodsWithin({ from: first, to }, kind, timeZone, limit))
      : covered(periodsBefore({ from: first, to: before }, kind, timeZone, limit)).toReversed();
  const reader = readerOf(ports, filter, openHour);
  const read = await reader.covered(covers);
  const items = covers.flatMap((cover) => rowOf(cover, read));
  const [begin, end] = [covers[0]?.period.from, covers.at(-1)?.period.to];
  return {
    items,
    ...neighbours(filter),
    ...(before === undefined && end !== undefined && end < to && { next: end }),
    ...(before !== undefined && begin !== undefined && begin > first && { previous: begin }),
  };
}

interface Start {
  readonly openHour: Hour;
  readonly from: Instant;
}

/**
 * The start of the rows: the range's start, or the page's, or the first hour that the series has after it. That is only read if the
 * range is longer than a page, which would be spent on the time before there was anything.
 */
async function startOf(
  { series }: ReportPorts,
  { tenant, name, after, from: begin, to }: ReportQuery,
  pageHours: number,
): Promise<Start | null> {
  const from = after ?? begin;
  const openHour = await series.openHour(tenant);
  if (openHour === null || from >= to) return null;
  const withinOnePage = (epochMsOf(to) - epochMsOf(from)) / HOUR_MS <= pageHours;
  const asked = hoursHolding({ from, to }).from;
  if (asked >= openHour || withinOnePage) return { openHour, from };
  const first = (await series.firstHour(tenant, name, asked)) ?? openHour;
  return { openHour, from: later(from, startOfHour(first)) };
}

function endOfPage(from: Instant, openHour: Hour, to: Instant): Instant {
  const whole = instantOf(epochMsOf(from) + MAX_HOURS_PER_PAGE * HOUR_MS);
  return earlier(to, earlier(whole, endOfOpen(from, openHour)));
}

/** The same where a page is read backwards: from its end to the earliest moment that it may reach. */
function startOfPage(before: Instant, openHour: Hour, first: Instant): Instant {
  const whole = instantOf(epochMsOf(before) - MAX_HOURS_PER_PAGE * HOUR_MS);
  const open = instantOf(epochMsOf(before) - MAX_OPEN_HOURS * HOUR_MS);
  return later(first, open > startOfHour(openHour) ? open : whole);
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

type Reader = ReturnType<typeof readerOf>;

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
