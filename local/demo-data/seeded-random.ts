/** Whole numbers from a seed: the same ones for the same seed, on every machine. Not for secrets. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From one to another, both included. */
  between(least: number, most: number): number {
    return least + (this.#next() % (most - least + 1));
  }

  /** 32 bits: a counter, mixed. The bias of a remainder is far below what anyone sees. */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
}
