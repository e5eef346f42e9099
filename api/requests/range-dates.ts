import { isTimeZone, startOfDate } from '../../treasury/schedules/wall-clock.ts';
import type { ApiEvent } from './api-event.ts';

/** Parameters that bound a range. */
const BOUNDS: ReadonlySet<string> = new Set(['from', 'to', 'withoutSweepSince']);

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A bound that is a date, as the first moment of that date in the zone of the request: its own `timeZone`, or the reporting
 * one. So `to` leaves its whole date out, and ranges of dates adjoin without a gap when the clocks change.
 */
export function withMoments<E extends Pick<ApiEvent, 'queryStringParameters'>>(
  event: E,
  reportingTimeZone: string,
): E {
  const { queryStringParameters: parameters = {} } = event;
  const { timeZone: own } = parameters;
  const timeZone = own !== undefined && isTimeZone(own) ? own : reportingTimeZone;
  const dates = Object.entries(parameters).flatMap(([name, text]) =>
    BOUNDS.has(name) && text !== undefined && isDate(text)
      ? [[name, startOfDate(text, timeZone)] as const]
      : [],
  );
  if (dates.length === 0) return event;
  return { ...event, queryStringParameters: { ...parameters, ...Object.fromEntries(dates) } };
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
