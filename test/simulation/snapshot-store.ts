import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { Snapshot, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';

/** As in adapters/store/snapshots.ts: a search by moment begins so much earlier in the ticks. */
const MAX_TICK_DELAY_SECONDS = 900;

type Read<Name extends keyof Snapshots> = Awaited<ReturnType<Snapshots[Name]>>;

/** The snapshots of one tenant, in memory: written once per tick, read in the order of the ticks. */
export class SnapshotStore {
  readonly #byTick = new Map<Instant, Snapshot>();
  #inOrder: readonly Snapshot[] = [];
  #change: ((snapshot: SnapshotTaken) => SnapshotTaken) | null = null;
  readonly #onNew: (snapshot: Snapshot) => void;

  constructor(onNew: (snapshot: Snapshot) => void) {
    this.#onNew = onNew;
  }

  /** The next snapshot that is taken is written otherwise: by a program that is no part of Sluice. */
  changeNext(change: (snapshot: SnapshotTaken) => SnapshotTaken): void {
    this.#change = change;
  }

  put(written: Snapshot): boolean {
    if (this.#byTick.has(written.scheduledFor)) return false;
    const snapshot =
      written.kind === 'taken' && this.#change !== null ? this.#change(written) : written;
    if (written.kind === 'taken') this.#change = null;
    this.#byTick.set(snapshot.scheduledFor, snapshot);
    const last = this.#inOrder.at(-1);
    const inOrder = last === undefined || last.scheduledFor < snapshot.scheduledFor;
    const all = [...this.#inOrder, snapshot];
    this.#inOrder = inOrder ? all : all.sort((a, b) => (a.scheduledFor < b.scheduledFor ? -1 : 1));
    this.#onNew(snapshot);
    return true;
  }

  /** What an intruder with write access puts in the place of one, past every condition; no stream tells of it. */
  forge(snapshot: Snapshot): void {
    this.#byTick.set(snapshot.scheduledFor, snapshot);
    this.#inOrder = this.#inOrder.map((each) =>
      each.scheduledFor === snapshot.scheduledFor ? snapshot : each,
    );
  }

  latest(): Read<'latest'> {
    for (const snapshot of [...this.#inOrder].reverse()) {
      if (snapshot.kind === 'taken') return snapshot;
    }
    return null;
  }

  takenBetween({ from, to }: Parameters<Snapshots['takenBetween']>[1]): Read<'takenBetween'> {
    return this.#inOrder
      .flatMap((snapshot) => (snapshot.kind === 'taken' ? [snapshot] : []))
      .filter(({ scheduledFor }) => scheduledFor >= from && scheduledFor < to);
  }

  /** The newest of those that were taken, newest first. */
  latestTaken(limit: number): readonly NonNullable<Read<'latest'>>[] {
    return [...this.#inOrder]
      .reverse()
      .flatMap((snapshot) => (snapshot.kind === 'taken' ? [snapshot] : []))
      .slice(0, limit);
  }

  takenSince(since: Instant, limit: number): Read<'takenSince'> {
    const from = plusSeconds(since, -MAX_TICK_DELAY_SECONDS);
    return this.#inOrder
      .flatMap((snapshot) => (snapshot.kind === 'taken' ? [snapshot] : []))
      .filter(({ scheduledFor, takenAt }) => scheduledFor >= from && takenAt >= since)
      .slice(0, limit);
  }
}
