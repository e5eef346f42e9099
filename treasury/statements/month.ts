import { offsetMsAt } from '../schedules/wall-clock.ts';
import { type Instant, instantOf } from '../time/instant.ts';

const DAY_MS = 86_400_000;

/** A month as people write it: "2026-03". Of this millennium: earlier clocks kept no time that zones know. */
export const MONTH = /^(2\d{3})-(0[1-9]|1[0-2])$/;

/** From its first midnight, inclusive, to that of the next month, exclusive, on the clocks of the zone. */
export function boundsOfMonth(
  month: string,
  timeZone: string,
): { readonly from: Instant; readonly to: Instant } {
  const [, year, number] = MONTH.exec(month) ?? [];
  if (year === undefined || number === undefined) throw new TypeError(`not a month: ${month}`);
  const first = Date.UTC(Number(year), Number(number) - 1, 1);
  const next = Date.UTC(Number(year), Number(number), 1);
  return {
    from: instantOf(midnightMs(first, timeZone)),
    to: instantOf(midnightMs(next, timeZone)),
  };
}

/**
 * The first moment at which the clocks of the zone show that day. If they go back over midnight, that is the earlier
 * of the two midnights; if they skip it, the moment at which they do.
 */
function midnightMs(wallMs: number, timeZone: string): number {
  const offsets = [offsetMsAt(wallMs - DAY_MS, timeZone), offsetMsAt(wallMs + DAY_MS, timeZone)];
  const moments = offsets.map((offset) => wallMs - offset).sort((a, b) => a - b);
  const shown = moments.find((moment) => moment + offsetMsAt(moment, timeZone) === wallMs);
  return shown ?? wallMs - (offsets[0] ?? 0);
}

/** Whether a month has begun: for a later one there is no statement. */
export function hasBegun(month: string, timeZone: string, now: Instant): boolean {
  return boundsOfMonth(month, timeZone).from <= now;
}

/** The month that a moment lies in, on the clocks of the zone. */
export function monthOf(instant: Instant, timeZone: string): string {
  const epochMs = Date.parse(instant);
  return instantOf(epochMs + offsetMsAt(epochMs, timeZone)).slice(0, 7);
}

/** The month before one, as people write it. */
export function monthBefore(month: string): string {
  const [year = '', number = ''] = month.split('-');
  const before = Number(year) * MONTHS_OF_YEAR + Number(number) - 2;
  return `${Math.floor(before / MONTHS_OF_YEAR)}-${String((before % MONTHS_OF_YEAR) + 1).padStart(2, '0')}`;
}

const MONTHS_OF_YEAR = 12;
