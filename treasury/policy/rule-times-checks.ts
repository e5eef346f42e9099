import type { CalendarDays } from '../calendars/calendar.ts';
import { cronDays } from '../schedules/cron-days.ts';
import { parseSchedule } from '../schedules/schedule.ts';
import { isTimeZone } from '../schedules/wall-clock.ts';
import { MAX_MOVED_TIMES_A_DAY } from './policy-limits.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import type { SweepRuleDraft } from './policy-schema.ts';
import { calendarsNamedBy } from './rule-calendars.ts';

/** The rules between the fields of a rule that say on which days it sends, and with the calendars that there are. */
export function ruleTimesChecks(
  rule: SweepRuleDraft,
  pieces: { readonly calendars: readonly CalendarDays[] },
): readonly (() => readonly PolicyProblem[])[] {
  return [
    () => unknownCalendars(rule, pieces.calendars),
    () => conventionProblems(rule),
    () => cutOffProblems(rule),
  ];
}

function unknownCalendars(
  rule: SweepRuleDraft,
  calendars: readonly CalendarDays[],
): readonly PolicyProblem[] {
  const { missing } = calendarsNamedBy(rule, calendars);
  return missing.map((name) => ({
    path: `calendars[${rule.calendars?.indexOf(name) ?? 0}]`,
    seen: showValue(name),
    accepted: 'the id of one of the calendars, "target" or "fedwire"',
  }));
}

function conventionProblems({ calendars, convention, schedule }: SweepRuleDraft) {
  if (convention === undefined) return [];
  const path = 'convention';
  const seen = showValue(convention);
  if (calendars === undefined) {
    return [{ path, seen, accepted: 'only beside `calendars`' }];
  }
  if (convention === 'skip') return [];
  if (schedule.kind === 'every-snapshot') {
    const accepted = '"skip": only the occurrences of a cron schedule move to another day';
    return [{ path, seen, accepted }];
  }
  if (!parseSchedule(schedule).ok) return [];
  const times = cronDays(schedule.expression).minutes.length;
  if (times <= MAX_MOVED_TIMES_A_DAY) return [];
  const accepted = `"skip" for a schedule that falls ${times} times a day: at most ${MAX_MOVED_TIMES_A_DAY} times of a day move to another one`;
  return [{ path, seen, accepted }];
}

function cutOffProblems({ cutOff }: SweepRuleDraft): readonly PolicyProblem[] {
  if (cutOff === undefined || isTimeZone(cutOff.timeZone)) return [];
  const accepted = 'an IANA time zone such as "Europe/Zurich" or "UTC"';
  return [{ path: 'cutOff.timeZone', seen: showValue(cutOff.timeZone), accepted }];
}
