import type { Lane } from '../../treasury/instructions/lane.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Chance of a tick with a blocked lane that its readings are forged. */
const FORGED_TICKS = 0.5;
/** Milliseconds after which the traces are wiped: some ticks. */
const WIPED_MS = 150_000;
/** Snapshots that are written over: all that a quarantine of these worlds has. */
const FORGED_SNAPSHOTS = 40;

type Blocked = Lane & { readonly status: Exclude<Lane['status'], { readonly state: 'idle' }> };

/**
 * An intruder with write access to the snapshots, and without the keys, who makes it look as if a blocked currency had not
 * moved since its claim: of a request that the service refused and carried out all the same, that frees the lane, and the
 * budget goes back. The seals stay as they were, and later the traces are wiped.
 */
export class ReadingIntruder {
  readonly #world: World;
  readonly #random: Random;

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  tick(): void {
    const blocked = this.#world.table.lanes().filter(isBlocked);
    if (blocked.length === 0 || !this.#random.chance(FORGED_TICKS)) return;
    for (const lane of blocked) this.#hide(lane);
  }

  #hide({ currency, status }: Blocked): void {
    const { snapshots, scheduler, coverage } = this.#world;
    const { claimedAt, balanceBefore } = status.claim;
    for (const was of snapshots.latestTaken(FORGED_SNAPSHOTS)) {
      const entry = was.balances[currency];
      if (was.takenAt < claimedAt || entry === undefined || 'reading' in entry) continue;
      if (entry.total === balanceBefore) continue;
      coverage.fault('balances are forged');
      const total: SnapshotTaken['balances'] = { [currency]: { total: balanceBefore } };
      const forged = { ...was, balances: { ...was.balances, ...total } };
      snapshots.forge(forged);
      scheduler.after(WIPED_MS, () => snapshots.forge(was));
    }
  }
}

function isBlocked(lane: Lane): lane is Blocked {
  return lane.status.state !== 'idle' && lane.status.state !== 'sending';
}
