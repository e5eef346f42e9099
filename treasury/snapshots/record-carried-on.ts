import { type Sealer, SealsUnavailableError } from '../seals/ports.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { type BalancesOnRecord, unproven, withUnproven } from '../valuation/absent-balances.ts';
import type { ValuesOnRecord } from '../valuation/price-jumps.ts';
import type { Snapshots } from './ports.ts';
import { isOwnReading } from './reading-seals.ts';
import type { SnapshotTaken } from './snapshot.ts';

/** How far back a snapshot of our own is looked for: what values and balances were two hours ago still says something. */
const LOOKED_BACK_SECONDS = 7_200;

/** Snapshots that are tried at most, the newest first: as many as two hours have at the usual five minutes. */
const TRIED = 24;

export interface RecordPorts {
  readonly snapshots: Pick<Snapshots, 'takenBetween'>;
  /** The key that readings are sealed with. */
  readonly readingSealer: Sealer;
}

/** What a new snapshot carries on from. */
export interface RecordCarriedOn {
  /** Null: nothing is proven, and values are new as at the first snapshot. */
  readonly values: ValuesOnRecord | null;
  /** Null: no snapshot was ever taken. */
  readonly balances: BalancesOnRecord | null;
}

/**
 * What is on record before a new snapshot, as far as it is our own: what another program wrote would be sealed again with the
 * next reading, and be ours. If the last snapshot is none of ours, or was made without the key, the newest of the last two hours
 * that is. If there is none, or the key is out of reach, the currencies of the last stay known, and each of them has to be away
 * as often as if that had just begun.
 */
export async function recordCarriedOn(
  ports: RecordPorts,
  last: SnapshotTaken | null,
): Promise<RecordCarriedOn> {
  if (last === null) return { values: null, balances: null };
  try {
    if (await isOwn(ports, last)) return { values: last, balances: last };
    const own = await newestOwn(ports, last);
    if (own !== null) return { values: own, balances: withUnproven(own, last) };
  } catch (error) {
    if (!(error instanceof SealsUnavailableError)) throw error;
  }
  return { values: null, balances: unproven(last) };
}

async function newestOwn(
  ports: RecordPorts,
  { tenant, scheduledFor }: { readonly tenant: string; readonly scheduledFor: Instant },
): Promise<SnapshotTaken | null> {
  const range = { from: plusSeconds(scheduledFor, -LOOKED_BACK_SECONDS), to: scheduledFor };
  const taken = await ports.snapshots.takenBetween(tenant, range, 'consistent');
  for (const each of taken.toReversed().slice(0, TRIED)) {
    if (await isOwn(ports, each)) return each;
  }
  return null;
}

async function isOwn({ readingSealer }: RecordPorts, snapshot: SnapshotTaken): Promise<boolean> {
  return await isOwnReading(readingSealer, snapshot.tenant, snapshot);
}
