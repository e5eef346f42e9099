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

  /** Until nothing is left; what happens may note more. `tell` hears each moment before it comes. */
  async run(tell: (at: Instant) => void): Promise<void> {
    for (let item = this.#items.shift(); item !== undefined; item = this.#items.shift()) {
      tell(item.at);
      await item.act();
    }
  }
}
