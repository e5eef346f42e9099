import type { Ledger } from '../ledger/ledger.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { type Instant, plusMonths, plusSeconds } from '../time/instant.ts';

/** Before a snapshot expires by this much, it is looked at whether it is still needed: each day's end does
 * so, and a week of days may fail. */
const LOOK_AHEAD_SECONDS = 7 * 24 * 3_600;

/** Before what is open began by this much snapshots are kept as well: they hold the balances that it began
 * with, and its ticks may lie a little before the moments they were read at. */
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
  /** When whatever else is open began, such as breaks that nobody has explained. */
  readonly openSince?: readonly Instant[];
}

/**
 * Lifts the expiry from every snapshot that something open may still need: a request whose outcome is not
 * known, was refused or contradicts itself, and what else is open. They are weighed from the claim on, so all
 * from there on are kept, for good: what stayed open that long is worth its evidence. Answers how many.
 */
export async function retainEvidence(
  { ledger, snapshots }: EvidencePorts,
  { tenant, now, months, openSince = [] }: Retention,
): Promise<number> {
  const lanes = await ledger.readLanes(tenant);
  const claimed = lanes.flatMap(({ latch }) =>
    latch.state === 'idle' ? [] : [latch.claim.claimedAt],
  );
  const [since] = [...claimed, ...openSince].sort();
  if (since === undefined) return 0;
  const from = plusSeconds(since, -LEAD_SECONDS);
  const to = plusMonths(plusSeconds(now, LOOK_AHEAD_SECONDS), -months);
  return from < to ? await snapshots.clearExpiry(tenant, { from, to }) : 0;
}
