import { type DayVerdict, judgeDate, judgeMoment } from '../../calendars/business-day.ts';
import type { CalendarDays } from '../../calendars/calendar.ts';
import { cutOffOn } from '../../calendars/cut-off.ts';
import { calendarsNamedBy } from '../../policy/rule-calendars.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { dateOnTheWall, startOfDate } from '../../schedules/wall-clock.ts';
import { addDays } from '../../time/calendar-date.ts';
import { earlier, type Instant } from '../../time/instant.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/** The fields of a rule that say on which days, and until which time of them, it may send. */
type TimedRule = Pick<SweepRule, 'calendars' | 'cutOff'>;

/**
 * Nothing leaves on a day that is no business day of a calendar which the rule names: neither for an occurrence of such
 * a day, nor on such a day for an earlier occurrence that starts late. There is a check only if the rule names one.
 */
export function checkCalendars(
  rule: TimedRule,
  own: readonly CalendarDays[],
  occurrence: Instant,
  now: Instant,
): readonly CheckResult[] {
  const { calendars: names = [] } = rule;
  if (names.length === 0) return [];
  const named = { limit: 'calendar', calendars: names } as const;
  const { known, missing } = calendarsNamedBy(rule, own);
  const verdicts = [judgeMoment(known, occurrence), judgeMoment(known, now)];
  const closed = verdicts.find((each) => each.kind === 'closed');
  if (closed !== undefined) return [refusedBy(closed, names)];
  if (missing.length > 0) {
    return [refused({ ...named, code: 'calendar-missing', missing }, 'outside-calendar')];
  }
  const outside = verdicts.find((each) => each.kind === 'outside');
  if (outside !== undefined) return [refusedBy(outside, names)];
  return [passed({ ...named, code: 'business-day' })];
}

function refusedBy(
  verdict: Exclude<DayVerdict, { readonly kind: 'open' }>,
  calendars: readonly string[],
): CheckResult {
  const { calendar, date } = verdict;
  const { id, label, from, until } = calendar;
  const named = { limit: 'calendar', calendars, date } as const;
  if (verdict.kind === 'closed') {
    const { name } = verdict;
    const closed = { ...named, calendar: { id, label } };
    return name === undefined
      ? refused({ ...closed, code: 'weekend' }, 'holiday')
      : refused({ ...closed, code: 'holiday', name }, 'holiday');
  }
  return refused(
    { ...named, code: 'outside-calendar', calendar: { id, label, from, until } },
    'outside-calendar',
  );
}

/** An occurrence starts before the cut-off of its day, or not at all. There is a check only if the rule has one. */
export function checkCutOff(
  { cutOff }: TimedRule,
  occurrence: Instant,
  now: Instant,
): readonly CheckResult[] {
  if (cutOff === undefined) return [];
  const end = cutOffOn(cutOff, occurrence);
  const { timeZone } = cutOff;
  const fact = { limit: 'cut-off', code: 'cut-off', until: end, now, timeZone } as const;
  if (now < end) return [passed(fact)];
  return [refused(fact, 'after-cut-off')];
}

/**
 * The first moment from which an occurrence must not leave any more: its cut-off, or the beginning of a day that is no
 * business day. Null if neither is near.
 */
export function leavesBefore(
  rule: TimedRule,
  own: readonly CalendarDays[],
  occurrence: Instant,
  now: Instant,
): Instant | null {
  const closings = calendarsNamedBy(rule, own).known.flatMap((calendar) => {
    const tomorrow = addDays(dateOnTheWall(now, calendar.timeZone), 1);
    const isOpen = judgeDate(calendar, tomorrow).kind === 'open';
    return isOpen ? [] : [startOfDate(tomorrow, calendar.timeZone)];
  });
  const ends = rule.cutOff === undefined ? [] : [cutOffOn(rule.cutOff, occurrence)];
  return [...closings, ...ends].reduce<Instant | null>(
    (first, each) => (first === null ? each : earlier(first, each)),
    null,
  );
}
