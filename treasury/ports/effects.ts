import type { Instant } from '../time/instant.ts';

/** The effects that the domain may not have of its own: the time of day and randomness. */
export interface Effects {
  readonly now: () => Instant;
  /** A fresh random identifier, never the same twice. */
  readonly nonce: () => string;
}
