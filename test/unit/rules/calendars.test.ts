import { describe, expect, it } from 'vitest';
import type { Calendar } from '../../../treasury/calendars/calendar.ts';
import { lastUsedBy } from '../../../treasury/decisions/decision.ts';
import type { ShownRuleDecision } from '../../../treasury/decisions/shown-decision.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { useOccurrence } from '../../../treasury/instructions/lane-transitions.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { leavesBefore } from '../../../treasury/rules/checks/calendars.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { calendar, RULE, rule } from '../../samples/policy.ts';
import { decideOne, LANE, verdict, withLane } from './samples.ts';

/** A Friday on which the office is closed; the Saturday and Sunday after it are closed as well. */
const CLOSED = calendar({ holidays: [{ date: '2026-01-09', name: 'Inventory' }] });
/** Its two times are a Thursday and a Friday in Zurich: where the Thursday is closed, its time falls after the other. */
const FRIDAYS_OF_LORD_HOWE = {
  kind: 'cron',
  expression: '0 0,23 ? * FRI *',
  timeZone: 'Australia/Lord_Howe',
} as const;
const TEN_DAILY = { kind: 'cron', expression: '0 10 * * ? *', timeZone: 'Europe/Zurich' } as const;
const [THURSDAY, FRIDAY, SATURDAY, MONDAY] = [8, 9, 10, 12].map(
  (day) => `2026-01-${String(day).padStart(2, '0')}T09:00:00.000Z`,
) as [string, string, string, string];

const moved = (convention: SweepRule['convention'] & string, change: Partial<SweepRule> = {}) =>
  rule({ schedule: TEN_DAILY, calendars: ['office'], convention, ...change });

/** One decision right on a moment, and the lane that knows about it. */
function decideAt(
  now: string,
  each: SweepRule,
  lane: Lane = LANE,
  calendars: readonly Calendar[] = [CLOSED],
): { readonly decision: ShownRuleDecision; readonly lane: Lane } {
  const decision = decideOne({
    rules: [each],
    calendars,
    ...withLane(lane),
    now,
    occurrence: now,
    balancesReadAt: now,
  });
  const used = lastUsedBy(decision);
  return {
    decision,
    lane: used === null ? lane : useOccurrence(lane, RULE.id, used),
  };
}

const verdictAt = (...given: Parameters<typeof decideAt>) => verdict(decideAt(...given).decision);

