import type { Random } from '../random.ts';

/* Where accounts are, as the service has it and as people have registered it. */

/** The place of an account. */
export function detailsOf(accountId: string): {
  readonly beneficiary: { readonly address: string; readonly tag: string };
} {
  return { beneficiary: { address: `Place${accountId.slice(-4)}`, tag: accountId.slice(-2) } };
}

/** How often answers of a service do not say where a withdrawal went. */
export class Silence {
  readonly #random: Random;
  readonly #likely: number;

  constructor(random: Random) {
    this.#random = random;
    this.#likely = random.pick([0.5, 0.9, 1]);
  }

  next(): boolean {
    return this.#random.chance(this.#likely);
  }
}
