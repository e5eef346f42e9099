import type { Random } from './random.ts';
import { unitsOf } from './units.ts';
import type { World } from './world.ts';

/** Chance of a tick that a price is told wrong from then on, for less than two ticks: a third reading would be believed. */
const SLIPS = 0.3;
const LONGEST_SLIP_MS = 90_000;
/** Each slip tells another price than the one before: together they are no new level. */
const SLIPPED_PERCENTS = [300, 33, 1_000, 10, 2_500, 4];
/** Chance that money arrives with a slip: a surplus that is measured by the wrong price. */
const ARRIVES = 0.6;

const SLIPPING = {
  'BTC/USD': { currency: 'BTC', units: unitsOf('1.2') },
  'ETH/USD': { currency: 'ETH', units: unitsOf('5.5') },
} as const;

/** A feed of prices that is far off now and then. */
export class PriceSlips {
  readonly #world: World;
  readonly #random: Random;
  readonly #slips = new Map<string, number>();

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  tick(): void {
    if (!this.#random.chance(SLIPS)) return;
    // Most limits by value are of BTC.
    const instrument = this.#random.chance(0.7) ? 'BTC/USD' : 'ETH/USD';
    const { scheduler, service, snapshots, coverage, faultProfile } = this.#world;
    const slips = this.#slips.get(instrument) ?? 0;
    const percent = SLIPPED_PERCENTS[slips];
    const last = snapshots.latest();
    // The first price of all has none that it could be compared with.
    if (percent === undefined || last === null || !(instrument in last.prices)) return;
    this.#slips.set(instrument, slips + 1);
    coverage.fault('a price slips');
    service.tellPrice(instrument, percent);
    scheduler.after(LONGEST_SLIP_MS, () => service.tellPrice(instrument, 100));
    const { currency, units } = SLIPPING[instrument];
    // A deposit would hide what a liar executes (assumption 3).
    if (faultProfile.liar || !this.#random.chance(ARRIVES)) return;
    service.move(currency, units + BigInt(this.#random.between(1, 9_999)));
  }
}