describe('a rule with a calendar', () => {
  it('skips an occurrence of a closed day, which is used up', () => {
    const { decision } = decideAt(FRIDAY, moved('skip'));
    expect(decision).toMatchObject({ reason: 'holiday', consumesOccurrence: true });
  });

  it('sweeps once for all that moves to the next business day', () => {
    const monday = decideAt(MONDAY, moved('following'));
    expect(monday.decision).toMatchObject({ outcome: 'sweep', occurrence: MONDAY });
    expect(monday.decision.checks.find(({ limit }) => limit === 'schedule')?.seen).toBe(
      'fell 2026-01-12 10:00 Europe/Zurich, with 3 from 2026-01-09 10:00 Europe/Zurich on, moved by its calendars',
    );
    expect(verdictAt(MONDAY, moved('following'), monday.lane)).toBe('not-scheduled');
  });

  it('says on the closed day where its occurrence has gone', () => {
    const used = decideAt(THURSDAY, moved('following')).lane;
    const { decision } = decideAt(SATURDAY, moved('following'), used);
    expect(decision.explanation).toBe(
      'The rule is not scheduled now; it next runs 2026-01-12 10:00 Europe/Zurich, with 3 from 2026-01-09 10:00 Europe/Zurich on, moved by its calendars.',
    );
    expect(decision.checks).toContainEqual({
      limit: 'calendar',
      holds: false,
      seen: '2026-01-10 is Saturday of office',
      accepted: 'a business day of office',
    });
  });

  it('sweeps before the closed days with preceding, and not again if one of them opens', () => {
    const weekly = { ...TEN_DAILY, expression: '0 10 ? * SAT *' } as const;
    const each = moved('preceding', { schedule: weekly });
    const { decision, lane } = decideAt(THURSDAY, each);
    expect(decision).toMatchObject({ outcome: 'sweep', lastScheduled: SATURDAY });
    const opened = { ...CLOSED, weekend: ['SUN'], activeSince: FRIDAY, version: 2 } as const;
    expect(verdictAt(SATURDAY, each, lane, [opened])).toBe('not-scheduled');
    expect(verdictAt(SATURDAY, each, LANE, [opened])).toBe('sweep 15');
  });

  it('does not sweep again on a day that opens by a clock other than its own', () => {
    const weekly = { ...TEN_DAILY, expression: '0 10 ? * SAT *' } as const;
    const each = moved('preceding', { schedule: weekly });
    const { lane } = decideAt(THURSDAY, each);
    const openedAt = (activeSince: string) =>
      ({ ...CLOSED, weekend: ['SUN'], activeSince, version: 2 }) as const;
    const [ahead, behind] = [plusSeconds(SATURDAY, 60), plusSeconds(THURSDAY, -59.999)];
    expect(verdictAt(SATURDAY, each, lane, [openedAt(ahead)])).toBe('not-scheduled');
    expect(verdictAt(SATURDAY, each, lane, [openedAt(behind)])).toBe('not-scheduled');
    expect(verdictAt(SATURDAY, each, LANE, [openedAt(ahead)])).toBe('sweep 15');
  });

  it('does not repeat an occurrence whose day is closed after it was swept', () => {
    const weekly = { ...TEN_DAILY, expression: '0 10 ? * THU *' } as const;
    const each = moved('following', { schedule: weekly });
    const { decision, lane } = decideAt(THURSDAY, each);
    expect(verdict(decision)).toBe('sweep 15');
    const closed = calendar({ holidays: [{ date: '2026-01-08' }], activeSince: FRIDAY });
    expect(verdictAt(FRIDAY, each, lane, [closed])).toBe('not-scheduled');
    expect(verdictAt(FRIDAY, each, LANE, [closed])).toBe('sweep 15');
  });

  it('does not repeat what a change has moved behind another occurrence', () => {
    const each = moved('following', { schedule: FRIDAYS_OF_LORD_HOWE });
    const open = [calendar({ timeZone: 'Europe/Zurich' })];
    const first = decideAt('2026-03-26T13:00:00.000Z', each, LANE, open);
    const closed = [
      calendar({
        timeZone: 'Europe/Zurich',
        holidays: [{ date: '2026-03-26' }],
        activeSince: '2026-03-26T15:00:00.000Z',
        version: 2,
      }),
    ];
    const between = decideAt('2026-03-27T12:00:00.000Z', each, first.lane, closed);
    expect([first, between].map(({ decision }) => verdict(decision))).toEqual([
      'sweep 15',
      'sweep 15',
    ]);
    const last = '2026-03-27T13:00:00.000Z';
    expect(verdictAt(last, each, between.lane, closed)).toBe('not-scheduled');
    const unused = decideAt('2026-03-27T12:00:00.000Z', each, LANE, closed);
    expect(verdictAt(last, each, unused.lane, closed)).toBe('sweep 15');
  });

  it('keeps back what a change of the same minute may have moved behind an occurrence', () => {
    const closed = [calendar({ timeZone: 'Europe/Zurich', holidays: [{ date: '2026-03-26' }] })];
    const at = '2026-03-27T12:00:00.000Z';
    const afterActive = (secondsBefore: number) => {
      const activeSince = plusSeconds(at, -secondsBefore);
      const each = moved('following', { schedule: FRIDAYS_OF_LORD_HOWE, activeSince });
      const { decision, lane } = decideAt(at, each, LANE, closed);
      return [verdict(decision), verdictAt('2026-03-27T13:00:00.000Z', each, lane, closed)];
    };
    expect(afterActive(60)).toEqual(['sweep 15', 'sweep 15']);
    expect(afterActive(59)).toEqual(['sweep 15', 'not-scheduled']);
  });

  it('records what it missed where it has moved to', () => {
    const { decision } = decideAt('2026-01-12T11:00:00.000Z', moved('following'), {
      ...decideAt(THURSDAY, moved('following')).lane,
    });
    expect(decision).toMatchObject({
      reason: 'missed',
      missed: { count: 1, first: MONDAY, last: MONDAY },
    });
  });

  it('sweeps nothing if the calendar is not there, which is no business day', () => {
    const { decision } = decideAt(MONDAY, moved('following'), LANE, []);
    expect(decision).toMatchObject({ reason: 'outside-calendar', consumesOccurrence: false });
    expect(decision.explanation).toContain(
      'The rule names the calendar "office", which does not exist: no day is known to be a business day.',
    );
  });

  it('knows the built-in ones, in whose place nothing that is stored comes', () => {
    const open = calendar({ id: 'target', weekend: [], holidays: [] });
    const each = rule({ calendars: ['target'] });
    expect(verdictAt(SATURDAY, each, LANE, [open])).toBe('holiday');
    expect(verdictAt(THURSDAY, each, LANE, [open])).toBe('sweep 15');
  });

  it('does not start late on a closed day', () => {
    const late = moved('skip', {
      schedule: { ...TEN_DAILY, expression: '50 23 ? * THU *' },
    });
    expect(verdictAt('2026-01-08T22:55:00.000Z', late)).toBe('sweep 15');
    expect(verdictAt('2026-01-08T23:05:00.000Z', late)).toBe('holiday');
  });

  it('reads the date of each calendar in its own time zone', () => {
    const each = rule({ calendars: ['office'] });
    // 00:30 on Friday in Zurich.
    expect(verdictAt('2026-01-08T23:30:00.000Z', each)).toBe('holiday');
    expect(verdictAt('2026-01-08T22:30:00.000Z', each)).toBe('sweep 15');
  });
});

