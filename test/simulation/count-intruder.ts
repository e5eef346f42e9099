import { SHARED_COUNTS, type SharedName } from '../../treasury/counters/counter.ts';
import type { Forgery } from './forgeries.ts';
import type { Random } from './random.ts';
import type { SimulatedTable } from './table.ts';
import type { World } from './world.ts';

/** Milliseconds after which the traces are wiped: some ticks. */
const WIPED_MS = 150_000;
/** Earlier states that are kept to be put back. */
const KEPT_STATES = 40;
/** Chance of a tick in a restored ledger that waits for two people; once, so that it is re-armed in the end. */
const BEFORE_REARMING = 0.2;

const WAYS = {
  lowered: 'what limits count is lowered',
  earlier: 'an earlier state of what limits count is put back',
} as const;

/** An item that limits count in, as the intruder finds or forges it. */
type Counted = Forgery & {
  readonly kind: 'lane' | SharedName;
};

/**
 * An intruder with write access to the counters, who makes it look as if less had left: lowers what is counted, or puts back a
 * state that Sluice itself had written, in this table or in the one that was backed up. The version stays, and later the traces
 * are wiped.
 */
export class CountIntruder {
  readonly #world: World;
  readonly #random: Random;
  #seen: readonly Counted[] = [];
  #wasBefore = false;

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  /** Reads along, for later. */
  look(): void {
    const news = this.#counted().filter(({ item }) => !this.#seen.some((was) => was.item === item));
    this.#seen = [...this.#seen, ...news].slice(-KEPT_STATES);
  }

  tick(): void {
    this.look();
    const { table } = this.#world;
    const disarmed = table.lanes().some(({ epoch }) => epoch !== table.epoch);
    if (disarmed && !this.#wasBefore && this.#random.chance(BEFORE_REARMING)) {
      this.#wasBefore = true;
      this.#world.coverage.fault('what limits count is lowered before two people re-arm');
      this.lower();
    }
  }

  /** What limits over several currencies count, or everything that is counted; lanes that are busy are left alone. */
  lower(): void {
    const all = this.#random.chance(0.3);
    const counted = this.#counted().filter(({ kind }) => all || kind === 'outflow-usage');
    const way = this.#random.weighted({ lowered: 7, earlier: 3 });
    for (const was of counted) {
      const forged = this.#forged(was, way);
      if (forged !== null) this.#put(was, forged, way);
    }
  }

  /** Only what limits over several currencies count, in place. */
  lowerOutflows(): void {
    for (const was of this.#counted()) {
      if (was.kind === 'outflow-usage') this.#put(was, lowered(was), 'lowered');
    }
  }

  /** Later the traces are wiped. */
  #put(was: Counted, forged: Counted, way: keyof typeof WAYS): void {
    const { table, scheduler, coverage } = this.#world;
    coverage.fault(WAYS[way]);
    table.forge(forged);
    scheduler.after(WIPED_MS, () => {
      // Sluice itself may have counted on since.
      if (standsIn(table, forged)) table.forge(was);
    });
  }

  #forged(was: Counted, way: keyof typeof WAYS): Counted | null {
    return way === 'earlier' ? this.#earlier(was) : lowered(was);
  }

  /** A state at the version of now: of a lane, only what is counted. */
  #earlier(was: Counted): Counted | null {
    const before = this.#seen.filter((each) => isOfTheSame(each, was) && each.item !== was.item);
    if (before.length === 0) return null;
    const { item } = this.#random.pick(before);
    if (was.kind !== 'lane') {
      return { ...was, item: { ...item, version: was.item.version } } as Counted;
    }
    const { counts } = item;
    return { kind: 'lane', item: { ...was.item, counts } };
  }

  #counted(): readonly Counted[] {
    const { table } = this.#world;
    const shared = SHARED_COUNTS.flatMap((kind) => {
      const item = table.counts(kind);
      return item === null ? [] : [{ kind, item }];
    });
    return [
      ...shared,
      ...table
        .lanes()
        .filter(({ status }) => status.state === 'idle')
        .map((item) => ({ kind: 'lane', item }) as const),
    ];
  }
}

/** Every amount of it set to nothing. */
function lowered(was: Counted): Counted {
  const counts = was.item.counts.map((counted) => ({
    ...counted,
    hours: {},
    ...(counted.days !== undefined && { days: {} }),
    ...(counted.ever !== undefined && { ever: {} }),
  }));
  return { ...was, item: { ...was.item, counts } } as Counted;
}

function isOfTheSame(one: Counted, other: Counted): boolean {
  if (one.kind !== 'lane' || other.kind !== 'lane') return one.kind === other.kind;
  return one.item.currency === other.item.currency;
}

function standsIn(table: SimulatedTable, { kind, item }: Counted): boolean {
  return kind === 'lane' ? table.lane(item.currency) === item : table.counts(kind) === item;
}
