import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TARGET } from '../../treasury/calendars/built-in.ts';
import {
  type Calendar,
  type CalendarDays,
  CONVENTIONS,
} from '../../treasury/calendars/calendar.ts';
import { lastUsedBy } from '../../treasury/decisions/decision.ts';
import { useOccurrence } from '../../treasury/instructions/lane-transitions.ts';
import { timetableOf } from '../../treasury/policy/rule-calendars.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { step } from '../../treasury/preview/step.ts';
import { newWorld, type WorldRules } from '../../treasury/preview/world.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { ACCOUNT, CONTROLS, calendar, rule } from '../samples/policy.ts';
import { isThorough } from '../thoroughness.ts';
import { decideOne, LANE, withLane } from '../unit/rules/samples.ts';
import { dateAfter, occurrences, Wall } from './calendar-reference.ts';
import { IN_FORCE_BEFORE_MS, Timing } from './timing-reference.ts';

const ZONES = ['Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe', 'UTC'] as const;
const CALENDAR_ZONES = [...ZONES, TARGET.timeZone];
/** Stretches with a change of clocks in one of the zones, the turn of a month, and Easter. */
const STARTS = ['2026-03-01', '2026-03-22', '2026-03-30', '2026-10-19', '2026-10-26'] as const;
const DAYS = 14;
/** A policy takes 50 ms: CI tries them all, and every change some. */
const POLICIES = isThorough ? 1_000 : 60;
/** A minute on an idle machine, for all of them. */
const POLICIES_MS = 600_000;
const TICK_MS = 90 * 60_000;
const TICKS = (DAYS * 86_400_000) / TICK_MS;
const DAY_MS = 86_400_000;
const MARGIN_DAYS = 45;

const walls = new Map<string, ReadonlyMap<string, Wall>>(
  STARTS.map((start) => {
    const [from, to] = [-MARGIN_DAYS - 2, DAYS + MARGIN_DAYS + 2].map(
      (days) => Date.parse(start) + days * DAY_MS,
    ) as [number, number];
    return [start, new Map(CALENDAR_ZONES.map((zone) => [zone, new Wall(zone, from, to)]))];
  }),
);

const WEEKDAY_SETS = ['*', 'MON-FRI', 'SAT', 'SAT,SUN', 'FRI', 'SUN'] as const;
const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const LISTED: Readonly<Record<(typeof WEEKDAY_SETS)[number], readonly string[]>> = {
  '*': NAMES,
  'MON-FRI': NAMES.slice(1, 6),
  SAT: ['SAT'],
  'SAT,SUN': ['SAT', 'SUN'],
  FRI: ['FRI'],
  SUN: ['SUN'],
};

const drawnCalendar = (start: string, id: string): fc.Arbitrary<Calendar> =>
  fc
    .record({
      timeZone: fc.constantFrom(...ZONES),
      weekend: fc.constantFrom(['SAT', 'SUN'], ['FRI', 'SAT'], [], ['SUN']),
      days: fc.uniqueArray(fc.integer({ min: -3, max: DAYS + 3 }), { maxLength: 9 }),
      shortBy: fc.constantFrom(-60, -60, -60, 4),
    })
    .map(({ timeZone, weekend, days, shortBy }) =>
      calendar({
        id,
        timeZone,
        weekend: weekend as Calendar['weekend'],
        from: dateAfter(start, -100),
        until: dateAfter(start, DAYS - shortBy),
        holidays: days.sort((a, b) => a - b).map((day) => ({ date: dateAfter(start, day) })),
        activeSince: '2026-01-01T00:00:00.000Z',
      }),
    );

const policies = fc.constantFrom(...STARTS).chain((start) =>
  fc.record({
    start: fc.constant(start),
    timeZone: fc.constantFrom(...ZONES),
    weekdays: fc.constantFrom(...WEEKDAY_SETS),
    minute: fc.constantFrom('00', '30'),
    hours: fc.uniqueArray(fc.constantFrom('00', '02', '09', '16', '23'), {
      minLength: 1,
      maxLength: 3,
    }),
    isCron: fc.constantFrom(true, true, true, false),
    convention: fc.constantFrom(...CONVENTIONS),
    own: fc.tuple(drawnCalendar(start, 'own-1'), drawnCalendar(start, 'own-2')),
    named: fc.uniqueArray(fc.constantFrom('own-1', 'own-2', 'target'), { maxLength: 3 }),
    cutOff: fc.constantFrom(undefined, undefined, '08:00', '17:00', '02:30'),
    cutOffZone: fc.constantFrom(...ZONES),
    latestStartSeconds: fc.constantFrom(5_400, 10_800, 172_800),
    /** Ticks that have no snapshot. */
    gaps: fc.array(fc.tuple(fc.integer({ min: 0, max: TICKS }), fc.integer({ min: 1, max: 20 })), {
      minLength: 3,
      maxLength: 6,
    }),
  }),
);
type Drawn = typeof policies extends fc.Arbitrary<infer T> ? T : never;

