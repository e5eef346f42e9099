import type { Instant } from '../time/instant.ts';

/** A balance as read; decimal text. `available` is absent where the service does not say. */
export interface Balance {
  readonly total: string;
  readonly available?: string;
}

/** A price entry (reference, 2.1); decimal text, quote currency per unit of base. */
export interface Price {
  readonly bid: string;
  readonly ask: string;
}

export type Balances = Readonly<Record<string, Balance>>;
/** Keyed by instrument, BASE/QUOTE. */
export type Prices = Readonly<Record<string, Price>>;

/** What of a balance can be withdrawn: the available part where it is known, else the total. */
export function withdrawable(balance: Balance): string {
  return balance.available ?? balance.total;
}

/** How a currency was valued, so that anyone can work it out again. */
export interface CurrencyValue {
  /** Decimal text in the reporting currency. */
  readonly value: string;
  /** Reporting currency per unit; decimal text. */
  readonly price: string;
  readonly path: 'same' | 'direct' | 'inverse' | 'crossed';
  /** The instruments used, in order; empty for the reporting currency itself. */
  readonly instruments: readonly string[];
}

export interface Valuation {
  readonly reportingCurrency: string;
  /** Sum of all valued currencies, decimal text. */
  readonly total: string;
  readonly values: Readonly<Record<string, CurrencyValue>>;
  /** Held, but with no path of prices into the reporting currency. Never counted as zero. */
  readonly unvalued: readonly string[];
}

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

/** An entry of the prices that is none, and why; the others of its reading are used. */
export interface DroppedPrice {
  readonly instrument: string;
  readonly problem: string;
}

/** A price that has jumped: it sizes nothing until as many readings in a row are at the new level. */
export interface PriceDoubt {
  readonly instrument: string;
  /** Mid price that it jumped from; decimal text. */
  readonly from: string;
  /** Readings at the new level so far. */
  readonly readings: number;
}

/** What of a snapshot the next reading of the prices is held against. */
export type PricesOnRecord = Pick<SnapshotTaken, 'prices' | 'pricesDoubted' | 'lastPrices'>;

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
