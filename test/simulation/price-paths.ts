import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { agreedValues } from '../samples/values.ts';
import type { Random } from './random.ts';
import { REPORTING_CURRENCY } from './reporting-currency.ts';
import type { OtherWay } from './service/service.ts';
import { unitsOf } from './units.ts';
import type { World } from './world.ts';

/** Chance of a tick that a price comes another way from then on, for less than two ticks: a third reading would be believed. */
const OTHER_WAYS = 0.25;
const LONGEST_MS = 90_000;
/**
 * What it is then of the true price. Each is another than the one before, and than those of `PriceSlips`: together they
 * are no new level. 100: the right price, another way.
 */
const PERCENTS = [55, 100, 600, 15, 170, 6, 1_700];
const WAYS = ['nothing', 'inverse', 'inverse-beside', 'crossed'] as const;
/** Chance of a tick that an intruder lowers the prices of the snapshot of it, as it is written. */
const FORGERIES = 0.12;
const FORGED_PERCENT = 3;
/** Chance that money arrives with either: a surplus that is measured by the wrong price. */
const ARRIVES = 0.6;

const MOVED = {
  'BTC/USD': { currency: 'BTC', units: unitsOf('1.1') },
  'ETH/USD': { currency: 'ETH', units: unitsOf('5.2') },
} as const;

/** A feed of prices whose instruments change, and a table of snapshots that another program writes to. */
export class PricePaths {
  readonly #world: World;
  readonly #random: Random;
  readonly #told = new Map<string, number>();

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  tick(): void {
    if (this.#random.chance(OTHER_WAYS)) this.#anotherWay();
    else if (this.#random.chance(FORGERIES)) this.#forge();
  }

  #anotherWay(): void {
    const instrument = this.#instrument();
    const { scheduler, service, coverage } = this.#world;
    const count = this.#told.get(instrument) ?? 0;
    const percent = PERCENTS[count];
    if (percent === undefined) return;
    this.#told.set(instrument, count + 1);
    const by: OtherWay['by'] = this.#random.pick(WAYS);
    coverage.fault(`a price comes another way: ${by}`);
    service.tellBy(instrument, { by, percent });
    scheduler.after(LONGEST_MS, () => service.tellBy(instrument, null));
    this.#arrive(instrument);
  }

  #forge(): void {
    const { snapshots, coverage } = this.#world;
    coverage.fault('the prices of a snapshot are forged');
    snapshots.changeNext(forged);
    this.#arrive(this.#instrument());
  }

  #instrument(): keyof typeof MOVED {
    return this.#random.chance(0.7) ? 'BTC/USD' : 'ETH/USD';
  }

  /** A deposit would hide what a liar executes (assumption 3). */
  #arrive(instrument: keyof typeof MOVED): void {
    const { service, faultProfile } = this.#world;
    if (faultProfile.liar || !this.#random.chance(ARRIVES)) return;
    const { currency, units } = MOVED[instrument];
    service.move(currency, units + BigInt(this.#random.between(1, 9_999)));
  }
}

/** Everything is worth a small part of what it is, and as if readings had agreed on that. */
function forged(snapshot: SnapshotTaken): SnapshotTaken {
  const prices = Object.fromEntries(
    Object.entries(snapshot.prices).map(([instrument, { bid, ask }]) => [
      instrument,
      { bid: lowered(bid), ask: lowered(ask) },
    ]),
  );
  return { ...snapshot, prices, unitValues: agreedValues(prices, REPORTING_CURRENCY) };
}

function lowered(price: string): string {
  return formatDecimal(decimalOf(price).times(FORGED_PERCENT).dividedBy(100));
}
