import * as z from 'zod/mini';
import type { Calendar, CalendarBody } from './types.ts';

/** What the form holds: all of it text. */
export interface CalendarDraft {
  readonly id: string;
  readonly label: string;
  readonly timeZone: string;
  readonly from: string;
  readonly until: string;
  readonly weekend: readonly string[];
  /** A line for each day: its date, and a name behind a comma. */
  readonly holidays: string;
}

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

export const NEW_CALENDAR: CalendarDraft = {
  ...{ id: '', label: '', timeZone: '', from: '', until: '', holidays: '' },
  weekend: ['SAT', 'SUN'],
};

export function draftOf(calendar: Calendar): CalendarDraft {
  const { id, label, timeZone, from, until, weekend, holidays } = calendar;
  const lines = holidays.map(({ date, name }) => (name === undefined ? date : `${date}, ${name}`));
  return { ...{ id, label, timeZone, from, until, weekend }, holidays: lines.join('\n') };
}

/** A form that outlives a reload: what it was begun on, and what is typed. */
export interface KeptCalendar {
  readonly begun: { readonly before: CalendarBody | null; readonly etag: string | null };
  readonly draft: CalendarDraft;
}

const kept = z.object({
  begun: z.object({
    before: z.nullable(z.looseObject({ id: z.string() })),
    etag: z.nullable(z.string()),
  }),
  draft: z.object({
    ...{ id: z.string(), label: z.string(), timeZone: z.string(), from: z.string() },
    ...{ until: z.string(), weekend: z.array(z.string()), holidays: z.string() },
  }),
});

/** What was kept of the form; null where nothing was, or what another version of the console kept. */
export function keptOf(content: unknown): KeptCalendar | null {
  const parsed = kept.safeParse(content);
  // The content that it was begun on is what the API answered then.
  return parsed.success ? (parsed.data as unknown as KeptCalendar) : null;
}

/** What people set of a calendar, and nothing that Sluice adds. */
export function contentOf(calendar: Calendar): CalendarBody {
  const { id, label, timeZone, from, until, weekend, holidays } = calendar;
  return { id, label, timeZone, from, until, weekend, holidays };
}

/** The calendar that the texts stand for, as the API takes it. */
export function bodyOf(draft: CalendarDraft): CalendarBody {
  const { id, label, timeZone, from, until } = draft;
  const weekend = WEEKDAYS.filter((day) => draft.weekend.includes(day));
  const holidays = linesOf(draft.holidays)
    .map(({ text }) => holidayIn(text))
    .toSorted((left, right) => (left.date < right.date ? -1 : 1));
  return {
    ...{ id: id.trim(), label: label.trim(), timeZone: timeZone.trim() },
    ...{ from: from.trim(), until: until.trim(), weekend, holidays },
  };
}

function holidayIn(line: string): { readonly date: string; readonly name?: string } {
  const [date = '', ...rest] = line.split(',');
  const name = rest.join(',').trim();
  return name === '' ? { date: date.trim() } : { date: date.trim(), name };
}

function linesOf(text: string): readonly { readonly text: string; readonly number: number }[] {
  return text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== '');
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** What is wrong with the texts, by field; empty where the API can be asked. */
export function problemsOf(draft: CalendarDraft): Readonly<Record<string, string>> {
  const { id, label, timeZone, from, until, holidays } = draft;
  const known = new Set<string>();
  const wrong = linesOf(holidays).flatMap(({ text, number }) => {
    const { date } = holidayIn(text);
    const isTwice = known.has(date);
    known.add(date);
    if (!DATE.test(date)) return [`Line ${number} does not begin with a date such as 2026-08-01.`];
    if (isTwice) return [`Line ${number}: ${date} stands there twice.`];
    return date < from || date > until ? [`Line ${number}: ${date} is outside of the range.`] : [];
  });
  return {
    ...(ID.test(id.trim()) ? {} : { id: 'Small letters, digits and hyphens.' }),
    ...(label.trim() === '' ? { label: 'Needed.' } : {}),
    ...(timeZone.trim() === '' ? { timeZone: 'Needed.' } : {}),
    ...(DATE.test(from) ? {} : { from: 'A date such as 2026-01-01.' }),
    ...(DATE.test(until) ? {} : { until: 'A date such as 2026-12-31.' }),
    ...(DATE.test(until) && DATE.test(from) && until < from
      ? { until: 'Not before the first.' }
      : {}),
    ...(wrong[0] === undefined ? {} : { holidays: wrong[0] }),
  };
}
