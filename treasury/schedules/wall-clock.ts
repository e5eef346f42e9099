import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';
import { BoundedCache } from './bounded-cache.ts';

/** Offsets such as "+01:00" have none, and are refused: they know no summer time. */
const LETTER = /[A-Za-z]/;

/** How many formatters are kept; each is some kilobytes, and a policy names a handful of zones. */
const MAX_CACHED_ZONES = 64;
const formatters = new BoundedCache<Intl.DateTimeFormat>(MAX_CACHED_ZONES);

/** Its clocks are known without the tables of time zones, whose loading is a tenth of a function's cold start. */
const UTC = 'UTC';

export function isTimeZone(name: string): boolean {
  if (name === UTC) return true;
  if (!LETTER.test(name)) return false;
  try {
    formatterFor(name);
    return true;
  } catch {
    return false;
  }
}

/** How far the clocks of the zone are ahead of UTC at that moment, in milliseconds. */
export function offsetMsAt(epochMs: number, timeZone: string): number {
  const wall = wallClockMs(epochMs, timeZone);
  return wall - Math.floor(epochMs / 1000) * 1000;
}

/** Recently shown moments: each decision of a rule shows its next run, which stays the same for hours. */
const MAX_CACHED_MOMENTS = 500;
const shownMoments = new BoundedCache<string>(MAX_CACHED_MOMENTS);

const DAY_MS = 86_400_000;

/** The first moment of a date, "2026-03-29", in a zone: its midnight, or what comes instead where clocks skip that. */
export function startOfDate(date: string, timeZone: string): Instant {
  return momentOn(date, 0, timeZone).at;
}

/** A time of the wall on a date. */
export interface MomentOnDate {
  /** The first moment that shows it; if clocks skip it, as long after the skip as it is after what they skip from. */
  readonly at: Instant;
  /** False if clocks skip it. */
  readonly isShown: boolean;
}

const MINUTE_MS = 60_000;
/** Moments in question lie around now: a rule looks at some days, of some times each. */
const MAX_CACHED_TIMES = 5_000;
const moments = new BoundedCache<MomentOnDate>(MAX_CACHED_TIMES);

/** Minutes after midnight, as the clock on the wall shows them. */
export function momentOn(date: string, minuteOfDay: number, timeZone: string): MomentOnDate {
  return moments.get(`${date} ${minuteOfDay} ${timeZone}`, () => {
    const wall = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * MINUTE_MS;
    // Clocks change once in two days at most.
    const [before, after] = [-DAY_MS, DAY_MS].map((by) => offsetMsAt(wall + by, timeZone));
    const candidates = [wall - (before ?? 0), wall - (after ?? 0)];
    const shown = candidates.filter((ms) => ms + offsetMsAt(ms, timeZone) === wall);
    const isShown = shown.length > 0;
    return { at: instantOf(isShown ? Math.min(...shown) : wall - (before ?? 0)), isShown };
  });
}

/** "2026-10-26": the date that the calendar on the wall there shows. */
export function dateOnTheWall(instant: Instant, timeZone: string): string {
  return onTheWall(instant, timeZone).slice(0, 'YYYY-MM-DD'.length);
}

/** "2026-10-26 17:00 Europe/Zurich": a moment as the clock on the wall there shows it. */
export function onTheWall(instant: Instant, timeZone: string): string {
  return shownMoments.get(`${instant} ${timeZone}`, () => showOnTheWall(instant, timeZone));
}

/** "2026-10-26 17:00:31 Europe/Zurich": the same to the second. */
export function onTheWallToTheSecond(instant: Instant, timeZone: string): string {
  return `${wallText(instant, timeZone)} ${timeZone}`;
}

/** "2026-10-26 17:00:31". */
function wallText(instant: Instant, timeZone: string): string {
  const text = new Date(wallClockMs(epochMsOf(instant), timeZone)).toISOString();
  return text.slice(0, 'YYYY-MM-DDThh:mm:ss'.length).replace('T', ' ');
}

function showOnTheWall(instant: Instant, timeZone: string): string {
  return `${wallText(instant, timeZone).slice(0, 'YYYY-MM-DD hh:mm'.length)} ${timeZone}`;
}

/**
 * Whether the clocks of the zone showed this very time before: the second pass through the hour
 * that is repeated when the clocks go back.
 */
export function isRepeated(epochMs: number, timeZone: string): boolean {
  const offset = offsetMsAt(epochMs, timeZone);
  const before = offsetMsAt(epochMs - LONGEST_REPEAT_MS, timeZone);
  if (before <= offset) return false;
  const firstPass = epochMs - (before - offset);
  return offsetMsAt(firstPass, timeZone) === before;
}

/** Clocks have gone back by half an hour (Lord Howe) to three hours (Casey) since 1970. */
const LONGEST_REPEAT_MS = 4 * 3_600_000;

function wallClockMs(epochMs: number, timeZone: string): number {
  if (timeZone === UTC) return Math.floor(epochMs / 1000) * 1000;
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterFor(timeZone).formatToParts(epochMs)) parts[type] = value;
  const { year, month, day, hour, minute, second } = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  return formatters.get(
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      }),
  );
}
