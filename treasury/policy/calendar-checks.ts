import { BUILT_IN_CALENDARS, isBuiltIn } from '../calendars/built-in.ts';
import type { CalendarDraft } from '../calendars/calendar.ts';
import { isTimeZone } from '../schedules/wall-clock.ts';
import { takenLabel, tooMany } from './policy-cross-checks.ts';
import { MAX_CALENDARS } from './policy-limits.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import { unlessRefused } from './refused-field.ts';

/** The rules between the fields of one calendar. */
export function calendarProblems(calendar: CalendarDraft): readonly PolicyProblem[] {
  const { id, timeZone, from, until, holidays } = calendar;
  const stray = holidays.findIndex(({ date }) => date < from || date > until);
  return [
    ...(isBuiltIn(id) ? [problem('id', id, 'another id: a calendar of this one is built in')] : []),
    ...(isTimeZone(timeZone)
      ? []
      : [problem('timeZone', timeZone, 'an IANA time zone such as "Europe/Zurich" or "UTC"')]),
    ...(from <= until ? [] : [problem('until', until, `a date from ${from} on`)]),
    ...(stray < 0
      ? []
      : [
          problem(
            `holidays[${stray}].date`,
            holidays[stray]?.date ?? '',
            `a date from ${from} to ${until}: the calendar says nothing of others`,
          ),
        ]),
  ];
}

/** The conditions between a calendar and the others: a person who picks one knows it by its label. */
export function problemsAmongCalendars(
  { id, label }: CalendarDraft,
  calendars: readonly Pick<CalendarDraft, 'id' | 'label'>[],
): readonly PolicyProblem[] {
  const others = calendars.filter((each) => each.id !== id);
  return [
    ...takenLabel(label, [...others, ...BUILT_IN_CALENDARS]),
    ...tooMany('id', others.length, MAX_CALENDARS, 'calendars'),
  ];
}

/** The problems of all calendars of a policy file. */
export function calendarsProblems(calendars: readonly CalendarDraft[]): readonly PolicyProblem[] {
  return calendars.flatMap((calendar, index) => {
    const earlier = calendars.slice(0, index);
    const twin = earlier.findIndex(({ id }) => id === calendar.id);
    const own =
      twin < 0
        ? unlessRefused(() => problemsAmongCalendars(calendar, earlier))
        : [problem('id', calendar.id, `an id of its own; calendars[${twin}] has this one`)];
    return [...own, ...unlessRefused(() => calendarProblems(calendar))].map((each) => ({
      ...each,
      path: `calendars[${index}].${each.path}`,
    }));
  });
}

function problem(path: string, seen: string, accepted: string): PolicyProblem {
  return { path, seen: showValue(seen), accepted };
}
