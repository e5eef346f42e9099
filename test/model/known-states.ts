/** States that there is room for at first; it doubles as they come. */
const FIRST_ROOM = 1 << 14;

/** Primes of murmur: so that words that differ in a few bits end in slots of their own. */
const MIX = 0x9e3779b1;
const FOLD = 0x85ebca6b;

/**
 * The states that a search has met, each as a row of as many whole numbers, in the order in which they were met. Rows
 * are compared number by number, so two states are never taken for one another; millions of strings would need ten times
 * the time and the memory.
 */
export class KnownStates {
  readonly #width: number;
  #rows: Int32Array;
  /** Open addressing: the index of a state + 1, or 0 where the slot is free. */
  #slots: Int32Array;
  #count = 0;

  constructor(width: number) {
    this.#width = width;
    this.#rows = new Int32Array(width * FIRST_ROOM);
    this.#slots = new Int32Array(FIRST_ROOM * 2);
  }

  get count(): number {
    return this.#count;
  }

  /** The index of this state; `count` as it was before where it is a new one. */
  indexOf(row: Int32Array): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(row) & mask; ; slot = (slot + 1) & mask) {
      const index = (this.#slots[slot] as number) - 1;
      if (index < 0) return this.#add(row, slot);
      if (this.#holds(index, row)) return index;
    }
  }

  #holds(index: number, row: Int32Array): boolean {
    const rows = this.#rows;
    const width = this.#width;
    const start = index * width;
    for (let n = 0; n < width; n++) if (rows[start + n] !== row[n]) return false;
    return true;
  }

  #add(row: Int32Array, slot: number): number {
    const index = this.#count++;
    this.#rows.set(row, index * this.#width);
    this.#slots[slot] = index + 1;
    if (this.#count * 2 === this.#slots.length) this.#grow();
    return index;
  }

  #grow(): void {
    const rows = new Int32Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < this.#count; index++) {
      let slot = hashOf(rows.subarray(index * this.#width, (index + 1) * this.#width)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }
}

function hashOf(row: Int32Array): number {
  let hash = 0;
  for (let n = 0; n < row.length; n++) {
    hash = Math.imul(hash ^ (row[n] as number), MIX);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, FOLD);
  return hash ^ (hash >>> 13);
}
