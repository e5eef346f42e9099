/**
 * Values that are costly to make, cached by their key and made again after they were forgotten. All are forgotten
 * together when there are `limit` of them, so that the cache cannot grow without bound.
 */
export class BoundedCache<Value> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The cached value, or the one that `make` makes. If that throws, nothing is cached. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (this.#values.size >= this.#limit) this.#values.clear();
    this.#values.set(key, made);
    return made;
  }
}
