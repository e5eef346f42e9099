import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { distinctRates, type UsedRate } from '../policy/used-rate.ts';
import { hoursHolding } from '../series/cover.ts';
import { type Day, dayAfter, dayOf, startOfDay } from '../series/hour.ts';
import type { Series } from '../series/ports.ts';
import type { ReportPorts } from '../series/report.ts';
import { type RollUp, rollUp } from '../series/roll-up.ts';
import {
  type PointSource,
  pointsOf,
  type SeriesName,
  type SeriesPoint,
  TOTAL,
} from '../series/series.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, justAfter } from '../time/instant.ts';
import { type ReportRate, rateAt } from './report-rate.ts';
import { type Worth, worthOf } from './report-values.ts';
import { valuationIn } from './valuation-in.ts';

/** Days whose points are read at once: a month of them, some 9,000 points. */
const DAYS_AT_ONCE = 31;

/**
 * Snapshots of one answer that are read for rates in another currency, at most: some 7 MB and 3 seconds, as of one statement.
 * Points of further ones stay as they are on record, which is without a total.
 */
const MAX_SNAPSHOTS_READ = 2_232;

export interface StoredReadings {
  readonly snapshots: Pick<Snapshots, 'takenBetween'>;
  readonly series: ReportPorts['series'];
}

/** What series are read from, with the values that manual rates give to what had no price. */
interface ReadingsWithRates extends ReportPorts {
  /** The rates in the values of a row, once it was read. */
  readonly usedBetween: (
    name: SeriesName,
    firstAt: Instant,
    lastAt: Instant,
  ) => readonly UsedRate[];
}

/**
 * Series in the currency that they were recorded in. They hold what prices gave; a rate may have come, changed or gone
 * since, so its part is added while they are read: from the points themselves where a rate is in that currency, else from the
 * snapshots behind them, as far as they are kept. A total and a price that are on record stand.
 */
export function readingsWithRates(
  ports: StoredReadings,
  rates: readonly ReportRate[],
): ReadingsWithRates {
  const used: Used[] = [];
  const note = (each: Used) => used.push(each);
  const reader: Reader = { ...ports, rates, note, budget: { snapshots: MAX_SNAPSHOTS_READ } };
  const takenBetween: ReportPorts['snapshots']['takenBetween'] = async (tenant, range) =>
    (await ports.snapshots.takenBetween(tenant, range)).map((each) => valued(each, reader));
  const points: Series['points'] = (...asked) => pointsWithRates(reader, ...asked);
  const days: Series['days'] = (...asked) => daysWithRates(reader, ...asked);
  return {
    snapshots: { takenBetween },
    series: { ...ports.series, points, days },
    usedBetween: (name, firstAt, lastAt) =>
      distinctRates(
        used
          .filter(({ at }) => firstAt <= at && at <= lastAt)
          .filter(({ currency }) => name === TOTAL || currency === name)
          .map(({ rate }) => rate),
      ),
  };
}

interface Used {
  readonly at: Instant;
  readonly currency: string;
  readonly rate: UsedRate;
}

interface Reader extends StoredReadings {
  readonly rates: readonly ReportRate[];
  readonly note: (used: Used) => void;
  /** What is still to be spent. */
  readonly budget: { snapshots: number };
}

/** A snapshot whose points are made now. */
function valued(snapshot: SnapshotTaken, { rates, note }: Reader): PointSource {
  if (rates.length === 0) return snapshot;
  const source = withRates(snapshot, rates);
  for (const [currency, { manualRate: rate }] of Object.entries(source.valuation.values)) {
    if (rate !== undefined) note({ at: snapshot.scheduledFor, currency, rate });
  }
  return source;
}

/** What the points of a snapshot are made of, in its own currency: its prices, and manual rates where it has none. */
export function withRates(snapshot: SnapshotTaken, rates: readonly ReportRate[]) {
  const valuation = valuationIn(snapshot, { into: null, rates });
  // No total is recorded of a snapshot in which nothing has a price; so none is made of one now.
  return { ...snapshot, valuation, hasNoTotal: !pointsOf(snapshot).has(TOTAL) };
}

/** Whether a rate of its moment may value what the point, or one of a roll-up, has no value of. */
function mayGain(name: SeriesName, point: Lacking, at: Instant, rates: readonly ReportRate[]) {
  if (name !== TOTAL && point.price !== null) return false;
  const lacking = name === TOTAL ? point.unvalued : [name];
  if (lacking.length === 0) return false;
  return [...lacking, point.reportingCurrency].some((each) => rateAt(rates, each, at) !== null);
}

type Lacking = Pick<SeriesPoint, 'price' | 'unvalued' | 'reportingCurrency'>;

async function pointsWithRates(
  reader: Reader,
  tenant: string,
  name: SeriesName,
  range: Parameters<Series['points']>[2],
): Promise<readonly SeriesPoint[]> {
  const { series, rates } = reader;
  const recorded = await series.points(tenant, name, range);
  const lacking = recorded.filter((point) => mayGain(name, point, point.at, rates));
  if (lacking.length === 0) return recorded;
  const currencies = name === TOTAL ? new Set(lacking.flatMap(({ unvalued }) => unvalued)) : [];
  const held = await Promise.all(
    [...currencies].map(async (currency) => {
      const points = await series.points(tenant, currency, range);
      return [currency, new Map(points.map(({ at, amount }) => [at, amount]))] as const;
    }),
  );
  const amounts: Amounts = new Map(held);
  const gained = new Map<Instant, SeriesPoint>();
  const left: SeriesPoint[] = [];
  for (const point of lacking) {
    const found =
      name === TOTAL ? withAdded(point, amounts, reader) : withValue(name, point, reader);
    if (found === null) left.push(point);
    else gained.set(point.at, found);
  }
  for (const [at, point] of await fromSnapshots(reader, tenant, name, left)) gained.set(at, point);
  return recorded.map((point) => gained.get(point.at) ?? point);
}

