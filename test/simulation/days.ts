import type { Calendar } from '../../treasury/calendars/calendar.ts';
import { CONVENTIONS } from '../../treasury/calendars/calendar.ts';
import type { CutOff } from '../../treasury/calendars/cut-off.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Random } from './random.ts';

/** When worlds begin, and which dates and times of day come within their first minutes. */
interface Start {
  readonly at: string;
  /** The date after the first one, or the one after that where the day does not change soon. */
  readonly second: string;
  readonly third: string;
  /** Whose clocks show the second date first. */
  readonly timeZone: string;
  readonly cutOffs: readonly CutOff[];
}

const zurich = (time: string): CutOff => ({ time, timeZone: 'Europe/Zurich' });

/** Most worlds: a midnight in UTC, with cut-offs as the clocks of UTC, Tokyo and Phoenix show them. */
const MIDNIGHT: Start = {
  at: '2026-03-29T23:45:00.000Z',
  second: '2026-03-30',
  third: '2026-03-31',
  timeZone: 'UTC',
  cutOffs: [
    { time: '23:58', timeZone: 'UTC' },
    { time: '00:06', timeZone: 'UTC' },
    { time: '00:12', timeZone: 'UTC' },
    { time: '09:04', timeZone: 'Asia/Tokyo' },
    { time: '17:09', timeZone: 'America/Phoenix' },
  ],
};

/** Changes of clocks in Zurich: an hour that does not exist, the midnight before a day of 25 hours, and an hour that comes twice. */
const CHANGES: readonly Start[] = [
  {
    ...{ at: '2026-03-29T00:45:00.000Z', second: '2026-03-30', third: '2026-03-31' },
    timeZone: 'Europe/Zurich',
    cutOffs: [zurich('01:58'), zurich('02:10'), zurich('03:06')],
  },
  {
    ...{ at: '2026-10-24T21:45:00.000Z', second: '2026-10-25', third: '2026-10-26' },
    timeZone: 'Europe/Zurich',
    cutOffs: [zurich('23:58'), zurich('00:06')],
  },
  {
    ...{ at: '2026-10-25T00:45:00.000Z', second: '2026-10-26', third: '2026-10-27' },
    timeZone: 'Europe/Zurich',
    cutOffs: [zurich('02:58'), zurich('03:04'), { time: '01:06', timeZone: 'UTC' }],
  },
];
/** Of the worlds with days. */
const WITH_CHANGES = 0.3;

export function drawStart(random: Random, usualMs: number): number {
  return random.chance(WITH_CHANGES) ? Date.parse(random.pick(CHANGES).at) : usualMs;
}

/** The start that a world is, or was, near. */
function startAt(ms: number): Start {
  const starts = [MIDNIGHT, ...CHANGES].sort((one, other) => (one.at < other.at ? -1 : 1));
  return starts.findLast(({ at }) => Date.parse(at) <= ms) ?? MIDNIGHT;
}

/** Zones with daylight saving and without: in these minutes the day changes in some of them. */
const ZONES = [
  'UTC',
  'UTC',
  'UTC',
  'Asia/Tokyo',
  'America/Phoenix',
  'Europe/Zurich',
  'America/New_York',
] as const;

/** Chance of a rule with calendars that it names one of those that are built in as well. */
const BUILT_IN = 0.25;

/** Minutes of the hour at which a rule runs whose occurrences calendars move: it falls 24 times a day. */
const MINUTES = ['50', '56', '58', '0', '3', '7'] as const;

/** Worlds whose second day is closed: what falls on it moves to the first, or on. */
const CLOSED_SECOND_DAY = 0.3;

export function drawCalendars(random: Random, at: Instant): readonly Calendar[] {
  const { second, third, timeZone } = startAt(Date.parse(at));
  const calendar = (id: string): Calendar => ({
    id,
    label: `Days of ${id}`,
    timeZone: random.pick(ZONES),
    from: '2026-01-01',
    until: random.pick(['2027-12-31', '2027-12-31', '2027-12-31', second]),
    weekend: [...random.pick([[], [], ['SUN'], ['SAT', 'SUN'], ['MON']] as const)],
    holidays: [...random.pick([[], [{ date: second }], [{ date: third }]])],
    version: 1,
    activeSince: at,
  });
  if (random.chance(CLOSED_SECOND_DAY)) {
    const holidays = [{ date: second }];
    return [{ ...calendar('house'), timeZone, weekend: [], holidays, until: '2027-12-31' }];
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
  const own = calendars.map(({ id }) => id);
  const builtIn = random.chance(BUILT_IN) ? [random.pick(['target', 'target', 'fedwire'])] : [];
  const named = random.chance(0.8) ? { calendars: [...own, ...builtIn] } : {};
  const since = Date.parse(rule.activeSince);
  const cutOff = random.chance(0.5) ? { cutOff: drawCutOff(random, since) } : {};
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

export function drawCutOff(random: Random, nowMs: number): CutOff {
  return random.pick(startAt(nowMs).cutOffs);
}
