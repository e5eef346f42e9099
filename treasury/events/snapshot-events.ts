import type { Instant } from '../time/instant.ts';
import { absentIn, statedIn } from '../valuation/balance.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** Balances were recorded; the amounts are read by the tick. */
interface SnapshotTakenData {
  /** Its tick. */
  readonly snapshot: Instant;
  readonly takenAt: Instant;
  /** Currencies whose balance is stated. */
  readonly currencies: number;
  /** Those that have no value. */
  readonly unvalued: readonly string[];
  /** Those that the answer does not state, in the order of their names. */
  readonly notStated: readonly string[];
}

/** The balances of a tick could not be read: no rule is decided on it. */
interface SnapshotMissedData {
  readonly snapshot: Instant;
  readonly missedAt: Instant;
  readonly code: string;
}

export interface SnapshotEvents {
  readonly 'com.sluice.snapshot.taken': SnapshotTakenData;
  readonly 'com.sluice.snapshot.missed': SnapshotMissedData;
}

/** One event for each tick; lifting an expiry is none. */
export function snapshotEvent({ before, after }: MoveOf<'snapshot'>): EventBody | null {
  if (before !== null) return null;
  const { scheduledFor: snapshot } = after;
  const common = { subject: snapshot, write: snapshot } as const;
  if (after.kind === 'missed') {
    const { missedAt, code } = after;
    const data = { snapshot, missedAt, code };
    return { type: 'com.sluice.snapshot.missed', ...common, time: missedAt, data };
  }
  const { takenAt, balances, valuation } = after;
  const data = {
    snapshot,
    takenAt,
    currencies: statedIn(balances).length,
    unvalued: [...valuation.unvalued],
    notStated: absentIn(balances).map(([currency]) => currency),
  };
  return { type: 'com.sluice.snapshot.taken', ...common, time: takenAt, data };
}
