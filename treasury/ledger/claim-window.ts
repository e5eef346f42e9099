import type { Instant } from '../time/instant.ts';

/**
 * From the claim to the end of the quarantine: a request cannot show in a balance that was read before the one, and it is
 * executed before the other or never. The service may book it later still: `late` says how that shows.
 */
export interface ClaimWindow {
  readonly instructionId: string;
  readonly claimedAt: Instant;
  readonly quarantineUntil: Instant;
  /** By currency; absent where everything showed within the window. */
  readonly late?: Readonly<Record<string, LateBooking>>;
}

/** The part of a movement that one interval showed. */
export interface ShownPart {
  /** Tick of the snapshot that showed it, and the two readings it showed between. */
  readonly snapshot: Instant;
  readonly from: Instant;
  readonly until: Instant;
  /** Signed decimal text. One of the other sign than the movement takes back what showed before: another replica answered. */
  readonly amount: string;
}

/**
 * How a confirmed movement shows that had not shown by the end of its window: the service books late. `rest`: the part that
 * never showed is settled; absent while a later reading may still show it.
 */
export interface LateBooking {
  /** Oldest first. */
  readonly parts: readonly ShownPart[];
  readonly rest?: 'booked' | 'not-executed';
}