function ruleOf(drawn: Drawn): SweepRule {
  const { isCron, convention, named, cutOff } = drawn;
  const expression = `${drawn.minute} ${drawn.hours.join(',')} ? * ${drawn.weekdays} *`;
  return rule({
    threshold: '0',
    keep: '0',
    minimum: '0',
    allocation: { kind: 'fixed', basis: 'amount', amount: '1' },
    activeSince: instantOf(Date.parse(drawn.start) - IN_FORCE_BEFORE_MS),
    ...(isCron && {
      schedule: { kind: 'cron', expression, timeZone: drawn.timeZone },
      latestStartSeconds: drawn.latestStartSeconds,
    }),
    ...(named.length > 0 && { calendars: named, convention: isCron ? convention : 'skip' }),
    ...(cutOff !== undefined && { cutOff: { time: cutOff, timeZone: drawn.cutOffZone } }),
  });
}

function ticksOf({ start, gaps }: Drawn): readonly number[] {
  const first = Date.parse(start);
  const isMissing = (index: number) => gaps.some(([at, many]) => index >= at && index < at + many);
  return Array.from({ length: TICKS }, (_, index) => index)
    .filter((index) => !isMissing(index))
    .map((index) => first + index * TICK_MS);
}

/** What happens at each tick, by the other computation. */
function expected(drawn: Drawn): readonly string[] {
  const { start, own, named, isCron, convention, cutOff } = drawn;
  const wallOf = walls.get(start) ?? new Map<string, Wall>();
  const known: readonly CalendarDays[] = [...own, TARGET].filter(({ id }) =>
    named.some((name) => name === id),
  );
  const falls = occurrences(
    {
      fallsOn: (date) => LISTED[drawn.weekdays].includes(NAMES[new Date(date).getUTCDay()] ?? ''),
      times: drawn.hours.map((hour) => `${hour}:${drawn.minute}`),
      timeZone: drawn.timeZone,
      convention,
      calendars: known,
      walls: wallOf,
    },
    dateAfter(start, -MARGIN_DAYS),
    DAYS + 2 * MARGIN_DAYS,
  );
  const timing = new Timing({
    falls: isCron ? [...falls.keys()] : null,
    since: Date.parse(start) - IN_FORCE_BEFORE_MS,
    latestStartSeconds: drawn.latestStartSeconds,
    calendars: known,
    cutOff: cutOff === undefined ? null : { time: cutOff, timeZone: drawn.cutOffZone },
    walls: wallOf,
  });
  return ticksOf(drawn).map((now) => {
    const why = timing.judge(now);
    if (why !== 'due') return why;
    timing.use(now);
    return 'sweep';
  });
}

/** What the backtest's replay does at each tick. */
function replayed(drawn: Drawn): readonly string[] {
  const each = ruleOf(drawn);
  const given: WorldRules = {
    tenant: 'main',
    rules: [each],
    accounts: new Map([[ACCOUNT.id, ACCOUNT]]),
    calendars: drawn.own,
    controls: CONTROLS,
    assumeApproved: true,
  };
  const world = newWorld(given, ['BTC']);
  return ticksOf(drawn).map((ms) => {
    const at = instantOf(ms);
    const before = structuredClone(world.totals.rules[each.id]);
    const balances = { BTC: { total: '100000' } };
    const values = { reportingCurrency: 'USD', values: {}, doubts: {} };
    step(world, given, { scheduledFor: at, takenAt: at, balances, values, pricesReadAt: at }, {});
    const after = world.totals.rules[each.id];
    if (after?.sweeps !== before?.sweeps) return 'sweep';
    const reasons = Object.entries(after?.reasons ?? {});
    const was = new Map<string, number>(Object.entries(before?.reasons ?? {}));
    return reasons.find(([reason, count]) => count !== (was.get(reason) ?? 0))?.[0] ?? 'nothing';
  });
}

