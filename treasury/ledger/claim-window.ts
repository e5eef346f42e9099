import * as z from 'zod/mini';
import { UNBOOKED_OUTCOMES } from '../booking/booking.ts';
import { debitSchema } from '../counters/counter.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

const shownPartSchema = record(() => ({
  /** Tick of the snapshot that showed it, and the two readings it showed between. */
  snapshot: instant,
  from: instant,
  until: instant,
  /** Signed decimal text. One of the other sign than the movement takes back what showed before: another replica answered. */
  amount: decimalText,
}));

/** The part of a movement that one interval showed. */
export type ShownPart = Stored<typeof shownPartSchema>;

export const lateBookingSchema = record(() => ({
  /** Oldest first. */
  parts: z.array(shownPartSchema),
  rest: z.exactOptional(z.enum(UNBOOKED_OUTCOMES)),
}));

/**
 * How a confirmed movement shows that had not shown by the end of its window: the service books late. `rest`: the
 * part that never showed is settled; absent while a later reading may still show it.
 */
export type LateBooking = Stored<typeof lateBookingSchema>;

export const claimWindowSchema = record(() => ({
  instructionId: z.string(),
  claimedAt: instant,
  quarantineUntil: instant,
  /** What the claim took from limits: the watchdog compares counters with it. Absent: nothing. */
  debits: z.exactOptional(z.array(debitSchema)),
  /** By currency; absent if everything showed within the window. */
  late: z.exactOptional(z.record(z.string(), lateBookingSchema)),
}));

/**
 * From the claim to the end of the quarantine: a request cannot show in a balance that was read before the claim, and
 * it is executed before the end of the quarantine or never. The service may book it later still: `late` says how that
 * shows.
 */
export type ClaimWindow = Stored<typeof claimWindowSchema>;

/** Every claim is found again by the time in which it may show in a balance, whatever its outcome; null if this is no claim. */
export function claimWindowOf({ id, status }: Instruction): ClaimWindow | null {
  if (status.state !== 'sending') return null;
  const { claimedAt, quarantineUntil, debits = [] } = status.claim;
  const facts = { instructionId: id, claimedAt, quarantineUntil };
  return debits.length === 0 ? facts : { ...facts, debits };
}
