import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';
import type { Statement } from './statement.ts';

/** Both ends included. */
export interface BookingPeriod {
  readonly first: Instant;
  readonly last: Instant;
}

/** For a month that goes on, up to `createdAt`: nothing is booked before its day has come. */
export function bookingPeriod(
  { from, to, digest }: Pick<Statement, 'from' | 'to' | 'digest'>,
  createdAt: Instant,
): BookingPeriod {
  const end = instantOf(epochMsOf(to) - 1);
  return { first: from, last: digest !== null || end < createdAt ? end : createdAt };
}

/**
 * Days in the statement's own time zone. A booking date lies within the statement: its closing snapshot
 * may be the one taken at the very midnight that ends it. Null is its last day.
 */
export function bookingDays(timeZone: string, { first, last }: BookingPeriod) {
  // The Swedish order of a date is ISO's.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const dayOf = (at: Instant): string => format.format(new Date(at));
  const [firstDay, lastDay] = [dayOf(first), dayOf(last)];
  return (at: Instant | null, bounds: 'within' | 'as it is'): string => {
    if (at === null) return lastDay;
    const day = dayOf(at);
    if (bounds === 'as it is' || (firstDay <= day && day <= lastDay)) return day;
    return day < firstDay ? firstDay : lastDay;
  };
}
