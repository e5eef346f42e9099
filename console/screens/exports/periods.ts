import { monthsBefore, plusDays } from '../../reports/days.ts';

interface Range {
  readonly from: string;
  /** The last day, which belongs to it. */
  readonly to: string;
}

/** The usual ranges, by the day of today. */
export const PERIODS: readonly {
  readonly text: string;
  readonly rangeOf: (today: string) => Range;
}[] = [
  { text: 'This month', rangeOf: (today) => ({ from: firstOfMonth(today), to: today }) },
  { text: 'Last month', rangeOf: (today) => wholeMonths(firstOfMonth(monthsBefore(today, 1)), 1) },
  {
    text: 'Last quarter',
    rangeOf: (today) => wholeMonths(monthsBefore(firstOfQuarter(today), 3), 3),
  },
  { text: 'This year', rangeOf: (today) => ({ from: `${yearOf(today)}-01-01`, to: today }) },
  {
    text: 'Last year',
    rangeOf: (today) => wholeMonths(monthsBefore(`${yearOf(today)}-01-01`, 12), 12),
  },
];

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function firstOfQuarter(day: string): string {
  const month = Number.parseInt(day.slice(5, 7), 10);
  return monthsBefore(firstOfMonth(day), (month - 1) % 3);
}

function yearOf(day: string): string {
  return day.slice(0, 4);
}

/** From the first day of a month to the last day of the last of them. */
function wholeMonths(from: string, count: number): Range {
  return { from, to: plusDays(monthsBefore(from, -count), -1) };
}
