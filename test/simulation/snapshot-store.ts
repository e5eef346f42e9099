import { SnapshotsInMemory } from '../../adapters/memory/snapshots-in-memory.ts';
import type { Snapshot, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';

/** The snapshots of a world, and who writes them past the store's condition. */
export class SnapshotStore extends SnapshotsInMemory {
  #change: ((snapshot: SnapshotTaken) => SnapshotTaken) | null = null;
  readonly #onNew: (snapshot: Snapshot) => void;

  constructor(onNew: (snapshot: Snapshot) => void) {
    super();
    this.#onNew = onNew;
  }

  /** The next snapshot that is taken is written otherwise: by a program that is no part of Sluice. */
  changeNext(change: (snapshot: SnapshotTaken) => SnapshotTaken): void {
    this.#change = change;
  }

  override put(written: Snapshot): boolean {
    if (this.byTick.has(written.scheduledFor)) return false;
    const snapshot =
      written.kind === 'taken' && this.#change !== null ? this.#change(written) : written;
    super.put(snapshot);
    if (written.kind === 'taken') this.#change = null;
    this.#onNew(snapshot);
    return true;
  }

  /** What an intruder with write access puts in the place of one, past every condition; no stream tells of it. */
  forge(snapshot: Snapshot): void {
    this.byTick.set(snapshot.scheduledFor, snapshot);
  }
}