describe('a cut-off', () => {
  const cutOff = { time: '10:30', timeZone: 'Europe/Zurich' } as const;

  it('lets an occurrence start before it, and not at it', () => {
    const each = rule({ schedule: TEN_DAILY, cutOff });
    expect(verdictAt('2026-01-08T09:29:59.999Z', each)).toBe('sweep 15');
    const { decision } = decideAt('2026-01-08T09:30:00.000Z', each);
    expect(decision).toMatchObject({ reason: 'after-cut-off', consumesOccurrence: true });
  });

  it('is of the day of the occurrence, however late that may start', () => {
    const each = rule({ schedule: TEN_DAILY, cutOff, latestStartSeconds: 172_800 });
    expect(verdictAt('2026-01-09T08:00:00.000Z', each)).toBe('after-cut-off');
  });

  it('closes the rest of the day for a rule on every snapshot', () => {
    const each = rule({ cutOff });
    expect(verdictAt('2026-01-08T09:00:00.000Z', each)).toBe('sweep 15');
    expect(verdictAt('2026-01-08T15:00:00.000Z', each)).toBe('after-cut-off');
    expect(verdictAt('2026-01-08T23:30:00.000Z', each)).toBe('sweep 15');
  });
});

describe('the moment before which a sweep leaves', () => {
  it('is the cut-off or the end of the business day, whichever comes first', () => {
    const cutOff = { time: '10:30', timeZone: 'Europe/Zurich' } as const;
    const leaving = (each: SweepRule, now: string) => leavesBefore(each, [CLOSED], THURSDAY, now);
    expect(leaving(rule({ calendars: ['office'], cutOff }), THURSDAY)).toBe(
      '2026-01-08T09:30:00.000Z',
    );
    expect(leaving(rule({ calendars: ['office'] }), THURSDAY)).toBe('2026-01-08T23:00:00.000Z');
    expect(leaving(rule({ calendars: ['office'] }), '2026-01-07T09:00:00.000Z')).toBeNull();
  });
});
