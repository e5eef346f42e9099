import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import type { DroppedPrice, PriceDoubt, Prices } from '../valuation/price.ts';
import type { Valuation } from '../valuation/valuation.ts';

/** Where a part of a snapshot came from, and how old it was when the snapshot was put together. */
export interface SnapshotInput {
  /** Host and path that were read; absent where the reader does not say. */
  readonly source?: string;
  /** When the answer had arrived. */
  readonly readAt: Instant;
  readonly ageMs: number;
}

export interface SnapshotInputs {
  readonly balances: SnapshotInput;
  /** Absent where no prices could be read. */
  readonly prices?: SnapshotInput;
}

/** Balances and prices of one moment. Written once, never changed. */
export interface SnapshotTaken {
  readonly kind: 'taken';
  readonly client: string;
  /** The tick this snapshot belongs to; with the client it is the identity. */
  readonly scheduledFor: Instant;
  /** When the answer with the balances had arrived. */
  readonly takenAt: Instant;
  readonly balances: Balances;
  /** Empty where prices could not be read; `pricesMissing` then says why. */
  readonly prices: Prices;
  readonly pricesMissing?: string;
  /** Entries that were no prices; absent: none. */
  readonly pricesDropped?: readonly DroppedPrice[];
  /** Prices that have jumped: as read among `prices`, and left out of the valuation. Absent: none. */
  readonly pricesDoubted?: readonly PriceDoubt[];
  /** The last prices of instruments that this reading does not have. */
  readonly lastPrices?: Prices;
  readonly valuation: Valuation;
  /** The balances answer as it came, bounded, and the SHA-256 of the whole of it. */
  readonly rawBalances: string;
  readonly rawBalancesDigest: string;
  /** Absent in snapshots from before it was kept. */
  readonly inputs?: SnapshotInputs;
}

/** What was held at a moment: the part of a snapshot that evidence is made of. */
export type BalancesTaken = Pick<SnapshotTaken, 'takenAt' | 'balances'>;

/** A tick whose balances could not be read. A recorded miss is not an empty snapshot. */
export interface SnapshotMissed {
  readonly kind: 'missed';
  readonly client: string;
  readonly scheduledFor: Instant;
  readonly missedAt: Instant;
  readonly code: string;
  readonly reason: string;
}

export type Snapshot = SnapshotTaken | SnapshotMissed;
