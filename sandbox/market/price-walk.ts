import { Decimal } from '../../treasury/money/decimal.ts';
import { PRICE_STEPS_PERIOD, WALK_BAND_PPM } from '../limits.ts';
import { CURRENCIES } from './currencies.ts';
import { INSTRUMENTS, type Instrument } from './instruments.ts';
import { randomBelow, STREAM } from './seeded-random.ts';

/** Bid and ask of an instrument as decimal text, bid below ask (reference, part 2.1). */
export interface Quote {
  readonly bid: string;
  readonly ask: string;
}

/** Quotes by instrument name. */
export type Quotes = Readonly<Record<string, Quote>>;

const ONE_IN_PPM = 1_000_000;
/** How strongly a value is drawn back to where it started: one part of its distance per step. */
const REVERSION_DIVISOR = 2_000;

const WALKERS = CURRENCIES.filter((currency) => currency.startingValue !== null);
const STEPS_PPM = WALKERS.map(({ stepPpm }) => stepPpm);

/**
 * Prices as a seeded random walk. Each currency's value walks on its own and an instrument's price is
 * the quotient of two values, so crossed prices agree with direct ones. The quotes depend on the
 * seed and the step alone. What walks is a whole number of millionths; money is decimal throughout.
 */
export class PriceWalk {
  readonly #seed: number;
  #step = 0;
  #offsetsPpm: number[] = WALKERS.map(() => 0);
  #quotes: Quotes | null = null;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Quotes after `step` steps. Going back starts the walk over, so any order of steps is right. */
  quotesAt(step: number): Quotes {
    const wanted = Math.max(0, Math.floor(step)) % PRICE_STEPS_PERIOD;
    if (wanted < this.#step) this.#startOver();
    if (wanted > this.#step) this.#quotes = null;
    while (this.#step < wanted) this.#advance();
    this.#quotes ??= this.#work();
    return this.#quotes;
  }

  #startOver(): void {
    this.#step = 0;
    this.#offsetsPpm = WALKERS.map(() => 0);
    this.#quotes = null;
  }

  /** Runs millions of times when a clock jumps, so it allocates nothing. */
  #advance(): void {
    for (let index = 0; index < WALKERS.length; index += 1) {
      const stepPpm = STEPS_PPM[index] ?? 0;
      const before = this.#offsetsPpm[index] ?? 0;
      const drawn = randomBelow(2 * stepPpm + 1, this.#seed, STREAM.prices + index, this.#step);
      const moved = before + drawn - stepPpm - Math.trunc(before / REVERSION_DIVISOR);
      this.#offsetsPpm[index] = Math.max(-WALK_BAND_PPM, Math.min(WALK_BAND_PPM, moved));
    }
    this.#step += 1;
  }

  #work(): Quotes {
    const values = new Map<string, Decimal>();
    for (const [index, { code, startingValue }] of WALKERS.entries()) {
      const factor = new Decimal(ONE_IN_PPM + (this.#offsetsPpm[index] ?? 0)).div(ONE_IN_PPM);
      values.set(code, new Decimal(startingValue ?? 0).times(factor));
    }
    return Object.fromEntries(
      INSTRUMENTS.map((instrument) => [instrument.name, quote(instrument, values)]),
    );
  }
}

function quote(instrument: Instrument, values: ReadonlyMap<string, Decimal>): Quote {
  const base = values.get(instrument.base);
  const counter = values.get(instrument.quote);
  if (base === undefined || counter === undefined) {
    throw new TypeError(`${instrument.name} has a currency without a value`);
  }
  const mid = base.div(counter);
  const half = mid.times(instrument.halfSpreadPpm).div(ONE_IN_PPM);
  const tick = new Decimal(10).pow(-instrument.priceDecimals);
  const bid = mid.minus(half).toDecimalPlaces(instrument.priceDecimals, Decimal.ROUND_DOWN);
  const ask = Decimal.max(
    mid.plus(half).toDecimalPlaces(instrument.priceDecimals, Decimal.ROUND_UP),
    bid.plus(tick),
  );
  return {
    bid: bid.toFixed(instrument.priceDecimals),
    ask: ask.toFixed(instrument.priceDecimals),
  };
}
