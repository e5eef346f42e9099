import type { Instant } from '../../treasury/time/instant.ts';

interface Item {
  readonly at: Instant;
  readonly act: () => Promise<void>;
}

/** Events in the order of time; of those at the same moment, the first noted comes first. */
export class Agenda {
  readonly #items: Item[] = [];

  note(at: Instant, act: () => Promise<void>): void {
    const later = this.#items.findIndex((each) => each.at > at);
    this.#items.splice(later < 0 ? this.#items.length : later, 0, { at, act });
  }

  /** What was noted, until nothing is left; it may note more. Yields each moment before it comes. */
  async *moments(): AsyncGenerator<Instant> {
    for (let item = this.#items.shift(); item !== undefined; item = this.#items.shift()) {
      yield item.at;
      await item.act();
    }
  }
}
