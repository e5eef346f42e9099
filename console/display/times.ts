/** Seconds of a unit, from the longest that a relative time is told in. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export type TimeDetail = 'minute' | 'second' | 'day';

const FIELDS: Readonly<Record<TimeDetail, Intl.DateTimeFormatOptions>> = {
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  minute: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  second: {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZoneName: 'short',
  },
};

/** An instant by the clocks of a time zone, as the browser's locale writes it. */
export function formatInstant(
  instant: string | Date,
  timeZone: string,
  detail: TimeDetail = 'minute',
  locale?: string,
): string {
  return formatterOf(timeZone, detail, locale).format(new Date(instant));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string, detail: TimeDetail, locale: string | undefined) {
  const key = `${locale} ${timeZone} ${detail}`;
  const made = formatters.get(key);
  if (made !== undefined) return made;
  const formatter = new Intl.DateTimeFormat(locale, {
    ...FIELDS[detail],
    timeZone,
    hourCycle: 'h23',
  });
  formatters.set(key, formatter);
  return formatter;
}

/** How long ago, or how far ahead, an instant is: "5 minutes ago". Under a minute it is "now". */
export function formatRelative(instant: string | Date, now: Date, locale?: string): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1_000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

/** A length of time in its two largest units: "2 h 5 min". */
export function formatDuration(totalSeconds: number): string {
  const parts = [
    [Math.floor(totalSeconds / 86_400), 'd'],
    [Math.floor((totalSeconds % 86_400) / 3_600), 'h'],
    [Math.floor((totalSeconds % 3_600) / 60), 'min'],
    [Math.floor(totalSeconds % 60), 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** Whether two intervals went by without a newer reading: then a figure says that it is stale. */
export function isStale(asOf: string | Date, everySeconds: number, now: Date): boolean {
  const MISSED = 2;
  return now.getTime() - new Date(asOf).getTime() > MISSED * everySeconds * 1_000;
}

/** A day of the calendar, "2026-11-22", as the browser's locale writes it. */
export function formatDay(day: string, locale?: string): string {
  return formatInstant(`${day}T00:00:00Z`, 'UTC', 'day', locale);
}

/** Days of the week as the API names them, from the first of January 2024 on, which was the first of them. */
const WEEKDAYS: readonly string[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** "SAT" as the browser's locale names it. */
export function formatWeekday(weekday: string, locale?: string): string {
  const day = new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(weekday)));
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(day);
}
