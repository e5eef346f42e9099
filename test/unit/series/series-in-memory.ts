import { SeriesInMemory, seriesIn } from '../../../adapters/memory/series-in-memory.ts';
import { SnapshotsInMemory, snapshotsIn } from '../../../adapters/memory/snapshots-in-memory.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';

/** Series and snapshots of one tenant, in the store in memory, with what tests do to them and compare. */
export function booksInMemory() {
  const stored = new SnapshotsInMemory();
  const written = new SeriesInMemory();
  return {
    snapshots: snapshotsIn(() => stored),
    series: seriesIn(() => written),
    /** False where the tick has one already. */
    take: (snapshot: SnapshotTaken): boolean => stored.put(snapshot),
    expire: (tick: string) => stored.expire(tick),
    /** All that is written, to compare with. */
    contents: () => written.contents(),
  };
}
