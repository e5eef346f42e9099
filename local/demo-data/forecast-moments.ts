import { periodAt } from '../../treasury/series/periods.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';

/** Seconds of a day: the first round of the watchdog, after the snapshot of that hour. */
const FIRST_ROUND = 60;

/**
 * When the watchdog keeps what is forecast for a day: once in each whole day of the past. The day of its end goes on with
 * real rules, of which made-up ones know nothing.
 */
export function forecastMoments(from: Instant, last: Instant, timeZone: string): Instant[] {
  const moments: Instant[] = [];
  let day = periodAt(periodAt(from, 'day', timeZone).to, 'day', timeZone);
  for (; day.to <= last; day = periodAt(day.to, 'day', timeZone)) {
    moments.push(plusSeconds(day.from, FIRST_ROUND));
  }
  return moments;
}
