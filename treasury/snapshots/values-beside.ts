import type { SealVerifier } from '../seals/ports.ts';
import {
  type BelievedValues,
  type CrossedPrices,
  unprovenValues,
  valuesNow,
} from '../valuation/believed-values.ts';
import type { Prices } from '../valuation/price.ts';
import type { Snapshots } from './ports.ts';
import type { SnapshotTaken } from './snapshot.ts';
import { provenReadings } from './trusted-readings.ts';

/** The last snapshot says what each currency was worth before: a value that has jumped since permits nothing. */
export interface ValuesBeforePorts {
  readonly snapshots: Pick<Snapshots, 'latest'>;
  /** Verifies that take-snapshot made it. */
  readonly reader: SealVerifier;
}

/** The prices of this moment, and what they are judged by. */
export interface PricesSince {
  readonly tenant: string;
  readonly prices: Prices;
  readonly before: SnapshotTaken | null;
  readonly into: string;
}

/**
 * What each currency is worth at this moment, judged by what the last snapshot left on record if take-snapshot made it. Beside
 * a record that nothing proves nothing has a value: written over, it would let a glitch that is near it pass for the price.
 */
export async function valuesBeside(
  reader: SealVerifier,
  { tenant, prices, before, into }: PricesSince,
  controls: CrossedPrices,
): Promise<BelievedValues> {
  const proven = await provenReadings(reader, tenant, before === null ? [] : [before]);
  if (proven.kind === 'trusted') return valuesNow(prices, before, into, controls);
  return unprovenValues(prices, into, proven.kind);
}
