/** What has to be closed, in the order opposite to the one in which it was opened. */
export class Closers {
  readonly #closers: (() => Promise<void> | void)[] = [];

  add(close: () => Promise<void> | void): void {
    this.#closers.push(close);
  }

  /** Closes everything, also where something of it fails; then the first failure is thrown. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let next = this.#closers.pop(); next !== undefined; next = this.#closers.pop()) {
      try {
        await next();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
