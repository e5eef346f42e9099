import { type DayVerdict, judgeDate, judgeMoment } from '../../calendars/business-day.ts';
import type { CalendarDays } from '../../calendars/calendar.ts';
import { cutOffOn } from '../../calendars/cut-off.ts';
import { calendarsNamedBy } from '../../policy/rule-calendars.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { dateOnTheWall, onTheWall, startOfDate } from '../../schedules/wall-clock.ts';
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
  const accepted = `a business day of ${names.join(' and ')}`;
  const { known, missing } = calendarsNamedBy(rule, own);
  const verdicts = [judgeMoment(known, occurrence), judgeMoment(known, now)];
  const closed = verdicts.find((each) => each.kind === 'closed');
  if (closed !== undefined) return [refusedBy(closed, accepted)];
  if (missing.length > 0) {
    const named = missing.map((each) => `"${each}"`).join(' and ');
    const checked = { limit: 'calendar', seen: `no calendar ${named}`, accepted } as const;
    const message = `The rule names the calendar ${named}, which does not exist: no day is known to be a business day.`;
    return [refused(checked, 'outside-calendar', message)];
  }
  const outside = verdicts.find((each) => each.kind === 'outside');
  if (outside !== undefined) return [refusedBy(outside, accepted)];
  return [passed({ limit: 'calendar', seen: 'a business day', accepted })];
}

function refusedBy(
  verdict: Exclude<DayVerdict, { readonly kind: 'open' }>,
  accepted: string,
): CheckResult {
  const { calendar, date } = verdict;
  if (verdict.kind === 'closed') {
    const seen = `${date} is ${verdict.name} of ${calendar.id}`;
    const message = `Nothing leaves on ${date}: it is ${verdict.name} in the calendar "${calendar.label}".`;
    return refused({ limit: 'calendar', seen, accepted }, 'holiday', message);
  }
  const { from, until, label } = calendar;
  const seen = `${date} is outside of ${calendar.id}, which knows ${from} to ${until}`;
  const message = `The calendar "${label}" knows the dates from ${from} to ${until}. Nothing leaves on ${date}, of which it says nothing.`;
  return refused({ limit: 'calendar', seen, accepted }, 'outside-calendar', message);
}

/** An occurrence starts before the cut-off of its day, or not at all. There is a check only if the rule has one. */
export function checkCutOff(
  { cutOff }: TimedRule,
  occurrence: Instant,
  now: Instant,
): readonly CheckResult[] {
  if (cutOff === undefined) return [];
  const end = cutOffOn(cutOff, occurrence);
  const until = onTheWall(end, cutOff.timeZone);
  const seen = onTheWall(now, cutOff.timeZone);
  const checked = { limit: 'cut-off', seen, accepted: `before ${until}` } as const;
  if (now < end) return [passed(checked)];
  const message = `The cut-off of ${until} is over (it is ${seen}): the occurrence of that day is not started any more.`;
  return [refused(checked, 'after-cut-off', message)];
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
