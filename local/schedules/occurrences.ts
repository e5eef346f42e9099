import { nextOccurrence, parseSchedule } from '../../treasury/schedules/schedule.ts';
import type { ScheduleModel } from '../assembly/model.ts';
import { LocalStackError } from '../stack-error.ts';

/** The first moment (milliseconds since 1970) after the given one at which a schedule falls. */
export type Occurrences = (afterMs: number) => number;

const UNIT_MS: Readonly<Record<string, number>> = {
  minute: 60_000,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
  day: 86_400_000,
  days: 86_400_000,
};

/** Schedules that fall at least this often are ticks: `--every` is about them. */
const LONGEST_TICK_MS = 3_600_000;

/**
 * When a schedule of the template falls on this machine. Ticks fall as often as the person wants
 * (`everyMs`; null leaves the template's own interval), aligned to the epoch, so that a restart
 * continues with the same moments. Schedules by the day or the month keep their own clock.
 */
export function occurrencesOf(schedule: ScheduleModel, everyMs: number | null): Occurrences {
  const own = ownOccurrences(schedule);
  const first = own(0);
  const isTick = own(first) - first <= LONGEST_TICK_MS;
  return isTick && everyMs !== null ? every(everyMs) : own;
}

/** The tick that a moment belongs to. */
export function tickOf(everyMs: number, nowMs: number): number {
  return Math.floor(nowMs / everyMs) * everyMs;
}

function every(ms: number): Occurrences {
  return (afterMs) => tickOf(ms, afterMs) + ms;
}

function ownOccurrences({ name, expression, timeZone }: ScheduleModel): Occurrences {
  const rate = /^rate\((\d+) (\w+)\)$/.exec(expression);
  const unitMs = UNIT_MS[rate?.[2] ?? ''];
  if (rate !== null && unitMs !== undefined) return every(Number(rate[1]) * unitMs);
  const cron = /^cron\((.*)\)$/.exec(expression)?.[1];
  if (cron === undefined) throw notServed(name, expression);
  const schedule = { kind: 'cron', expression: cron, timeZone } as const;
  if (!parseSchedule(schedule).ok) throw notServed(name, `${expression} ${timeZone}`);
  return (afterMs) => {
    const next = nextOccurrence(schedule, new Date(afterMs).toISOString());
    if (next === null) throw notServed(name, expression);
    return Date.parse(next);
  };
}

function notServed(name: string, expression: string): LocalStackError {
  return new LocalStackError(
    `the schedule ${name} falls by ${expression}, which is not served locally`,
  );
}
