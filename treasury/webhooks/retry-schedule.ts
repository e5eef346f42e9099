/**
 * Seconds between one attempt and the next: soon for a receiver that is being deployed, then ever longer, three days in
 * all, so that an outage over a weekend loses nothing.
 */
export const DELIVERY_PAUSES_SECONDS = [
  10, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 64_800, 79_200,
] as const;

/** The first attempt, and one after each of the pauses. */
export const DELIVERY_ATTEMPTS = DELIVERY_PAUSES_SECONDS.length + 1;

/** A pause is up to this part shorter or longer, so that what failed together does not come together. */
const JITTER = 0.1;

/** The longest time that a receiver may ask to be left alone for: one that asks for more is paused by a person. */
export const MAX_ASKED_PAUSE_SECONDS = 86_400;

/** Seconds after the n-th failed attempt, counted from 1. */
export function pauseSeconds(tries: number, random: number): number {
  const [last = 0] = DELIVERY_PAUSES_SECONDS.slice(-1);
  const pause = DELIVERY_PAUSES_SECONDS[tries - 1] ?? last;
  return pause * (1 - JITTER + 2 * JITTER * random);
}
