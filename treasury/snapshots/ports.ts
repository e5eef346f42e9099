import type { Instant } from '../time/instant.ts';
import type { Snapshot, SnapshotTaken, StoredReading } from './snapshot.ts';

/** The store of snapshots: written once, read by time. */
export interface Snapshots {
  /** False if the tick has its snapshot already; nothing is overwritten. */
  readonly put: (snapshot: Snapshot) => Promise<boolean>;
  readonly latest: (tenant: string) => Promise<SnapshotTaken | null>;
  /** Snapshots that were taken, of ticks from `from` to before `to`, oldest first. */
  readonly takenBetween: (
    tenant: string,
    range: { readonly from: Instant; readonly to: Instant },
    consistent?: 'consistent',
  ) => Promise<readonly SnapshotTaken[]>;
  /** The oldest tick on record, taken or missed. */
  readonly firstTick: (tenant: string) => Promise<Instant | null>;
  /** Lifts the expiry from the snapshots of a range of ticks; returns from how many. */
  readonly clearExpiry: (
    tenant: string,
    range: { readonly from: Instant; readonly to: Instant },
  ) => Promise<number>;
  /** Balances read at or after a moment, oldest tick first, at most `limit`. */
  readonly takenSince: (
    tenant: string,
    since: Instant,
    limit: number,
  ) => Promise<readonly StoredReading[]>;
}
