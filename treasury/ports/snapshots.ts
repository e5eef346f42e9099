import type { BalancesTaken, Snapshot, SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';

/** The store of snapshots: written once, read by time. */
export interface Snapshots {
  /** False where the tick has its snapshot already; nothing is overwritten. */
  readonly put: (snapshot: Snapshot) => Promise<boolean>;
  readonly latest: (client: string) => Promise<SnapshotTaken | null>;
  /** Balances read at or after a moment, oldest tick first, at most `limit`. */
  readonly takenSince: (
    client: string,
    since: Instant,
    limit: number,
  ) => Promise<readonly BalancesTaken[]>;
}
