import { epochMsOf, type Instant } from '../../treasury/time/instant.ts';

/**
 * Least time between two forced refreshes. A value that the service refuses is refused again and again; looking for a
 * new one more often than this is useless and is billed.
 */
export const MIN_FORCED_REFRESH_INTERVAL_MS = 10_000;

interface CachedReadingOptions {
  readonly now: () => Instant;
  /** How long a reading is used without being read again. */
  readonly maxAgeMs: number;
}

export interface CachedReading<R> {
  /** The reading, made again if it is older than its bounded age. */
  readonly current: () => Promise<R>;
  /** Reads again now, unless that was done a moment ago. */
  readonly refresh: () => Promise<R>;
}

/**
 * A reading that is worth keeping for a while, such as a secret's. However many callers there are at once, it is made
 * once; a failed one is not kept.
 */
export function cachedReading<R extends { readonly ok: boolean }>(
  makeReading: () => Promise<R>,
  { now, maxAgeMs }: CachedReadingOptions,
): CachedReading<R> {
  let held: { readonly reading: R; readonly readAtMs: number } | null = null;
  let underWay: Promise<R> | null = null;
  let forcedAtMs = Number.NEGATIVE_INFINITY;

  const read = async (): Promise<R> => {
    const readAtMs = epochMsOf(now());
    const reading = await makeReading();
    if (reading.ok) held = { reading, readAtMs };
    return reading;
  };
  const readOnce = (): Promise<R> => {
    underWay ??= read().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const heldFor = (): number => {
    if (held === null) return Number.POSITIVE_INFINITY;
    const age = epochMsOf(now()) - held.readAtMs;
    // A clock that was set back would otherwise keep it for as long as it was set back by.
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  };

  return {
    current: async () => {
      if (held !== null && heldFor() < maxAgeMs) return held.reading;
      return await readOnce();
    },
    refresh: async () => {
      const sinceForced = epochMsOf(now()) - forcedAtMs;
      const tooSoon = sinceForced >= 0 && sinceForced < MIN_FORCED_REFRESH_INTERVAL_MS;
      if (tooSoon && held !== null) return held.reading;
      forcedAtMs = epochMsOf(now());
      return await readOnce();
    },
  };
}
