import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { PlantedBooks } from '../../unit/reconciliation/planted-books.ts';
import {
  at,
  claimed,
  confirmed,
  snapshotAt,
  unknownOf,
  withdrawalOf,
} from '../../unit/reconciliation/samples.ts';
import { Random } from '../random.ts';
import { textOf, unitsOf } from '../units.ts';
import { play, repair, TRICKS, type Trick, type Written } from './adversary.ts';
import { AGREED, sealedRule } from './agreed-rules.ts';
import { type Booking, endViolation, matchedNowViolation } from './class-oracle.ts';

/*
 * A world of deposits, fees and card settlements, of withdrawals that look like fees, and of an insider who takes a
 * little at a time and bends the matching rules: books that explain, against what the service really booked.
 */

const TICK_SECONDS = 300;
const TICKS = 150;
const READ_AFTER = 2;

export interface ClassesResult {
  readonly violation: string | null;
  /** How often each thing came up, so that a campaign shows that it met them. */
  readonly met: Readonly<Record<string, number>>;
}

class World {
  readonly books = new PlantedBooks();
  readonly bookings: Booking[] = [];
  readonly written: Written = new Map();
  readonly met: Record<string, number> = {};
  readonly random: Random;
  /** Unknown requests, and whether the service executed them. */
  readonly #undecided: {
    readonly id: string;
    readonly second: number;
    readonly units: bigint;
    readonly isExecuted: boolean;
  }[] = [];
  readonly #waiting: SnapshotTaken[] = [];
  #requests = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  async begin(): Promise<void> {
    for (const rule of Object.values(AGREED)) {
      this.written.set(`${rule.id}#1`, await sealedRule(rule));
      this.books.rememberRule(rule.id, 1);
    }
    repair(this.books, this.written);
  }

  /** What happens between two ticks, then the snapshot of the second one. */
  async step(second: number): Promise<string | null> {
    this.#move(second - TICK_SECONDS + this.random.between(5, TICK_SECONDS - 60));
    if (this.#undecided.length > 0 && this.random.chance(0.1)) this.#settle(second);
    const trick = await this.#trick();
    if (this.random.chance(0.05)) return null;
    this.#waiting.push(this.#snapshot(second));
    // Some come late, and in another order.
    if (this.random.chance(0.08)) return null;
    const violation = await this.arrive(second);
    if (trick !== null) repair(this.books, this.written);
    return violation;
  }

  async arrive(second: number): Promise<string | null> {
    this.books.now = at(second + 10);
    const arriving = this.#waiting.splice(0).sort(() => (this.random.chance(0.5) ? 1 : -1));
    for (const snapshot of arriving) {
      this.books.snapshots.put(snapshot);
      const { matched } = await reconcile(this.books.ports(), snapshot, {});
      this.#note('matched', matched.length);
      const violation = matchedNowViolation(this.books, matched, this.written);
      if (violation !== null) return violation;
    }
    return null;
  }

  async quiet(second: number): Promise<string | null> {
    this.#waiting.push(this.#snapshot(second));
    return await this.arrive(second);
  }

  settleAll(second: number): void {
    while (this.#undecided.length > 0) this.#settle(second);
  }

  #move(second: number): void {
    const what = this.random.weighted({
      nothing: 30,
      deposit: 25,
      fee: 20,
      settlement: 8,
      request: 10,
      unknown: 5,
      theft: 12,
    });
    this.#note(what);
    const amount = this.#amountOf(what);
    if (amount !== null) this.#book(second, amount, false);
    if (what === 'request' || what === 'unknown') this.#request(second, what === 'unknown');
  }

  /** What others book; null: nothing. */
  #amountOf(what: string): bigint | null {
    switch (what) {
      case 'deposit':
        return BigInt(this.random.between(1_000, 350_000_000));
      case 'fee':
        return -BigInt(this.random.between(1_000, 50_000));
      case 'settlement':
        return -unitsOf('0.25');
      case 'theft':
        // As much as a rule lets pass at once, or a little more.
        return -unitsOf(this.random.pick(['0.0005', '0.25', '0.00050001', '2']));
      default:
        return null;
    }
  }

  /** A withdrawal of the size of a fee. */
  #request(second: number, isUnknown: boolean): void {
    const id = `request-${this.#requests++}`;
    const units = BigInt(this.random.between(10_000, 50_000));
    const isExecuted = !isUnknown || this.random.chance(0.5);
    const status = isUnknown ? unknownOf(id, second) : confirmed(second + 2);
    this.books.know(claimed(id, withdrawalOf(textOf(units)), second, status));
    if (isExecuted) this.#book(second + 1, -units, true);
    if (isUnknown) this.#undecided.push({ id, second, units, isExecuted });
  }

  #settle(second: number): void {
    const request = this.#undecided.shift();
    if (request === undefined) return;
    const { id, units, isExecuted } = request;
    const by = ['ann', 'ben'] as const;
    const comment = 'seen at the service';
    const confirmation = { kind: 'settled', by, comment } as const;
    const status = isExecuted
      ? ({ state: 'confirmed', at: at(second), confirmation, evidence: '' } as const)
      : ({ state: 'released', at: at(second), by, comment } as const);
    this.books.know(claimed(id, withdrawalOf(textOf(units)), request.second, status));
    this.#note('settled');
  }

  async #trick(): Promise<Trick | null> {
    if (!this.random.chance(0.12)) return null;
    const trick = this.random.pick(TRICKS);
    this.#note(trick);
    await play(trick, this);
    return trick;
  }

  #book(second: number, units: bigint, isOwn: boolean): void {
    this.bookings.push({ second, units, isOwn });
  }

  #snapshot(second: number): SnapshotTaken {
    const shown = this.bookings.filter((each) => each.second <= second + READ_AFTER);
    const total = shown.reduce((sum, { units }) => sum + units, unitsOf('500'));
    return snapshotAt(second, { BTC: textOf(total) }, READ_AFTER);
  }

  #note(name: string, times = 1): void {
    this.met[name] = (this.met[name] ?? 0) + times;
  }
}

export async function simulateClasses(seed: number): Promise<ClassesResult> {
  const world = new World(seed);
  await world.begin();
  let violation = await world.quiet(0);
  let second = TICK_SECONDS;
  for (let tick = 0; tick < TICKS && violation === null; tick++) {
    violation = await world.step(second);
    second += TICK_SECONDS;
  }
  // Everything is known in the end: two quiet ticks show it.
  world.settleAll(second);
  for (let quiet = 0; quiet < 2 && violation === null; quiet++) {
    violation = await world.quiet(second);
    second += TICK_SECONDS;
  }
  violation ??= endViolation(world.books, world.bookings);
  return { violation, met: world.met };
}
