import type { TickRange } from '../../treasury/preview/history.ts';
import type { Readings } from '../../treasury/reconciliation/ports.ts';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { Snapshot, SnapshotTaken, StoredReading } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { firstOf, InOrder } from './in-order.ts';

/** As in adapters/store/snapshots.ts: a search by moment begins so much earlier in the ticks. */
const MAX_TICK_DELAY_SECONDS = 900;

interface Range {
  readonly from: Instant;
  readonly to: Instant;
}

/** The snapshots of one tenant, in memory: written once per tick, read in the order of the ticks. Answers at once. */
export class SnapshotsInMemory {
  protected readonly byTick = new InOrder<Snapshot>();
  /** Ticks whose snapshots expire. */
  readonly #expiring = new Set<Instant>();
  readonly #expires: boolean;

  constructor({ expires = false }: { readonly expires?: boolean } = {}) {
    this.#expires = expires;
  }

  /** False if the tick has its snapshot already; nothing is overwritten. */
  put(snapshot: Snapshot): boolean {
    const { scheduledFor } = snapshot;
    if (this.byTick.has(scheduledFor)) return false;
    this.byTick.set(scheduledFor, snapshot);
    if (this.#expires) this.#expiring.add(scheduledFor);
    return true;
  }

  /** What the table does to one whose retention is over. */
  expire(tick: Instant): void {
    this.byTick.delete(tick);
    this.#expiring.delete(tick);
  }

  clearExpiry({ from, to }: Range): number {
    const kept = [...this.#expiring].filter((tick) => from <= tick && tick <= to);
    for (const tick of kept) this.#expiring.delete(tick);
    return kept.length;
  }

  all(): readonly Snapshot[] {
    return this.byTick.values();
  }

  firstTick(): Instant | null {
    const [first] = firstOf(this.byTick.from(''), 1);
    return first?.scheduledFor ?? null;
  }

  latest(): SnapshotTaken | null {
    return this.latestTaken(1)[0] ?? null;
  }

  /** The newest of those that were taken, newest first. */
  latestTaken(limit: number): readonly SnapshotTaken[] {
    return this.takenBefore(undefined, limit);
  }

  /** Of ticks from one, included, to another, not, oldest first. */
  takenBetween({ from, to }: Range): readonly SnapshotTaken[] {
    return this.byTick
      .between(from, to)
      .flatMap((each) => (each.kind === 'taken' && each.scheduledFor < to ? [each] : []));
  }

  /** Balances read at or after a moment, oldest tick first. */
  takenSince(since: Instant, limit: number): readonly SnapshotTaken[] {
    const ticks = taken(this.byTick.from(plusSeconds(since, -MAX_TICK_DELAY_SECONDS)));
    return firstOf(ticks, limit, ({ takenAt }) => takenAt >= since);
  }

  /** Newest first, strictly before the tick. */
  takenBefore(tick: Instant | undefined, limit: number): readonly SnapshotTaken[] {
    return firstOf(taken(this.byTick.before(tick)), limit);
  }

  /** Oldest first, strictly after the tick. */
  takenAfter(tick: Instant, limit: number): readonly SnapshotTaken[] {
    return firstOf(taken(this.byTick.from(tick)), limit, ({ scheduledFor }) => scheduledFor > tick);
  }

  /** Oldest first, after one tick and up to another, this one included. */
  takenWithin({ after, to }: TickRange, limit: number): readonly SnapshotTaken[] {
    const ticks = taken(this.byTick.from(after, to));
    return firstOf(ticks, limit, ({ scheduledFor }) => scheduledFor > after);
  }

  /** Oldest first, both ends included. */
  takenFromTo(from: Instant, to: Instant): readonly SnapshotTaken[] {
    return [...taken(this.byTick.from(from, to))];
  }
}

/** Without misses. */
function* taken(snapshots: Iterable<Snapshot>): Generator<SnapshotTaken> {
  for (const snapshot of snapshots) if (snapshot.kind === 'taken') yield snapshot;
}

type SnapshotsOf = (tenant: string) => SnapshotsInMemory;

export function snapshotsIn(of: SnapshotsOf): Snapshots {
  return {
    put: async (snapshot) => of(snapshot.tenant).put(snapshot),
    latest: async (tenant) => of(tenant).latest(),
    takenBetween: async (tenant, range) => of(tenant).takenBetween(range),
    firstTick: async (tenant) => of(tenant).firstTick(),
    clearExpiry: async (tenant, range) => of(tenant).clearExpiry(range),
    takenSince: async (tenant, since, limit) => of(tenant).takenSince(since, limit).map(readingOf),
  };
}

/** With all that its seal stands for, and nothing else. */
function readingOf(snapshot: SnapshotTaken): StoredReading {
  const { tenant, scheduledFor, takenAt, balances, valuation, unitValues, seal } = snapshot;
  const { reportingCurrency } = valuation;
  return {
    ...{ tenant, scheduledFor, takenAt, balances, valuation: { reportingCurrency } },
    ...(unitValues === undefined ? {} : { unitValues }),
    ...(seal === undefined ? {} : { seal }),
  };
}

export function readingsIn(of: SnapshotsOf): Readings<SnapshotTaken> {
  return {
    takenBefore: async (tenant, tick, limit) => of(tenant).takenBefore(tick, limit),
    takenAfter: async (tenant, tick, limit) => of(tenant).takenAfter(tick, limit),
    takenBetween: async (tenant, from, to) => of(tenant).takenFromTo(from, to),
  };
}
