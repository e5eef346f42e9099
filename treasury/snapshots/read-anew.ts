import type { ReadingWait, Tampering } from '../facts/halt-facts.ts';
import type { Instant } from '../time/instant.ts';
import type { BalancesTaken } from './snapshot.ts';
import type { Trust } from './trusted-readings.ts';

/** What of balances was read when the last of two people had spoken, for the record. */
export type ReadAnew = { readonly at: Instant } | { readonly failed: ReadingWait | Tampering };

export function readAnewOf(fresh: Trust<BalancesTaken>): ReadAnew {
  if (fresh.kind === 'trusted') return { at: fresh.value.takenAt };
  return { failed: fresh.kind === 'waits' ? fresh.why : fresh.found };
}
