import type { Instant } from '../time/instant.ts';
import type { BalancesTaken } from './snapshot.ts';
import type { Trust } from './trusted-readings.ts';

/** What of balances was read when the last of two people had spoken, for the record. */
export type ReadAnew = { readonly at: Instant } | { readonly failed: string };

export function readAnewOf(fresh: Trust<BalancesTaken>): ReadAnew {
  return fresh.kind === 'trusted' ? { at: fresh.value.takenAt } : { failed: fresh.message };
}
