import { dayAfter, dayOf } from '../../../treasury/series/hour.ts';
import type { Series } from '../../../treasury/series/ports.ts';
import type { RollUp } from '../../../treasury/series/roll-up.ts';
import type { SeriesPoint } from '../../../treasury/series/series.ts';
import type { Snapshots } from '../../../treasury/snapshots/ports.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';

interface Written<T> {
  readonly seen: number;
  readonly content: T;
}

/**
 * Series and snapshots of one tenant in memory, with the store's own condition on every write. That the
 * store does the same is what test/integration/store/series.test.ts holds against this.
 */
export function booksInMemory() {
  const taken = new Map<string, SnapshotTaken>();
  const hours = new Map<string, Written<readonly SeriesPoint[]>>();
  const days = new Map<string, Written<RollUp>>();
  const written = new Map<string, Written<readonly string[]>>();
  let open: string | null = null;

  const snapshots: Pick<Snapshots, 'takenBetween' | 'latest' | 'firstTick'> = {
    takenBetween: async (_, { from, to }) =>
      inOrder(taken).filter(({ scheduledFor }) => scheduledFor >= from && scheduledFor < to),
    latest: async () => inOrder(taken).at(-1) ?? null,
    firstTick: async () => inOrder(taken)[0]?.scheduledFor ?? null,
  };
  const series: Series = {
    openHour: async () => open,
    moveOpenHour: async (_, from, to) => {
      if (open !== from) return false;
      open = to;
      return true;
    },
    writeHour: async (_, hour, seen, all) => {
      for (const [name, points] of all) put(hours, `${name} ${hour}`, { seen, content: points });
      put(written, hour, { seen, content: [...all.keys()].sort() });
    },
    writeDay: async (_, day, seen, closed) => {
      for (const [name, { rollUp }] of closed)
        put(days, `${name} ${day}`, { seen, content: rollUp });
    },
    hoursOfDay: async (_, day) =>
      [...written]
        .filter(([hour]) => dayOf(hour) === day)
        .map(([hour, { seen, content }]) => ({ hour, seen, names: content })),
    pointsOfDay: async (_, day, read) =>
      new Map(
        [...new Set(read.flatMap(({ names }) => names))].map((name) => {
          const ofDay = within(hours, name, day, dayAfter(day));
          return [name, ofDay.flatMap(([, content]) => content)];
        }),
      ),
    points: async (_, name, { from, to }) => within(hours, name, from, to).flatMap(([, c]) => c),
    days: async (_, name, { from, to }) => new Map(within(days, name, from, to)),
    firstHour: async (_, name, from) => within(hours, name, from, '~')[0]?.[0] ?? null,
  };
  return {
    snapshots,
    series,
    /** False where the tick has one already. */
    take: (snapshot: SnapshotTaken): boolean => {
      if (taken.has(snapshot.scheduledFor)) return false;
      taken.set(snapshot.scheduledFor, snapshot);
      return true;
    },
    expire: (tick: string) => taken.delete(tick),
    /** All that is written, to compare with. */
    contents: () => ({ hours: sorted(hours), days: sorted(days), written: sorted(written) }),
  };
}

function put<T>(items: Map<string, Written<T>>, key: string, item: Written<T>): void {
  const there = items.get(key);
  if (there === undefined || there.seen <= item.seen) items.set(key, item);
}

function within<T>(items: Map<string, Written<T>>, name: string, from: string, to: string) {
  return sorted(items)
    .filter(([key]) => key.startsWith(`${name} `))
    .map(([key, { content }]): [string, T] => [key.slice(name.length + 1), content])
    .filter(([at]) => at >= from && at < to);
}

function sorted<T>(items: Map<string, T>): [string, T][] {
  return [...items].sort(([a], [b]) => (a < b ? -1 : 1));
}

function inOrder(taken: ReadonlyMap<string, SnapshotTaken>): readonly SnapshotTaken[] {
  return [...taken.values()].sort((a, b) => (a.scheduledFor < b.scheduledFor ? -1 : 1));
}
