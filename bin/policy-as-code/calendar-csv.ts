import type { Holiday } from '../../treasury/calendars/calendar.ts';
import { type CalendarDate, isCalendarDate } from '../../treasury/time/calendar-date.ts';
import { withoutByteOrderMark } from '../../treasury/validation/byte-order-mark.ts';

/** The dates that a calendar knows. */
export interface CalendarRange {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

export type CalendarCsv =
  | { readonly ok: true; readonly holidays: readonly Holiday[] }
  /** A sentence for each line that is not accepted. */
  | { readonly ok: false; readonly problems: readonly string[] };

const HEADING = /^"?date"?\s*(?:,|;|$)/i;

/**
 * Holidays out of CSV: a date in each line, and a name if there is one, apart by a comma or a semicolon. Quotation marks
 * around a name are taken off. The first line can be a heading.
 */
export function holidaysIn(csv: string, { from, until }: CalendarRange): CalendarCsv {
  const lines = withoutByteOrderMark(csv).split(/\r\n|\n|\r/);
  const holidays = new Map<CalendarDate, Holiday>();
  const problems: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && HEADING.test(line))) continue;
    const [date, name] = cellsOf(line);
    const problem = problemOf(date, { from, until }, holidays);
    if (problem !== null) problems.push(`line ${index + 1}: ${problem}`);
    else holidays.set(date, name === '' ? { date } : { date, name });
  }
  if (problems.length > 0) return { ok: false, problems };
  if (holidays.size === 0) return { ok: false, problems: ['it has no date'] };
  return { ok: true, holidays: [...holidays.values()].sort(byDate) };
}

function cellsOf(line: string): readonly [date: string, name: string] {
  const [, date = '', name = ''] = /^([^,;]*)(?:[,;](.*))?$/.exec(line) ?? [];
  return [unquoted(date), unquoted(name)];
}

function unquoted(cell: string): string {
  const text = cell.trim();
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
}

function problemOf(
  date: string,
  { from, until }: CalendarRange,
  known: ReadonlyMap<CalendarDate, Holiday>,
): string | null {
  if (!isCalendarDate(date)) return `"${date}" is no date such as 2026-08-01`;
  if (date < from || date > until) return `${date} is not from ${from} to ${until}`;
  return known.has(date) ? `${date} stands there twice` : null;
}

function byDate(left: Holiday, right: Holiday): number {
  return left.date < right.date ? -1 : 1;
}
