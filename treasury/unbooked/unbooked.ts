import { committedOf, overdueOf, type UnbookedEntry } from '../booking/booking.ts';
import { DEFAULT_BOOKING_BOUND_SECONDS } from '../booking/booking-terms.ts';
import type { Language, Reader } from '../facts/sentences/language.ts';
import type { UnbookedReason } from '../facts/sentences/say/lane-step.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import type { Lane } from '../instructions/lane.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { SEND_WINDOW_SECONDS, SENDER_TIMEOUT_SECONDS } from '../sending/protocol-limits.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { showPart, unbookedParts } from './unbooked-parts.ts';

/** Characters of the digest that says which unbooked amounts were seen. */
export const UNBOOKED_DIGEST_CHARACTERS = 16;

/** The amounts of a currency that no balance has shown yet, as shown to people. */
export interface UnbookedView {
  readonly currency: string;
  /** Everything that is committed; decimal text. */
  readonly amount: string;
  /** Confirmed requests that no balance shows, oldest first; beyond a number, the oldest are added up. */
  readonly entries: readonly Pick<UnbookedEntry, 'instructionId' | 'amount' | 'at'>[];
  /** The amount by its reasons: what was claimed, and each doubt about what was seen to leave. */
  readonly parts: readonly UnbookedReason[];
  /** When the oldest of them was claimed; null if only a doubt is left. */
  readonly since: Instant | null;
  /** The part that is past the booking bound; null if there is none. */
  readonly overdue: Overdue | null;
  /** It cannot be concluded before: until then a request may still be under way. */
  readonly concludableFrom: Instant | null;
  /** Repeated by both people: it says that they saw these amounts. */
  readonly digest: string;
}

export type BookingControls = Pick<
  Controls,
  'bookingBoundSeconds' | 'feeBound' | 'lateExecutionBoundSeconds'
>;

/** The same as readers get it. */
export function showUnbooked({ parts, ...view }: UnbookedView, reader?: Language | Reader) {
  return { ...view, parts: parts.map((each) => showPart(each, view.currency, reader)) };
}

/** The unbooked amounts of a lane; null if there are none. */
export function unbookedView(
  lane: Lane,
  controls: BookingControls | null,
  now: Instant,
): UnbookedView | null {
  const { booking, currency } = lane;
  const committed = committedOf(booking, now);
  const last = booking.entries.at(-1);
  if (committed.isZero()) return null;
  return {
    currency,
    amount: formatDecimal(committed),
    entries: booking.entries.map(({ instructionId, amount, at }) => ({
      instructionId,
      amount,
      at,
    })),
    parts: unbookedParts(booking, now),
    since: booking.entries[0]?.at ?? null,
    overdue: overdueIn(lane, controls, now),
    concludableFrom: last === undefined ? null : quarantineOf(last.at, controls),
    digest: digestOf(lane, now),
  };
}

/** The part of a lane's unbooked amount that is past the booking bound. */
export interface Overdue {
  readonly amount: string;
  readonly since: Instant;
  readonly instructionIds: readonly string[];
}

/**
 * Null if nothing is past the bound. A request that still holds the lane is no part of it: its outcome is settled
 * first.
 */
export function overdueIn(
  { booking, status }: Lane,
  controls: BookingControls | null,
  now: Instant,
): Overdue | null {
  const claimedBefore = plusSeconds(now, -boundSecondsOf(controls));
  const holder = status.state === 'idle' ? null : status.claim.instructionId;
  const entries = booking.entries.filter(({ instructionId }) => instructionId !== holder);
  const overdue = overdueOf({ ...booking, entries }, claimedBefore);
  if (overdue === null) return null;
  const late = entries.filter(({ at }) => at < claimedBefore);
  return { ...overdue, instructionIds: late.map(({ instructionId }) => instructionId) };
}

export function boundSecondsOf(controls: BookingControls | null): number {
  return controls?.bookingBoundSeconds ?? DEFAULT_BOOKING_BOUND_SECONDS;
}

function quarantineOf(claimedAt: Instant, controls: BookingControls | null): Instant {
  const late = controls?.lateExecutionBoundSeconds ?? 0;
  return plusSeconds(claimedAt, SEND_WINDOW_SECONDS + SENDER_TIMEOUT_SECONDS + late);
}

/** Over the amounts, not over the last reading: a balance that shows nothing new does not change their digest. */
function digestOf({ currency, epoch, booking }: Lane, now: Instant): string {
  const { entries, doubts } = booking;
  const seen = entries.flatMap(({ instructionId, amount, at }) => [instructionId, amount, at]);
  const doubted = doubts
    .filter(({ until }) => until > now)
    .flatMap(({ kind, amount, until }) => [kind, amount, until]);
  return fingerprintOf([currency, epoch, ...seen, '', ...doubted]).slice(
    0,
    UNBOOKED_DIGEST_CHARACTERS,
  );
}
