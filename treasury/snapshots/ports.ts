import type { Instant } from '../time/instant.ts';
import type { BalancesTaken, Snapshot, SnapshotTaken } from './snapshot.ts';

/** The store of snapshots: written once, read by time. */
export interface Snapshots {
  /** False where the tick has its snapshot already; nothing is overwritten. */
  readonly put: (snapshot: Snapshot) => Promise<boolean>;
  readonly latest: (client: string) => Promise<SnapshotTaken | null>;
  /** Balances read at or after a moment, oldest tick first, at most `limit`. */
  /** Snapshots that were taken, of ticks from `from` to before `to`, oldest first. */
  readonly takenBetween: (
    client: string,
    range: { readonly from: Instant; readonly to: Instant },
    consistent?: 'consistent',
  ) => Promise<readonly SnapshotTaken[]>;
  /** The oldest tick on record, taken or missed. */
  readonly firstTick: (client: string) => Promise<Instant | null>;
  /** Lifts the expiry from the snapshots of a range of ticks; answers from how many. */
  readonly clearExpiry: (
    client: string,
    range: { readonly from: Instant; readonly to: Instant },
  ) => Promise<number>;
  readonly takenSince: (
    client: string,
    since: Instant,
    limit: number,
  ) => Promise<readonly BalancesTaken[]>;
}
