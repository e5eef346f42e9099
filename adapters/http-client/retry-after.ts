const SECONDS = /^\d{1,9}$/;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const DAYS = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const LONG_DAYS = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';
const TIME = '(?<time>\\d{2}:\\d{2}:\\d{2})';

/**
 * The three forms of an HTTP date (RFC 9110, 5.6.7), each in UTC: the one that senders write, and the two obsolete ones, which
 * every recipient has to accept.
 */
const HTTP_DATES = [
  `(?:${DAYS}), (?<day>\\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${TIME} GMT`,
  `(?:${LONG_DAYS}), (?<day>\\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\\d{2}) ${TIME} GMT`,
  `(?:${DAYS}) (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** A year of two digits that seems to lie further ahead is the last one of the past with these digits. */
const MAX_YEARS_AHEAD = 50;

/**
 * Milliseconds that a Retry-After header asks to wait (RFC 9110, 10.2.3: seconds or a date), or null if there is none
 * that can be understood. A date in the past asks for no wait.
 */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | null {
  const value = header?.trim() ?? '';
  if (SECONDS.test(value)) return Number(value) * 1_000;
  const atMs = httpDateMs(value, nowMs);
  return atMs === null ? null : Math.max(0, atMs - nowMs);
}

function httpDateMs(text: string, nowMs: number): number | null {
  for (const form of HTTP_DATES) {
    const { year = '', month = '', day = '', time = '' } = form.exec(text)?.groups ?? {};
    if (year === '') continue;
    const number = `${MONTHS.indexOf(month) + 1}`.padStart(2, '0');
    const date = `${fullYear(year, nowMs)}-${number}-${day.trim().padStart(2, '0')}`;
    // A leap second, which this form permits, is the first of the minute after it.
    const [clock, seconds] = time.endsWith(':60') ? [`${time.slice(0, -2)}59`, 1_000] : [time, 0];
    const atMs = Date.parse(`${date}T${clock}Z`);
    const isDate = !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date);
    return isDate ? atMs + seconds : null;
  }
  return null;
}

function fullYear(year: string, nowMs: number): string {
  if (year.length === 4) return year;
  const thisYear = new Date(nowMs).getUTCFullYear();
  const inCentury = thisYear - (thisYear % 100) + Number(year);
  // The same digits lie a century apart: the latest of them that is not too far ahead.
  const latest = [inCentury + 100, inCentury].find((each) => each <= thisYear + MAX_YEARS_AHEAD);
  return `${latest ?? inCentury - 100}`;
}
