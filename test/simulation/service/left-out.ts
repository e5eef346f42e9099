import type { Random } from '../random.ts';

/** What a service says of balances of zero, and whether its answers leave out what is held. */
export interface ListingManner {
  readonly zeros: 'listed' | 'omitted';
  /** Chance of an answer that the next ones leave a currency out. */
  readonly leavesOut: number;
  /** The same for everything at once. */
  readonly leavesAllOut: number;
  /** Answers that leave a currency out, in all; a service that is said to omit zeros may do it twice, by assumption. */
  readonly most: number;
}

/** As it was before there was any such world: an empty currency is not listed, and no other one is left out. */
export const WHOLE_ANSWERS: ListingManner = {
  zeros: 'omitted',
  leavesOut: 0,
  leavesAllOut: 0,
  most: 0,
};

/** Whether the controls say what the service does, and how its answers leave out what is held. */
export function drawListing(random: Random): {
  readonly manner: ListingManner;
  readonly isSaid: boolean;
} {
  const zeros = random.pick(['listed', 'omitted'] as const);
  const isSaid = random.chance(0.5);
  const manner = {
    zeros,
    leavesOut: random.pick([0.1, 0.3]),
    leavesAllOut: random.pick([0, 0.1]),
    most: zeros === 'omitted' && isSaid ? 2 : Number.POSITIVE_INFINITY,
  };
  return { manner, isSaid };
}

/** Answers in a row that leave a currency out, at most. */
const LONGEST = 6;

/** What the answers of one service leave out. */
export class LeftOut {
  readonly manner: ListingManner;
  readonly #random: Random | null;
  readonly #left = new Map<string, number>();
  readonly #times = new Map<string, number>();
  #isOver = false;

  constructor(manner: ListingManner, random: Random | null) {
    this.manner = manner;
    this.#random = random;
  }

  /** From now on every answer is whole. */
  end(): void {
    this.#isOver = true;
  }

  /** Those of the currencies that the next answer leaves out. */
  next(held: readonly string[]): ReadonlySet<string> {
    const random = this.#random;
    if (random === null || this.#isOver) return new Set();
    const { leavesOut, leavesAllOut } = this.manner;
    if (random.chance(leavesAllOut)) this.#begin(held, random);
    else if (random.chance(leavesOut) && held.length > 0) this.#begin([random.pick(held)], random);
    return new Set(held.filter((currency) => this.#isLeftOut(currency)));
  }

  #begin(currencies: readonly string[], random: Random): void {
    const answers = random.between(1, LONGEST);
    for (const currency of currencies) this.#left.set(currency, answers);
  }

  #isLeftOut(currency: string): boolean {
    const left = this.#left.get(currency) ?? 0;
    const times = this.#times.get(currency) ?? 0;
    if (left === 0 || times >= this.manner.most) return false;
    this.#left.set(currency, left - 1);
    this.#times.set(currency, times + 1);
    return true;
  }
}
