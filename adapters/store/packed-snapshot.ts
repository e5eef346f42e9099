import { isDeepStrictEqual } from 'node:util';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { trustedPrices } from '../../treasury/valuation/trusted-prices.ts';
import type { Valuation } from '../../treasury/valuation/valuation.ts';
import { valueBalances } from '../../treasury/valuation/value.ts';
import { packJson, unpackJson } from './codec.ts';

/*
 * The content of a snapshot beside its keys, as one binary attribute. The valuation is left out where balances and trusted prices
 * give it, to the letter: then reading makes it again. A change of how balances are valued is therefore another codec, and this
 * one keeps the valuation of its time.
 */

/** The one codec of snapshots so far. */
const CODEC = 1;

/** The part of a snapshot that is packed; the rest are attributes of their own. */
export type PackedPart = Omit<
  SnapshotTaken,
  'kind' | 'tenant' | 'scheduledFor' | 'takenAt' | 'seal'
>;

/** What a replay of many snapshots needs: the valuation is not made. */
export type Holdings = Omit<PackedPart, 'valuation'> & {
  readonly valuation: Pick<Valuation, 'reportingCurrency'>;
};

type Packed = Holdings | PackedPart;

export function packSnapshot(snapshot: PackedPart): Uint8Array {
  const { valuation } = snapshot;
  const { reportingCurrency } = valuation;
  const packed: Packed = isDeepStrictEqual(valuation, valuationOf(snapshot))
    ? { ...snapshot, valuation: { reportingCurrency } }
    : snapshot;
  return packJson(CODEC, packed);
}

/** @throws Error if `packSnapshot` does not make such bytes. */
export function unpackSnapshot(bytes: unknown): PackedPart {
  const packed = unpackJson(CODEC, bytes) as Packed;
  const { valuation } = packed;
  return { ...packed, valuation: 'values' in valuation ? valuation : valuationOf(packed) };
}

export function unpackHoldings(bytes: unknown): Holdings {
  return unpackJson(CODEC, bytes) as Packed;
}

function valuationOf(holdings: Holdings): Valuation {
  const { reportingCurrency } = holdings.valuation;
  return valueBalances(holdings.balances, trustedPrices(holdings), reportingCurrency);
}
