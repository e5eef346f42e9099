import type { Lane } from '../instructions/lane.ts';
import { readingToKeep, withReading } from '../instructions/lane-reading.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';

/** By what policy, and whether Sluice itself has read the balances: one that it has not shows no booking. */
export interface TakingUp {
  readonly policy: Policy;
  readonly isProven: boolean;
}

/** The lanes with this snapshot's evidence of earlier claims. */
export function withSnapshot(
  lanes: readonly Lane[],
  { policy: { controls }, isProven }: TakingUp,
  { balances, takenAt }: SnapshotTaken,
): readonly Lane[] {
  if (!isProven) return lanes;
  return lanes.map((lane) => withReading(lane, balances, takenAt, controls));
}

/** The same for one lane, to be written; unchanged if the snapshot has nothing new about it. */
export function keptLane(
  lane: Lane,
  { policy: { controls }, isProven }: TakingUp,
  { balances, takenAt }: SnapshotTaken,
): Lane {
  if (!isProven) return lane;
  return readingToKeep(lane, balances, takenAt, controls) ?? lane;
}

/**
 * A currency without rules has no decision to be written with, and may still have money on its way: of trades, and of
 * withdrawals that people requested. Any other writer of the lane has read balances of its own.
 */
export async function retainReadings(
  ledger: Pick<Ledger, 'commit'>,
  snapshot: SnapshotTaken,
  { lanes, ...taking }: TakingUp & { readonly lanes: readonly Lane[] },
  ruled: ReadonlySet<string>,
): Promise<void> {
  for (const lane of lanes) {
    if (ruled.has(lane.currency)) continue;
    const kept = keptLane(lane, taking, snapshot);
    if (kept === lane) continue;
    const change = { kind: 'replace-lane', lane: kept, from: lane.status.state } as const;
    await ledger.commit(snapshot.tenant, [change]);
  }
}
