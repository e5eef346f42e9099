import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import type { BelievedValues } from '../valuation/believed-values.ts';
import type { PriceDoubt, Prices } from '../valuation/price.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';

/** The part of a stored snapshot that a backtest uses: the currencies concerned, and their prices. */
export interface PastReading {
  readonly scheduledFor: Instant;
  readonly takenAt: Instant;
  readonly balances: Balances;
  /** What each currency was taken to be worth; over a third currency too: the controls say whether that permits. */
  readonly values: BelievedValues;
  readonly pricesReadAt: Instant;
  /** Bid and ask of each instrument, where a rule converts by them, or what is swept is valued by them and a manual rate. */
  readonly market?: { readonly prices: Prices; readonly doubted: readonly PriceDoubt[] };
}

/** The values of a reading, and when its prices were read. */
export function pricesAt({
  values,
  pricesReadAt: readAt,
}: Pick<PastReading, 'values' | 'pricesReadAt'>): PriceReading {
  return { values, readAt };
}

/** Ticks after one moment and up to another, this one included. */
export interface TickRange {
  readonly after: Instant;
  readonly to: Instant;
}

export interface PastReadings {
  /** Oldest tick first. */
  readonly readings: readonly PastReading[];
  /** Everything up to this tick, it included, has been read; misses are no readings. */
  readonly until: Instant;
}

/** A sweep that a rule really carried out in the range; of a conversion, what it took, and less than zero what came in. */
export interface PastSweep {
  readonly currency: string;
  /** Decimal text. */
  readonly amount: string;
  /** The moment from which the recorded balances show it. */
  readonly shownFrom: Instant;
}

/** The recorded past. Nothing is ever written through it. */
export interface History {
  /** Readings of a range, about `limit` of them, never more. */
  readonly readings: (
    tenant: string,
    range: TickRange,
    /** `all` where something over all currencies is compared, such as a floor. */
    currencies: readonly string[] | 'all',
    limit: number,
    withMarket?: boolean,
  ) => Promise<PastReadings>;
  /** Sweeps that the balances show from within a range of moments, oldest first. */
  readonly sweeps: (
    tenant: string,
    range: TickRange,
    currencies: readonly string[],
  ) => Promise<readonly PastSweep[]>;
}
