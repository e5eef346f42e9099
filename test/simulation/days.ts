import type { Calendar } from '../../treasury/calendars/calendar.ts';
import { CONVENTIONS } from '../../treasury/calendars/calendar.ts';
import type { CutOff } from '../../treasury/calendars/cut-off.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Random } from './random.ts';

/** Worlds begin shortly before this date, in UTC: a Monday. */
const SECOND_DATE = '2026-03-30';

/**
 * Zones without daylight saving, so that the oracle knows them as a number of hours. The day changes within most worlds in the
 * first, and nearly at noon in the others.
 */
const ZONES = ['UTC', 'UTC', 'UTC', 'Asia/Tokyo', 'America/Phoenix'] as const;

/** Within the first minutes of a world, as the clocks of UTC, Tokyo and Phoenix show them. */
const CUT_OFFS: readonly CutOff[] = [
  { time: '23:58', timeZone: 'UTC' },
  { time: '00:06', timeZone: 'UTC' },
  { time: '00:12', timeZone: 'UTC' },
  { time: '09:04', timeZone: 'Asia/Tokyo' },
  { time: '17:09', timeZone: 'America/Phoenix' },
];

/** Minutes of the hour at which a rule runs whose occurrences calendars move: it falls 24 times a day. */
const MINUTES = ['50', '56', '58', '0', '3', '7'] as const;

/** Worlds whose second day is closed: what falls on it moves to the first, or on. */
const CLOSED_SECOND_DAY = 0.3;

export function drawCalendars(random: Random, at: Instant): readonly Calendar[] {
  const calendar = (id: string): Calendar => ({
    id,
    label: `Days of ${id}`,
    timeZone: random.pick(ZONES),
    from: '2026-01-01',
    until: random.pick(['2027-12-31', '2027-12-31', '2027-12-31', SECOND_DATE]),
    weekend: [...random.pick([[], [], ['SUN'], ['SAT', 'SUN'], ['MON']] as const)],
    holidays: [...random.pick([[], [{ date: SECOND_DATE }], [{ date: '2026-03-31' }]])],
    version: 1,
    activeSince: at,
  });
  if (random.chance(CLOSED_SECOND_DAY)) {
    const holidays = [{ date: SECOND_DATE }];
    return [{ ...calendar('house'), timeZone: 'UTC', weekend: [], holidays, until: '2027-12-31' }];
  }
  return random.chance(0.3) ? [calendar('house'), calendar('bank')] : [calendar('house')];
}

/** Some rules, of any kind, keep to the calendars, to a cut-off or to both. */
export function withDays(
  rules: readonly SweepRule[],
  calendars: readonly Calendar[],
  random: Random,
): readonly SweepRule[] {
  return rules.map((rule) => (random.chance(0.85) ? withDaysOf(rule, calendars, random) : rule));
}

function withDaysOf(rule: SweepRule, calendars: readonly Calendar[], random: Random): SweepRule {
  const ids = calendars.map(({ id }) => id);
  const named = random.chance(0.8) ? { calendars: ids } : {};
  const cutOff = random.chance(0.5) ? { cutOff: random.pick(CUT_OFFS) } : {};
  const kept = { ...rule, ...named, ...cutOff };
  if (random.chance(0.35)) return kept;
  const cron = (expression: string) =>
    ({ schedule: { kind: 'cron', expression, timeZone: 'UTC' }, latestStartSeconds: 900 }) as const;
  const convention = random.pick([...CONVENTIONS, 'preceding', 'preceding'] as const);
  if (named.calendars === undefined || convention === 'skip') {
    return { ...kept, ...cron(random.pick(['* * * * ? *', '0/3 * * * ? *'])) };
  }
  return { ...kept, ...cron(`${random.pick(MINUTES)} * * * ? *`), convention };
}

/** What people make of a calendar: today closes, at once; or two of them open every day. */
export function changedCalendar(
  calendar: Calendar,
  random: Random,
  today: string,
  at: Instant,
): Calendar {
  const version = calendar.version + 1;
  if (random.chance(0.5))
    return { ...calendar, weekend: [], holidays: [], version, activeSince: at };
  const others = calendar.holidays.filter(({ date }) => date !== today);
  const holidays = [...others, { date: today }].sort((a, b) => (a.date < b.date ? -1 : 1));
  return { ...calendar, holidays, version, activeSince: at };
}

export function drawCutOff(random: Random): CutOff {
  return random.pick(CUT_OFFS);
}