/** By currency, by tick: decimal text. */
type Amounts = ReadonlyMap<string, ReadonlyMap<Instant, string>>;

/** Worth by a rate alone. Null: none is of that moment, or it takes a price that the snapshot has. */
function worthByRate(
  { at, reportingCurrency: into }: SeriesPoint,
  currency: string,
  amount: string,
  { rates }: Reader,
): Worth | null {
  const own = rateAt(rates, currency, at);
  // It comes before a rate of the reporting currency, also where only a price says what it is worth.
  if (own !== null && own.in !== into) return null;
  const valuation = { reportingCurrency: into, total: '0', values: {}, unvalued: [] };
  const bare = { scheduledFor: at, prices: {}, valuation };
  return worthOf(bare, { currency, amount }, into, rates);
}

function withValue(name: SeriesName, point: SeriesPoint, reader: Reader): SeriesPoint | null {
  const worth = worthByRate(point, name, point.amount, reader);
  if (worth === null) return null;
  const { manualRate: rate } = worth;
  if (rate !== undefined) reader.note({ at: point.at, currency: name, rate });
  return { ...point, price: worth.price, value: worth.value };
}

/** Null: one of the currencies has a rate that takes a price. */
function withAdded(point: SeriesPoint, amounts: Amounts, reader: Reader): SeriesPoint | null {
  const { at, reportingCurrency } = point;
  let total = decimalOf(point.amount);
  const used: Used[] = [];
  const without: string[] = [];
  for (const currency of point.unvalued) {
    const amount = amounts.get(currency)?.get(at);
    const worth = amount === undefined ? null : worthByRate(point, currency, amount, reader);
    const isRated = [currency, reportingCurrency].some((each) => rateAt(reader.rates, each, at));
    if (worth === null && amount !== undefined && isRated) return null;
    if (worth === null) without.push(currency);
    else {
      total = total.plus(decimalOf(worth.value));
      const { manualRate: rate } = worth;
      if (rate !== undefined) used.push({ at, currency, rate });
    }
  }
  for (const each of used) reader.note(each);
  return { ...point, amount: formatDecimal(total), unvalued: without };
}

/** The points of a range's snapshots that are kept, valued now. */
async function fromSnapshots(
  reader: Reader,
  tenant: string,
  name: SeriesName,
  points: readonly SeriesPoint[],
): Promise<ReadonlyMap<Instant, SeriesPoint>> {
  const read = points.slice(0, reader.budget.snapshots);
  reader.budget.snapshots -= read.length;
  const [first, last] = [read[0], read.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const range = { from: first.at, to: justAfter(last.at) };
  const wanted = new Set(read.map(({ at }) => at));
  const taken = await reader.snapshots.takenBetween(tenant, range);
  return new Map(
    taken
      .filter(({ scheduledFor }) => wanted.has(scheduledFor))
      .flatMap((each) => {
        const point = pointsOf(valued(each, reader)).get(name);
        return point === undefined ? [] : [[each.scheduledFor, point] as const];
      }),
  );
}

async function daysWithRates(
  reader: Reader,
  tenant: string,
  name: SeriesName,
  range: Parameters<Series['days']>[2],
): Promise<ReadonlyMap<Day, RollUp>> {
  const recorded = await reader.series.days(tenant, name, range);
  const days = [...recorded].filter(([, day]) => mayGain(name, day, day.lastAt, reader.rates));
  const found = new Map(recorded);
  const again = name === TOTAL ? totalsAgain : closesAgain;
  for (let first = 0; first < days.length; first += DAYS_AT_ONCE) {
    const some = days.slice(first, first + DAYS_AT_ONCE);
    for (const [day, rolled] of await again(reader, tenant, name, some)) found.set(day, rolled);
  }
  return found;
}

type RolledDays = readonly (readonly [Day, RollUp])[];

/** Of a currency, only what it was worth at the close. */
async function closesAgain(reader: Reader, tenant: string, name: SeriesName, days: RolledDays) {
  const again = await Promise.all(
    days.map(async ([day, rolled]) => {
      const { lastAt: at, close: amount, reportingCurrency } = rolled;
      if (amount === null) return [];
      const rest = { price: null, value: null, reportingCurrency, unvalued: [] };
      const point = { at, amount, ...rest };
      const found =
        withValue(name, point, reader) ??
        (await fromSnapshots(reader, tenant, name, [point])).get(at);
      return found === undefined
        ? []
        : [[day, { ...rolled, price: found.price, value: found.value }] as const];
    }),
  );
  return again.flat();
}

async function totalsAgain(reader: Reader, tenant: string, name: SeriesName, days: RolledDays) {
  const [from, to] = [days[0]?.[0], days.at(-1)?.[0]];
  if (from === undefined || to === undefined) return [];
  const hours = hoursHolding({ from: startOfDay(from), to: startOfDay(dayAfter(to)) });
  const read = await pointsWithRates(reader, tenant, name, hours);
  const points = Map.groupBy(read, ({ at }) => dayOf(at));
  return days.flatMap(([day, was]) => {
    const now = rollUp(points.get(day) ?? []);
    // Points that were not all written say less than the roll-up does.
    return now === null || now.points !== was.points ? [] : [[day, now] as const];
  });
}