describe('a backtest over policies with calendars', () => {
  it('decides as an independent evaluation does, over changes of clocks, holidays and gaps', {
    timeout: POLICIES_MS,
  }, () => {
    const met = new Map<string, number>();
    fc.assert(
      fc.property(policies, (drawn) => {
        const found = replayed(drawn);
        for (const each of found) met.set(each, (met.get(each) ?? 0) + 1);
        expect(found).toEqual(expected(drawn));
      }),
      { numRuns: POLICIES, verbose: 1 },
    );
    // Every outcome was compared often.
    for (const each of ['sweep', 'holiday', 'outside-calendar', 'after-cut-off', 'missed']) {
      expect(met.get(each) ?? 0, each).toBeGreaterThan(isThorough ? 50 : 0);
    }
  });
});

describe('an occurrence', () => {
  it('is never carried out twice, however its calendars change', { timeout: POLICIES_MS }, () => {
    fc.assert(
      fc.property(
        policies.filter(({ isCron, named }) => isCron && named.length > 0),
        fc.array(fc.tuple(fc.integer({ min: 0, max: TICKS }), fc.integer({ min: 0, max: 16 })), {
          maxLength: 6,
        }),
        (drawn, changes) => {
          const each = ruleOf(drawn);
          let own: readonly Calendar[] = drawn.own;
          let lane = LANE;
          const carriedOut = new Set<string>();
          for (const [index, ms] of ticksOf(drawn).entries()) {
            const now = instantOf(ms);
            for (const [, day] of changes.filter(([at]) => at === index)) {
              own = own.map((one) => toggled(one, dateAfter(drawn.start, day), now));
            }
            const decision = decideOne({
              rules: [each],
              calendars: own,
              ...withLane(lane),
              balances: { BTC: { total: '100000' } },
              balancesReadAt: now,
              occurrence: now,
              now,
            });
            if (decision.outcome === 'sweep') {
              const stoodFor = timetableOf(each, own)?.scheduledFor(decision.occurrence) ?? [];
              const fresh = stoodFor.filter((at) => !carriedOut.has(at));
              expect(fresh.length, decision.occurrence).toBeGreaterThan(0);
              for (const at of stoodFor) carriedOut.add(at);
            }
            const used = lastUsedBy(decision);
            if (used !== null) lane = useOccurrence(lane, each.id, used);
          }
        },
      ),
      { numRuns: POLICIES / 2, verbose: 1, examples: CAME_BACK },
    );
  });
});

const OTHER = calendar({ id: 'own-2', from: '2025-12-12', until: '2027-01-08' });

/** A time that stood for itself, one before it that was moved behind it, and a change that moves the first as well. */
const CAME_BACK: [Drawn, [number, number][]][] = [
  [
    {
      ...{ start: '2026-03-22', timeZone: 'Europe/Zurich', weekdays: 'FRI', minute: '00' },
      ...{ hours: ['00', '16'], isCron: true, convention: 'modified-following' },
      ...{ named: ['own-1'], cutOff: undefined, cutOffZone: 'Europe/Zurich' },
      ...{ latestStartSeconds: 5_400, gaps: [[0, 1]] },
      own: [
        calendar({
          ...{ id: 'own-1', timeZone: 'Australia/Lord_Howe', activeSince: OTHER.activeSince },
          ...{ from: '2025-12-12', until: '2026-06-04' },
          ...{ weekend: ['SUN'], holidays: [{ date: '2026-03-27' }] },
        }),
        OTHER,
      ],
    },
    [[96, 6]],
  ],
  [
    {
      ...{ start: '2026-10-26', timeZone: 'America/New_York', weekdays: 'SAT,SUN', minute: '00' },
      ...{ hours: ['00', '23'], isCron: true, convention: 'modified-following' },
      ...{ named: ['own-1'], cutOff: undefined, cutOffZone: 'Europe/Zurich' },
      ...{ latestStartSeconds: 5_400, gaps: [[0, 13]] },
      own: [
        calendar({
          ...{ id: 'own-1', timeZone: 'Europe/Zurich', activeSince: OTHER.activeSince },
          ...{ from: '2026-07-18', until: '2027-01-08' },
          ...{ weekend: ['SAT', 'SUN'], holidays: [] },
        }),
        OTHER,
      ],
    },
    [[104, 7]],
  ],
];

/** A day becomes a holiday, or is none any more. */
function toggled(each: Calendar, date: string, now: string): Calendar {
  const rest = each.holidays.filter((day) => day.date !== date);
  const holidays =
    rest.length < each.holidays.length
      ? rest
      : [...each.holidays, { date }].sort((a, b) => (a.date < b.date ? -1 : 1));
  return { ...each, holidays, version: each.version + 1, activeSince: now };
}
