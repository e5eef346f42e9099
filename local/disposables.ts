/** Resources to be closed, in the opposite order of their opening. */
export class Disposables {
  readonly #disposables: (() => Promise<void> | void)[] = [];

  add(close: () => Promise<void> | void): void {
    this.#disposables.push(close);
  }

  /** Closes everything, even if some of it fails; then the first failure is thrown. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let next = this.#disposables.pop(); next !== undefined; next = this.#disposables.pop()) {
      try {
        await next();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
