import type { CalendarDays } from '../../treasury/calendars/calendar.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../../treasury/time/clock-skew.ts';
import { stateAt, type Wall } from './calendar-reference.ts';

/**
 * Rules are in force for so long before the first reading: what is decided within a minute of a change may be decided by
 * another clock, and Sluice keeps back what the change could have moved. No change is drawn where this is compared.
 */
export const IN_FORCE_BEFORE_MS = MAX_CLOCK_SKEW_SECONDS * 1_000 + 1;

/* Whether a rule is due, computed a second time: from a list of all moments at which it falls. */

export type Verdict =
  | 'due'
  | 'not-scheduled'
  | 'missed'
  | 'holiday'
  | 'outside-calendar'
  | 'after-cut-off';

export interface RuleTiming {
  /** Every moment at which it falls, in any order; null: with every snapshot. */
  readonly falls: readonly number[] | null;
  /** Nothing from before counts. */
  readonly since: number;
  readonly latestStartSeconds: number;
  readonly calendars: readonly CalendarDays[];
  readonly cutOff: { readonly time: string; readonly timeZone: string } | null;
  readonly walls: ReadonlyMap<string, Wall>;
}

export class Timing {
  readonly #given: RuleTiming;
  readonly #falls: readonly number[] | null;
  #used: number;

  constructor(given: RuleTiming) {
    this.#given = given;
    this.#falls = given.falls === null ? null : [...given.falls].sort((a, b) => a - b);
    this.#used = given.since;
  }

  /** At a tick. What days and missed times use up by themselves is noted. */
  judge(now: number): Verdict {
    const { latestStartSeconds } = this.#given;
    const latest = this.#latest(now);
    if (latest <= this.#used) return 'not-scheduled';
    const why = this.#judged(latest, now);
    if (why === 'missed' || why === 'holiday' || why === 'after-cut-off') this.use(now);
    else if (this.#falls !== null) {
      // It stays due: what is too old beside it is missed all the same, and does not come back.
      const tooOld = this.#falls.findLast((at) => at < now - latestStartSeconds * 1_000) ?? 0;
      this.#used = Math.max(this.#used, tooOld);
    }
    return why;
  }

  /** It has been decided, and is not looked at again. */
  use(now: number): void {
    if (this.#falls !== null) this.#used = this.#latest(now);
  }

  #latest(now: number): number {
    return this.#falls === null ? now : (this.#falls.findLast((at) => at <= now) ?? 0);
  }

  #judged(latest: number, now: number): Verdict {
    const { latestStartSeconds, calendars, cutOff, walls } = this.#given;
    if (this.#falls !== null && now - latest > latestStartSeconds * 1_000) return 'missed';
    const states = [stateAt(calendars, walls, latest), stateAt(calendars, walls, now)];
    if (states.includes('closed')) return 'holiday';
    if (states.includes('outside')) return 'outside-calendar';
    if (cutOff === null) return 'due';
    const wall = walls.get(cutOff.timeZone);
    const end = wall?.moment(wall.dateAt(latest), cutOff.time) ?? 0;
    return now >= end ? 'after-cut-off' : 'due';
  }
}
