import { type Denial, hourOf } from './denial.ts';

/** Kinds of denials that wait for the ledger at most: a caller, a route and an hour are one kind, however often. */
const MAX_WAITING = 500;

/** The author and the subject of what is on record of denials that were too many to be kept. */
const SLUICE = 'sluice';
const NOT_KEPT = 'denials that were not kept one by one';

/** Denials of one kind. */
export interface CountedDenials {
  readonly denial: Denial;
  readonly times: number;
}

type Write = (counted: CountedDenials) => Promise<void>;

/**
 * Denials on their way to the ledger, which no request waits for. What the ledger does not take stays, and goes with the
 * next attempt. Beyond the bound only the number is kept, and is on record as such: none is lost silently. A write whose
 * answer was lost may be made again, so a count is at least what was denied.
 */
export class DenialsWaiting {
  readonly #waiting = new Map<string, CountedDenials>();
  #writing: Promise<void> | null = null;

  add(denial: Denial): void {
    this.#keep({ denial, times: 1 });
  }

  /** How many wait. */
  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { times }) => sum + times, 0);
  }

  /** Writes what waits; rejects if some of it was not taken. One attempt runs at a time. */
  async write(writeOne: Write): Promise<void> {
    this.#writing ??= this.#writeAll(writeOne).finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #writeAll(writeOne: Write): Promise<void> {
    for (const [key, counted] of this.#waiting) {
      this.#waiting.delete(key);
      try {
        await writeOne(counted);
      } catch (error) {
        this.#keep(counted);
        throw error;
      }
    }
  }

  #keep(counted: CountedDenials): void {
    const { denial } = counted;
    const key = JSON.stringify([denial.tenant, hourOf(denial.at), denial.by, denial.route]);
    const known = this.#waiting.get(key);
    if (known === undefined && this.#waiting.size >= MAX_WAITING && denial.route !== NOT_KEPT) {
      this.#keep({ ...counted, denial: { ...denial, by: SLUICE, route: NOT_KEPT } });
      return;
    }
    this.#waiting.set(key, { denial, times: counted.times + (known?.times ?? 0) });
  }
}
