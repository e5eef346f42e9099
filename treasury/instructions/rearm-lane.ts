import { claimUnbooked } from '../booking/booking.ts';
import { type Instant, later, plusSeconds } from '../time/instant.ts';
import { isUnreadable, type Lane, newLane } from './lane.ts';

/** The entry's name for an amount that was sent after the backup: the ledger has forgotten of which instructions. */
const BEFORE_REARMING = 'sent-before-rearming';

/** How long an earlier Idempotency-Key may be repeated: callers give up sooner, and start the next day anew. */
export const KEYS_MAY_BE_USED_SECONDS = 86_400;

/**
 * A lane of a restored ledger, re-armed here. It has forgotten what happened after the backup: no occurrence up to
 * this moment is decided again (`usageOf`), and an amount that people declare unbooked is committed like a claim of
 * its own. The last balance is forgotten too: a fall since the backup books amounts sent in between, and none that
 * are still out.
 */
export function rearmLane(lane: Lane, epoch: string, at: Instant, unbooked: string): Lane {
  const { reading: _, ...booking } = lane.booking;
  const entry = { instructionId: BEFORE_REARMING, amount: unbooked, at };
  return {
    ...lane,
    epoch,
    rearmedAt: at,
    // A balance read before this moment may be from before the comparison that people made.
    concludedAt: at,
    booking: claimUnbooked(booking, entry),
    version: lane.version + 1,
  };
}

/**
 * A lane of a new currency, beside the existing ones. In a restored ledger that people have not re-armed yet, it
 * waits for them as well: the currency may be new to the backup only.
 */
export function newLaneBeside(
  lanes: readonly Lane[],
  tenant: string,
  currency: string,
  epoch: string,
): Lane {
  const foreign = lanes.find((lane) => lane.epoch !== epoch && !isUnreadable(lane));
  const lane = newLane(tenant, currency, foreign?.epoch ?? epoch);
  const rearmedAt = lastRearmed(lanes);
  return rearmedAt === null ? lane : { ...lane, rearmedAt };
}

/** Whether an Idempotency-Key that this ledger does not know may have been used before it was restored. */
export function keysMayBeUsed(lanes: Iterable<Lane>, now: Instant): boolean {
  const rearmedAt = lastRearmed([...lanes]);
  return rearmedAt !== null && now < plusSeconds(rearmedAt, KEYS_MAY_BE_USED_SECONDS);
}

function lastRearmed(lanes: readonly Lane[]): Instant | null {
  return lanes.reduce<Instant | null>((last, { rearmedAt }) => {
    if (rearmedAt === undefined) return last;
    return last === null ? rearmedAt : later(last, rearmedAt);
  }, null);
}
