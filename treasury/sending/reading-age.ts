import { type Instant, secondsBetween } from '../time/instant.ts';

/**
 * Seconds that a reading of the service may be old when a claim rests on it. From one to the other a sender takes a second
 * or two, and under a minute where every read in between is tried again; one that was stopped for longer reads anew.
 */
export const MAX_READING_AGE_SECONDS = 60;

/** True if a claim at this moment would rest on what the service said too long ago. */
export function isOutdated(readAt: Instant, now: Instant): boolean {
  return secondsBetween(readAt, now) > MAX_READING_AGE_SECONDS;
}
