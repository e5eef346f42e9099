import type { CalendarDays } from '../../../treasury/calendars/calendar.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { SimulatedTable } from '../table.ts';
import type { Violation } from '../violation.ts';
import { builtInCalendar, dateIn, momentIn } from './days-known.ts';

const DAY_MS = 86_400_000;

/** As docs/policy.md: an occurrence moves no further. */
const MOST_DAYS = 31;

/**
 * Beyond the last moment at which it may be sent, a request reaches the service late by as much as it is on its way and as the
 * sender's clock is wrong; money-safety.md lets clocks be a minute apart.
 */
const ON_ITS_WAY_MS = 20_000;
const CLOCKS_APART_MS = 60_000;

/** What a claim rested on: the days that the rule kept to, as people had agreed to them. */
interface ClaimedDays {
  readonly rule: SweepRule;
  readonly calendars: readonly CalendarDays[];
  readonly occurrenceMs: number;
}

/** The oracle's books of days: computed from dates alone, with nothing of the treasury's. */
export class DayBooks {
  readonly #claimed = new Map<string, ClaimedDays>();
  /** Times of the schedule that each occurrence stood for when it was decided. */
  readonly #standsFor = new Map<string, readonly number[]>();
  /** By rule and time of the schedule: the occurrence by which it has been sent. */
  readonly #used = new Map<string, number>();
  readonly #sentAtMs = new Map<string, number>();

  /** An instruction is proposed, or claimed. */
  moved(table: SimulatedTable, { id, origin, status }: Instruction): void {
    if (origin.kind !== 'sweep') return;
    const rule = table.agreedRule(origin.ruleId);
    if (rule === null || (rule.calendars === undefined && rule.cutOff === undefined)) return;
    const calendars = (rule.calendars ?? []).flatMap(
      (name) => builtInCalendar(name) ?? table.agreedCalendar(name) ?? [],
    );
    const occurrenceMs = Date.parse(origin.occurrence);
    const days = { rule, calendars, occurrenceMs };
    if (!this.#standsFor.has(id)) this.#standsFor.set(id, scheduledFor(days));
    if (status.state === 'sending') this.#claimed.set(id, days);
  }

  /** The first byte of a request is written, at this moment by the sender's clock: not a millisecond too late. */
  sent(id: string, clockMs: number, trueMs: number): Violation | null {
    const days = this.#claimed.get(id);
    if (days === undefined) return null;
    this.#sentAtMs.set(id, trueMs);
    const why = closedBy(days, clockMs);
    if (why !== null) return { code: 'sent-when-closed', message: `${id} is sent: ${why}` };
    return this.#leaves(id, days);
  }

  /**
   * A time of the schedule leaves once. A day that closes after its time has left moves that time to another day, whose own
   * time has not left: an occurrence is too many only if all that it stands for has left by others.
   */
  #leaves(id: string, { rule, occurrenceMs }: ClaimedDays): Violation | null {
    const times = this.#standsFor.get(id) ?? [];
    const keys = times.map((scheduledMs) => `${rule.id} ${scheduledMs}`);
    const used = keys.map((key) => this.#used.get(key));
    const [first] = used;
    if (first !== undefined && used.every((byMs) => byMs !== undefined && byMs !== occurrenceMs)) {
      const said = times.map((ms) => new Date(ms).toISOString()).join(' and ');
      const message = `${id} stands for ${said}, which has left as ${new Date(first).toISOString()}`;
      return { code: 'occurrence-twice', message };
    }
    for (const [index, key] of keys.entries()) {
      if (used[index] === undefined) this.#used.set(key, occurrenceMs);
    }
    return null;
  }

  /**
   * The service gets a request. Closed or after the cut-off by the true clock, it may only be one that was sent right before:
   * on its way for no longer than a request is, by a clock no more wrong than clocks may be.
   */
  received(id: string, trueMs: number): Violation | null {
    const days = this.#claimed.get(id);
    if (days === undefined || closedBy(days, trueMs) === null) return null;
    const sentMs = this.#sentAtMs.get(id) ?? Number.NEGATIVE_INFINITY;
    const byClocks = [sentMs - CLOCKS_APART_MS, sentMs + CLOCKS_APART_MS];
    const [why = null, other = null] = byClocks.map((ms) => closedBy(days, ms));
    if (trueMs - sentMs <= ON_ITS_WAY_MS && (why === null || other === null)) return null;
    const at = new Date(trueMs).toISOString();
    const message = `${id} reaches the service at ${at}: ${why ?? 'it was on its way for too long'}`;
    return { code: 'received-when-closed', message };
  }
}

/** Why nothing leaves for the occurrence at a moment; null if it may. */
function closedBy({ rule, calendars, occurrenceMs }: ClaimedDays, atMs: number): string | null {
  if ((rule.calendars ?? []).length !== calendars.length) return 'a calendar does not exist';
  for (const ms of [occurrenceMs, atMs]) {
    const verdict = verdictOn(calendars, ms);
    if (verdict !== 'open') return `${new Date(ms).toISOString()} is ${verdict}`;
  }
  if (rule.cutOff === undefined) return null;
  const { time, timeZone } = rule.cutOff;
  const endMs = momentIn(timeZone, dateIn(timeZone, occurrenceMs), time);
  return atMs < endMs ? null : `the cut-off was ${new Date(endMs).toISOString()}`;
}

type Verdict = 'open' | 'closed' | 'outside';

function verdictOn(calendars: readonly CalendarDays[], atMs: number): Verdict {
  const verdicts = calendars.map((calendar): Verdict => {
    const date = dateIn(calendar.timeZone, atMs);
    if (date < calendar.from || date > calendar.until) return 'outside';
    const isHoliday = calendar.holidays.some((holiday) => holiday.date === date);
    const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()];
    return isHoliday || calendar.weekend.some((each) => each === weekday) ? 'closed' : 'open';
  });
  if (verdicts.includes('closed')) return 'closed';
  return verdicts.includes('outside') ? 'outside' : 'open';
}

const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Every schedule that calendars move here falls each hour of each day, in UTC: another day of it is so many times 24 hours away. */
function scheduledFor({ rule, calendars, occurrenceMs }: ClaimedDays): readonly number[] {
  const { convention = 'skip' } = rule;
  if (convention === 'skip') return [occurrenceMs];
  const days = Array.from({ length: 2 * MOST_DAYS + 1 }, (_, index) => index - MOST_DAYS);
  return days
    .map((day) => occurrenceMs + day * DAY_MS)
    .filter((ms) => movedTo(calendars, convention, ms) === occurrenceMs);
}

function movedTo(calendars: readonly CalendarDays[], convention: string, fromMs: number): number {
  if (verdictOn(calendars, fromMs) !== 'closed') return fromMs;
  const month = (ms: number) => dateIn('UTC', ms).slice(0, 7);
  const search = (by: 1 | -1, within: boolean): number | 'unknown' | 'none' => {
    for (let day = 1; day <= MOST_DAYS; day++) {
      const ms = fromMs + by * day * DAY_MS;
      if (within && month(ms) !== month(fromMs)) return 'none';
      const verdict = verdictOn(calendars, ms);
      if (verdict === 'outside') return 'unknown';
      if (verdict === 'open') return ms;
    }
    return 'none';
  };
  const modified = convention === 'modified-following';
  const first = search(convention === 'preceding' ? -1 : 1, modified);
  const found = first === 'none' && modified ? search(-1, true) : first;
  return typeof found === 'number' ? found : fromMs;
}
