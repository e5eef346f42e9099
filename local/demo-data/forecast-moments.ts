import { COMPARED_DAYS } from '../../treasury/forecast/forecast-limits.ts';
import { periodAt } from '../../treasury/series/periods.ts';
import { type Instant, justBefore, plusSeconds } from '../../treasury/time/instant.ts';

/** Seconds of a day: the first round of the watchdog, after the snapshot of that hour. */
const FIRST_ROUND = 60;

/**
 * When the watchdog keeps what is forecast for a day: in the last whole days of the past, as many as a report has that is asked
 * for none, since each takes five milliseconds of the start. The day of the end goes on with real rules, of which made-up ones
 * know nothing.
 */
export function forecastMoments(last: Instant, timeZone: string): readonly Instant[] {
  const moments: Instant[] = [];
  let day = periodAt(last, 'day', timeZone);
  while (moments.length < COMPARED_DAYS) {
    day = periodAt(justBefore(day.from), 'day', timeZone);
    moments.push(plusSeconds(day.from, FIRST_ROUND));
  }
  return moments.reverse();
}
