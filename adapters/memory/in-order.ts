/** Items by a key that is text, read in the order of the keys: a partition of a table. */
export class InOrder<T> {
  readonly #items: Map<string, T>;
  /** The keys, in their order. */
  readonly #keys: string[];

  constructor(from: InOrder<T> | null = null) {
    this.#items = new Map(from === null ? [] : from.#items);
    this.#keys = from === null ? [] : [...from.#keys];
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  has(key: string): boolean {
    return this.#items.has(key);
  }

  set(key: string, item: T): void {
    if (!this.#items.has(key)) this.#keys.splice(this.#placeOf(key), 0, key);
    this.#items.set(key, item);
  }

  delete(key: string): void {
    if (this.#items.delete(key)) this.#keys.splice(this.#placeOf(key), 1);
  }

  get size(): number {
    return this.#keys.length;
  }

  keys(): readonly string[] {
    return [...this.#keys];
  }

  *[Symbol.iterator](): Generator<readonly [string, T]> {
    for (const key of this.#keys) yield [key, this.#at(key)];
  }

  /** All of them. */
  values(): readonly T[] {
    return this.#keys.map((key) => this.#at(key));
  }

  /** Those whose keys lie between two, both included. */
  between(from: string, to: string): readonly T[] {
    const found: T[] = [];
    for (const item of this.from(from, to)) found.push(item);
    return found;
  }

  /** The same one by one, for whoever stops before the last. */
  *from(from: string, to?: string): Generator<T> {
    for (let place = this.#placeOf(from); place < this.#keys.length; place++) {
      const key = this.#keys[place] ?? '';
      if (to !== undefined && key > to) return;
      yield this.#at(key);
    }
  }

  /** Backwards, beginning with the last one before a key; without one, with the last. */
  *before(key?: string): Generator<T> {
    const end = key === undefined ? this.#keys.length : this.#placeOf(key);
    for (let place = end - 1; place >= 0; place--) yield this.#at(this.#keys[place] ?? '');
  }

  #at(key: string): T {
    return this.#items.get(key) as T;
  }

  /** The place of the first key that is not before this one. */
  #placeOf(key: string): number {
    const last = this.#keys.at(-1);
    // What is written comes in the order of time, mostly.
    if (last === undefined || last < key) return this.#keys.length;
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** So many items at most that fit, from the first on. */
export function firstOf<T>(
  items: Iterable<T>,
  limit: number,
  fits: (item: T) => boolean = () => true,
): readonly T[] {
  const found: T[] = [];
  for (const item of items) {
    if (found.length >= limit) break;
    if (fits(item)) found.push(item);
  }
  return found;
}
