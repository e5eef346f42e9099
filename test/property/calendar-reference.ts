import type { CalendarDays, Convention } from '../../treasury/calendars/calendar.ts';

/*
 * When a rule with calendars runs, computed in another way than Sluice does: clocks are read off minute by minute, and each
 * time of the schedule is moved by itself.
 */

const STEP_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/** What a clock on the wall shows, for every quarter of an hour of a stretch: "2026-03-29 02:30". */
export class Wall {
  readonly #first: number;
  readonly #texts: readonly string[];
  readonly #firstAt = new Map<string, number>();

  constructor(timeZone: string, from: number, to: number) {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    this.#first = from;
    this.#texts = Array.from({ length: Math.ceil((to - from) / STEP_MS) }, (_, index) =>
      format.format(from + index * STEP_MS),
    );
    for (const [index, text] of this.#texts.entries()) {
      if (!this.#firstAt.has(text)) this.#firstAt.set(text, from + index * STEP_MS);
    }
  }

  dateAt(ms: number): string {
    const index = Math.floor((ms - this.#first) / STEP_MS);
    return (this.#texts[index] ?? '').slice(0, 10);
  }

  /** The first moment that shows it; null if clocks skip it. */
  shown(date: string, time: string): number | null {
    return this.#firstAt.get(`${date} ${time}`) ?? null;
  }

  /** The same; if clocks skip it, as long after the skip as it is after what they skip from. */
  moment(date: string, time: string): number {
    const shown = this.shown(date, time);
    if (shown !== null) return shown;
    const wanted = `${date} ${time}`;
    const index = this.#texts.findIndex((text) => text > wanted);
    const last = this.#texts[index - 1] ?? '';
    const skipped =
      Date.parse(`${wanted.replace(' ', 'T')}Z`) - Date.parse(`${last.replace(' ', 'T')}Z`);
    return this.#first + (index - 1) * STEP_MS + skipped;
  }
}

/** "open", "closed" or "outside", of several calendars at a moment. */
export function stateAt(
  calendars: readonly CalendarDays[],
  walls: ReadonlyMap<string, Wall>,
  ms: number,
) {
  const states = calendars.map((each) => {
    const date = walls.get(each.timeZone)?.dateAt(ms) ?? '';
    if (date < each.from || date > each.until) return 'outside';
    const weekday = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][new Date(date).getUTCDay()];
    const isClosed =
      each.weekend.some((day) => day === weekday) || each.holidays.some((day) => day.date === date);
    return isClosed ? 'closed' : 'open';
  });
  if (states.includes('closed')) return 'closed';
  return states.includes('outside') ? 'outside' : 'open';
}

export interface Times {
  /** Whether the schedule falls on a date, and at which times of it. */
  readonly fallsOn: (date: string) => boolean;
  readonly times: readonly string[];
  readonly timeZone: string;
  readonly convention: Convention;
  readonly calendars: readonly CalendarDays[];
  readonly walls: ReadonlyMap<string, Wall>;
}

const MOST_DAYS = 31;

/** Every moment at which the rule falls, with the times of the schedule behind it. */
export function occurrences(
  times: Times,
  from: string,
  days: number,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (let day = 0; day < days; day++) {
    const date = dateAfter(from, day);
    if (!times.fallsOn(date)) continue;
    for (const time of times.times) {
      const wall = times.walls.get(times.timeZone);
      const scheduled = wall?.shown(date, time) ?? null;
      if (wall === undefined || scheduled === null) continue;
      const at = wall.moment(target(times, date, time) ?? date, time);
      found.set(at, [...(found.get(at) ?? []), scheduled]);
    }
  }
  return found;
}

/** Null: it stays. */
function target(times: Times, date: string, time: string): string | null {
  const { convention, calendars, walls, timeZone } = times;
  const state = (each: string) =>
    stateAt(calendars, walls, walls.get(timeZone)?.moment(each, time) ?? 0);
  if (convention === 'skip' || calendars.length === 0 || state(date) !== 'closed') return null;
  const search = (by: number, isWithin: (each: string) => boolean) => {
    for (let days = 1; days <= MOST_DAYS; days++) {
      const each = dateAfter(date, by * days);
      if (!isWithin(each)) return 'beyond';
      const found = state(each);
      if (found === 'outside') return null;
      if (found === 'open') return each;
    }
    return null;
  };
  if (convention !== 'modified-following') {
    return search(convention === 'following' ? 1 : -1, () => true);
  }
  const isSameMonth = (each: string) => each.slice(0, 7) === date.slice(0, 7);
  const following = search(1, isSameMonth);
  if (following !== 'beyond') return following;
  const preceding = search(-1, isSameMonth);
  return preceding === 'beyond' ? null : preceding;
}

export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
