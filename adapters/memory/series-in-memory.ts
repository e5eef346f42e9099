import { type Day, dayAfter, dayOf, type Hour } from '../../treasury/series/hour.ts';
import type { ClosedDay, Series, WrittenHour } from '../../treasury/series/ports.ts';
import type { RollUp } from '../../treasury/series/roll-up.ts';
import type { SeriesName, SeriesPoint } from '../../treasury/series/series.ts';
import { firstOf, InOrder } from './in-order.ts';

interface Written<T> {
  readonly seen: number;
  readonly content: T;
}

/** Sorts behind every hour. */
const AFTER_ANY = '~';

/** The series of one tenant, in memory: no write replaces one that was computed from more snapshots. Answers at once. */
export class SeriesInMemory {
  readonly #names = new Set<SeriesName>();
  /** By series and hour, and by series and day. */
  readonly #hours = new InOrder<Written<readonly [Hour, readonly SeriesPoint[]]>>();
  readonly #days = new InOrder<Written<readonly [Day, RollUp]>>();
  readonly #written = new InOrder<Written<WrittenHour>>();
  #open: Hour | null = null;

  get openHour(): Hour | null {
    return this.#open;
  }

  moveOpenHour(from: Hour | null, to: Hour): boolean {
    if (this.#open !== from) return false;
    this.#open = to;
    return true;
  }

  writeHour(hour: Hour, seen: number, all: ReadonlyMap<SeriesName, readonly SeriesPoint[]>): void {
    for (const [name, points] of all) {
      this.#names.add(name);
      put(this.#hours, `${name} ${hour}`, { seen, content: [hour, points] });
    }
    put(this.#written, hour, { seen, content: { hour, seen } });
  }

  writeDay(day: Day, seen: number, closed: ReadonlyMap<SeriesName, ClosedDay>): void {
    for (const [name, { rollUp }] of closed) {
      put(this.#days, `${name} ${day}`, { seen, content: [day, rollUp] });
    }
  }

  hoursOfDay(day: Day): readonly WrittenHour[] {
    const hours = this.#written.between(day, `${day}${AFTER_ANY}`);
    return hours.map(({ content }) => content).filter(({ hour }) => dayOf(hour) === day);
  }

  pointsOfDay(day: Day): ReadonlyMap<SeriesName, readonly SeriesPoint[]> {
    const range = { from: day, to: dayAfter(day) };
    const all = [...this.#names].map((name) => [name, this.points(name, range)] as const);
    return new Map(all.filter(([, points]) => points.length > 0));
  }

  points(
    name: SeriesName,
    { from, to }: { readonly from: Hour; readonly to: Hour },
  ): readonly SeriesPoint[] {
    return within(this.#hours, name, from, to).flatMap(([, points]) => points);
  }

  days(
    name: SeriesName,
    { from, to }: { readonly from: Day; readonly to: Day },
  ): ReadonlyMap<Day, RollUp> {
    return new Map(within(this.#days, name, from, to));
  }

  firstHour(name: SeriesName, from: Hour): Hour | null {
    const hours = this.#hours.from(`${name} ${from}`, `${name} ${AFTER_ANY}`);
    return firstOf(hours, 1)[0]?.content[0] ?? null;
  }

  /** All that is written, to compare with. */
  contents(): unknown {
    const all = [this.#hours, this.#days, this.#written].map((items) => items.values());
    return { open: this.#open, all };
  }
}

function put<T>(items: InOrder<Written<T>>, key: string, item: Written<T>): void {
  const there = items.get(key);
  if (there === undefined || there.seen <= item.seen) items.set(key, item);
}

/** From one moment, included, to another, not. */
function within<T>(
  items: InOrder<Written<readonly [string, T]>>,
  name: SeriesName,
  from: string,
  to: string,
): readonly (readonly [string, T])[] {
  const found = items.between(`${name} ${from}`, `${name} ${to}`);
  return found.map(({ content }) => content).filter(([at]) => at < to);
}

export function seriesIn(of: (tenant: string) => SeriesInMemory): Series {
  return {
    openHour: async (tenant) => of(tenant).openHour,
    moveOpenHour: async (tenant, from, to) => of(tenant).moveOpenHour(from, to),
    writeHour: async (tenant, hour, seen, all) => of(tenant).writeHour(hour, seen, all),
    writeDay: async (tenant, day, seen, closed) => of(tenant).writeDay(day, seen, closed),
    hoursOfDay: async (tenant, day) => of(tenant).hoursOfDay(day),
    pointsOfDay: async (tenant, day) => of(tenant).pointsOfDay(day),
    points: async (tenant, name, range) => of(tenant).points(name, range),
    days: async (tenant, name, range) => of(tenant).days(name, range),
    firstHour: async (tenant, name, from) => of(tenant).firstHour(name, from),
  };
}
