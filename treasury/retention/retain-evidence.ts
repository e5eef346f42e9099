import { isUnreadable } from '../instructions/lane.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { type Instant, plusMonths, plusSeconds } from '../time/instant.ts';

/**
 * How long before a snapshot expires Sluice checks whether it is still needed: each day's end does so, and a week of
 * days may fail.
 */
const LOOK_AHEAD_SECONDS = 7 * 24 * 3_600;

/**
 * How long before the beginning of an open matter its snapshots are kept as well: they hold the balances that it
 * began with, and its ticks may lie a little before the moments they were read at.
 */
const LEAD_SECONDS = 24 * 3_600;

export interface EvidencePorts {
  readonly ledger: Pick<Ledger, 'readLanes'>;
  readonly snapshots: Pick<Snapshots, 'clearExpiry'>;
}

export interface Retention {
  readonly tenant: string;
  readonly now: Instant;
  /** Months after their tick at which snapshots expire. */
  readonly months: number;
  /** The beginnings of other open matters, such as breaks without an explanation. */
  readonly openSince?: readonly Instant[];
}

/**
 * Lifts the expiry from every snapshot that an open matter may still need: a request that is of unknown outcome, was
 * refused or contradicts itself, or another open matter. They are weighed from the claim on, so all from there on are
 * kept, for good: a matter that stays open that long is worth its evidence. Returns how many.
 */
export async function retainEvidence(
  { ledger, snapshots }: EvidencePorts,
  { tenant, now, months, openSince = [] }: Retention,
): Promise<number> {
  const lanes = await ledger.readLanes(tenant);
  const oldest = plusMonths(now, -months);
  const claimed = lanes.flatMap((lane) => {
    // It may hold a request of any age: whatever has not expired yet is kept.
    if (isUnreadable(lane)) return [oldest];
    return lane.status.state === 'idle' ? [] : [lane.status.claim.claimedAt];
  });
  const [since] = [...claimed, ...openSince].sort();
  if (since === undefined) return 0;
  const from = plusSeconds(since, -LEAD_SECONDS);
  const to = plusMonths(plusSeconds(now, LOOK_AHEAD_SECONDS), -months);
  return from < to ? await snapshots.clearExpiry(tenant, { from, to }) : 0;
}
