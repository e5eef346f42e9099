/**
 * What is costly to make, kept by its key and made again once it was forgotten. Everything is
 * forgotten together when there are `limit` of them, so that it cannot grow without bound.
 */
export class BoundedCache<Value> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * What is remembered, as long as it `stillHolds`; otherwise what `make` makes. Where that throws,
   * nothing is remembered.
   */
  get(key: string, make: () => Value, stillHolds: (value: Value) => boolean = () => true): Value {
    const known = this.#values.get(key);
    if (known !== undefined && stillHolds(known)) return known;
    const made = make();
    if (this.#values.size >= this.#limit) this.#values.clear();
    this.#values.set(key, made);
    return made;
  }
}
