import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Snapshot, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { Delivery, Functions } from './functions.ts';
import type { Committed } from './table.ts';
import type { World } from './world.ts';

/** Milliseconds that a stream takes to deliver, as a rule and when it is late. */
const DELIVERY_MS = 600;
const LATE_DELIVERY_MS = 240_000;

/** As lib/limits.ts: deliveries of a snapshot at most, and the age beyond which it is dropped. */
const SNAPSHOT_ATTEMPTS = 6;
const SNAPSHOT_MAX_AGE_MS = 3_600_000;
/** A run that says nothing for as long as its timeout has failed. */
const RUN_TIMEOUT_MS = 61_000;
const RETRY_MS = 1_000;

/** Age beyond which a delivery to the sender is dropped and goes to the failure queue. */
const SEND_MAX_AGE_MS = 60_000;

/**
 * The two streams. At least once; records of one key in their order, those of different keys in any.
 * All snapshots of a tenant are one key: one after the other, the next when the one before is through.
 * An instruction is approved once, so each is a key of its own with one record.
 */
export class Streams {
  readonly #world: World;
  readonly #functions: Functions;
  readonly #snapshots: SnapshotTaken[] = [];
  #busy = false;
  /** What was once delivered, or dropped: a person may have it delivered again. */
  readonly handled: Delivery[] = [];

  constructor(world: World, functions: Functions) {
    this.#world = world;
    this.#functions = functions;
  }

  snapshotWritten(snapshot: Snapshot): void {
    if (snapshot.kind !== 'taken') return;
    const { random, faultProfile, scheduler, coverage } = this.#world;
    const late = random.chance(faultProfile.lateDeliveries);
    if (late) coverage.fault('delivered late');
    scheduler.after(random.between(50, late ? LATE_DELIVERY_MS : DELIVERY_MS), () => {
      this.#snapshots.push(snapshot);
      this.#snapshots.sort((a, b) => (a.scheduledFor < b.scheduledFor ? -1 : 1));
      this.#next();
    });
    if (!random.chance(faultProfile.duplicates)) return;
    coverage.fault('delivered twice');
    // Often while the first one runs: between two of its parts, or at the same moment.
    const laterMs = random.chance(0.6) ? 2 * DELIVERY_MS : LATE_DELIVERY_MS;
    scheduler.after(random.between(50, laterMs), () => {
      this.#functions.runSweeps(snapshot, () => {});
    });
  }

  #next(): void {
    const snapshot = this.#busy ? undefined : this.#snapshots.shift();
    if (snapshot !== undefined) this.#deliver(snapshot, 1);
  }

  #deliver(snapshot: SnapshotTaken, attempt: number): void {
    const { scheduler } = this.#world;
    this.#busy = true;
    let over = false;
    const settled = (ok: boolean) => {
      if (over) return;
      over = true;
      const tooOld = scheduler.nowMs - Date.parse(snapshot.takenAt) > SNAPSHOT_MAX_AGE_MS;
      if (ok || attempt === SNAPSHOT_ATTEMPTS || tooOld) {
        this.#busy = false;
        this.#next();
      } else {
        scheduler.after(RETRY_MS * 2 ** attempt, () => this.#deliver(snapshot, attempt + 1));
      }
    };
    this.#functions.runSweeps(snapshot, settled);
    scheduler.after(RUN_TIMEOUT_MS, () => settled(false));
  }

  /** The ledger's stream, with its filters: what has just been approved, by its kind; says which. */
  committed({ changes }: Committed): readonly Instruction[] {
    const approved: Instruction[] = [];
    for (const change of changes) {
      if (change.kind !== 'create-instruction' && change.kind !== 'replace-instruction') continue;
      if (change.instruction.status.state === 'approved') approved.push(change.instruction);
    }
    for (const { id, content } of approved) this.#approved({ id, kind: content.kind });
    return approved;
  }

  #approved(delivery: Delivery): void {
    const { random, faultProfile, scheduler, coverage } = this.#world;
    const late = random.chance(faultProfile.lateDeliveries);
    const delayMs = random.between(50, late ? LATE_DELIVERY_MS : DELIVERY_MS);
    this.handled.push(delivery);
    if (delayMs > SEND_MAX_AGE_MS) coverage.fault('never delivered');
    else {
      if (late) coverage.fault('delivered late');
      scheduler.after(delayMs, () => this.#functions.send(delivery));
    }
    if (!random.chance(faultProfile.duplicates)) return;
    coverage.fault('delivered twice');
    // Often at the same moment, so that both are under way at once.
    const apartMs = random.chance(0.6)
      ? random.between(0, 100)
      : random.between(0, LATE_DELIVERY_MS);
    scheduler.after(delayMs + apartMs, () => this.#functions.send(delivery));
  }

  /** The watchdog's asynchronous invocation. */
  deliverAgain(delivery: Delivery): void {
    const { random, faultProfile, scheduler, coverage } = this.#world;
    scheduler.after(random.between(20, 1_000), () => this.#functions.send(delivery));
    if (!random.chance(faultProfile.duplicates)) return;
    coverage.fault('delivered twice');
    scheduler.after(random.between(20, 1_000), () => this.#functions.send(delivery));
  }
}
