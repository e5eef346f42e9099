import { Temporal } from 'temporal-polyfill';
import { earlier, type Instant, instantOf, justBefore, later } from '../time/instant.ts';
import { HOUR_MS } from './hour.ts';

export const PERIOD_KINDS = ['hour', 'day', 'month'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** A window of time that a row of a report stands for: `from` included, `to` not. */
export interface Period {
  /** As the clocks of the zone name it: "2026-03", "2026-03-29", "2026-03-29T02:00+01:00". */
  readonly name: string;
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * The hour, day or month of a time zone that holds a moment. A day is the time between two midnights there, 23 or 25
 * hours when the clocks change. If midnight is skipped, the day begins with its first moment.
 */
export function periodAt(at: Instant, kind: PeriodKind, timeZone: string): Period {
  const moment = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone);
  if (kind === 'hour') return hourAt(moment);
  const day = moment.toPlainDate();
  const first = kind === 'day' ? day : day.with({ day: 1 });
  const next = first.add(kind === 'day' ? { days: 1 } : { months: 1 });
  const name = kind === 'day' ? first.toString() : first.toString().slice(0, 7);
  return { name, from: startOf(first, timeZone), to: startOf(next, timeZone) };
}

function startOf(day: Temporal.PlainDate, timeZone: string): Instant {
  return instantOf(day.toZonedDateTime(timeZone).epochMilliseconds);
}

/** By the clock on the wall; an hour in which the clocks change ends, or begins, with the change. */
function hourAt(moment: Temporal.ZonedDateTime): Period {
  const offsetMs = offsetOf(moment);
  const at = moment.epochMilliseconds;
  const start = at - modulo(at + offsetMs, HOUR_MS);
  const from = Math.max(start, transition(moment, 'previous') ?? start);
  const to = Math.min(start + HOUR_MS, transition(moment, 'next') ?? start + HOUR_MS);
  const shown = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(moment.timeZoneId);
  const name = shown.toString({ smallestUnit: 'minute', timeZoneName: 'never' });
  return { name, from: instantOf(from), to: instantOf(to) };
}

function offsetOf(moment: Temporal.ZonedDateTime): number {
  return moment.offsetNanoseconds / 1_000_000;
}

/** The change of the clocks before (or at) a moment, or after it. */
function transition(moment: Temporal.ZonedDateTime, direction: 'previous' | 'next') {
  // One that falls on the moment itself is not before it, but its hour begins with it.
  const from = direction === 'previous' ? moment.add({ nanoseconds: 1 }) : moment;
  return from.getTimeZoneTransition(direction)?.epochMilliseconds;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The last periods of a range, cut to it, the latest first, at most `limit`. */
export function periodsBefore(
  { from, to }: { readonly from: Instant; readonly to: Instant },
  kind: PeriodKind,
  timeZone: string,
  limit: number,
): readonly Period[] {
  const periods: Period[] = [];
  let end = to;
  while (end > from && periods.length < limit) {
    const whole = periodAt(justBefore(end), kind, timeZone);
    periods.push({ name: whole.name, from: later(whole.from, from), to: end });
    end = whole.from;
  }
  return periods;
}

/** Periods one after the other that lie within a range or touch it, cut to it, at most `limit`. */
export function periodsWithin(
  { from, to }: { readonly from: Instant; readonly to: Instant },
  kind: PeriodKind,
  timeZone: string,
  limit: number,
): readonly Period[] {
  const periods: Period[] = [];
  let at = from;
  while (at < to && periods.length < limit) {
    const whole = periodAt(at, kind, timeZone);
    periods.push({ name: whole.name, from: at, to: earlier(whole.to, to) });
    at = whole.to;
  }
  return periods;
}
