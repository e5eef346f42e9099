import type { Lane } from '../instructions/lane.ts';
import { readingToKeep, withReading } from '../instructions/lane-reading.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';

/** The lanes with what this snapshot shows of earlier claims. */
export function withSnapshot(
  lanes: readonly Lane[],
  { controls }: Policy,
  { balances, takenAt }: SnapshotTaken,
): readonly Lane[] {
  return lanes.map((lane) => withReading(lane, balances, takenAt, controls));
}

/** The same of one lane, to be written; as it was where the snapshot has nothing new to say about it. */
export function keptLane(
  lane: Lane,
  { controls }: Policy,
  { balances, takenAt }: SnapshotTaken,
): Lane {
  return readingToKeep(lane, balances, takenAt, controls) ?? lane;
}

/** A currency without rules has no decision to be written with, and money on its way all the same: of trades, of what
 * people asked for. Whoever else writes the lane meanwhile has read balances of their own. */
export async function retainReadings(
  ledger: Pick<Ledger, 'commit'>,
  snapshot: SnapshotTaken,
  { policy, lanes }: { readonly policy: Policy; readonly lanes: readonly Lane[] },
  ruled: ReadonlySet<string>,
): Promise<void> {
  for (const lane of lanes) {
    if (ruled.has(lane.currency)) continue;
    const kept = keptLane(lane, policy, snapshot);
    if (kept === lane) continue;
    const change = { kind: 'replace-lane', lane: kept, from: lane.status.state } as const;
    await ledger.commit(snapshot.tenant, [change]);
  }
}
