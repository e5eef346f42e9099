/**
 * A moment: ISO-8601, UTC, milliseconds, 24 characters ("2026-01-31T09:00:00.000Z"). With the width
 * fixed, the order of the texts is the order of the moments, in keys and in conditions alike.
 */
export type Instant = string;

export function instantOf(epochMs: number): Instant {
  return new Date(epochMs).toISOString();
}

export function epochMsOf(instant: Instant): number {
  const epochMs = Date.parse(instant);
  if (Number.isNaN(epochMs)) throw new TypeError(`not an instant: ${instant}`);
  return epochMs;
}

export function plusSeconds(instant: Instant, seconds: number): Instant {
  return instantOf(epochMsOf(instant) + seconds * 1000);
}

/** The last moment before another: ranges leave their end out, and what the store reads has its end in it. */
export function justBefore(moment: Instant): Instant {
  return instantOf(epochMsOf(moment) - 1);
}

/** The first moment after another: the end of a range that takes it in. */
export function justAfter(moment: Instant): Instant {
  return instantOf(epochMsOf(moment) + 1);
}

/** So many calendar months later (UTC); a day that the month does not have becomes its last one. */
export function plusMonths(instant: Instant, months: number): Instant {
  const at = new Date(epochMsOf(instant));
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months + 1, 0);
  at.setUTCDate(Math.min(day, at.getUTCDate()));
  return at.toISOString();
}

export function secondsBetween(earlier: Instant, later: Instant): number {
  return (epochMsOf(later) - epochMsOf(earlier)) / 1000;
}

/** The earlier of two moments, or of two hours or days as texts. */
export function earlier(a: Instant, b: Instant): Instant {
  return a < b ? a : b;
}

export function later(a: Instant, b: Instant): Instant {
  return a > b ? a : b;
}
