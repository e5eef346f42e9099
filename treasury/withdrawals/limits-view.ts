import type { CountsRead } from '../counters/shared-counts.ts';
import type { Lane } from '../instructions/lane.ts';
import { withReading } from '../instructions/lane-reading.ts';
import type { OutflowView } from '../limits/outflow-view.ts';
import type { Controls } from '../policy/controls.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { priceReadingOf } from '../value-limits/price-of-limits.ts';

export interface LimitsSeen {
  readonly usage: CountsRead;
  /** Null if none was ever taken: then nothing has a price. */
  readonly snapshot: SnapshotTaken | null;
  readonly lanes: readonly Lane[];
  readonly controls: Controls;
  readonly accounts: readonly RegisteredAccount[];
  readonly epoch: string;
  readonly now: Instant;
}

/** The basis on which a person's request is judged by limits: with every open instruction, and nothing given yet. */
export function viewOfRequests(seen: LimitsSeen): OutflowView {
  const { usage, snapshot, lanes, controls, accounts, epoch, now } = seen;
  const { balances = {}, takenAt = now } = snapshot ?? {};
  return {
    ...{ usage, balances, balancesReadAt: takenAt, epoch, now },
    lanes: lanes.map((lane) => withReading(lane, balances, takenAt, controls)),
    prices: snapshot === null ? null : priceReadingOf(snapshot, controls),
    accounts: new Map(accounts.map((each) => [accountKey(each.id), each])),
    open: 'with-open',
    given: [],
  };
}
