/*
 * Days by the calendar of a time zone, as text: "2026-11-22". Reports take them as they are; a snapshot is asked for by
 * the moment at which its day ends.
 */

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const DAY_MS = 86_400_000;

/** Whether a text is a day of the calendar. */
export function isDay(text: string | null): text is string {
  if (text === null || !DAY.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** The day that an instant lies in. */
export function dayOf(instant: string | Date, timeZone: string): string {
  return wallClockOf(new Date(instant).getTime(), timeZone).slice(0, 'YYYY-MM-DD'.length);
}

export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of an earlier month; its last day where that month is shorter. */
export function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map((part) => Number.parseInt(part, 10));
  const lastOfMonth = new Date(Date.UTC(year, month - count, 0)).getUTCDate();
  const before = new Date(Date.UTC(year, month - 1 - count, Math.min(date, lastOfMonth)));
  return before.toISOString().slice(0, 10);
}

/** The first moment of a day, as an instant. */
export function startOfDay(day: string, timeZone: string): string {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const guess = wall - offsetAt(wall, timeZone);
  // The offset of the guess is that of the day, but on the days at which the clocks change.
  return new Date(wall - offsetAt(guess, timeZone)).toISOString();
}

/** The moment at which a day ends, which is the first of the next. */
export function endOfDay(day: string, timeZone: string): string {
  return startOfDay(plusDays(day, 1), timeZone);
}

/** Milliseconds that the clocks of a zone are ahead of UTC at a moment. */
function offsetAt(ms: number, timeZone: string): number {
  return Date.parse(`${wallClockOf(ms, timeZone)}Z`) - Math.floor(ms / 1_000) * 1_000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show: "2026-11-22T09:05:00". */
function wallClockOf(ms: number, timeZone: string): string {
  const format = formatters.get(timeZone) ?? newFormatter(timeZone);
  formatters.set(timeZone, format);
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

function newFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
    timeZone,
  });
}

/** A month, "2026-10", as the browser's locale writes it. */
export function formatMonth(month: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}

/** The days that one click reaches. */
export type DayName = 'now' | 'yesterday' | 'two-days' | 'week' | 'month' | 'year';
