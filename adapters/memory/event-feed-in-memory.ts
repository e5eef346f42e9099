import type { EventBatch, FeedStart } from '../../treasury/events/event-batch.ts';
import type { BatchRange, FeedReading, FeedWriting } from '../../treasury/events/feed-ports.ts';
import { firstOf, InOrder } from './in-order.ts';

/** Digits of a number in its key, so that batches sort by their numbers: those of the greatest safe integer. */
const NUMBER_DIGITS = 16;

/** The feed of one tenant's events, in memory. Answers at once. */
export class EventFeedInMemory {
  #batches = new InOrder<EventBatch>();
  #start: FeedStart | null = null;

  get batches(): readonly EventBatch[] {
    return this.#batches.values();
  }

  get start(): FeedStart | null {
    return this.#start;
  }

  /** Newest first: the last one in any case, and all that were stored since a moment. */
  newest(since: string): readonly EventBatch[] {
    let isLast = true;
    return firstOf(this.#batches.before(), Number.POSITIVE_INFINITY, ({ storedAt }) => {
      const wanted = isLast || storedAt >= since;
      isLast = false;
      return wanted;
    });
  }

  /** All of them, or none if there is one of such a number. */
  add(batches: readonly EventBatch[]): boolean {
    if (batches.some(({ number }) => this.#batches.has(keyOf(number)))) return false;
    for (const batch of batches) this.#batches.set(keyOf(batch.number), batch);
    return true;
  }

  begin(batches: readonly EventBatch[], before: FeedStart | null): boolean {
    const first = batches.at(-1);
    if (first === undefined) throw new Error('a feed begins with a batch');
    if (this.#start?.number !== before?.number || !this.add(batches)) return false;
    const { tenant, number, epoch, storedAt } = first;
    this.#start = { ...before, tenant, number, epoch, at: storedAt };
    return true;
  }

  *from({ number, storedAfter }: BatchRange): Generator<EventBatch> {
    for (const batch of this.#batches.from(keyOf(number))) {
      if (batch.storedAt > storedAfter) yield batch;
    }
  }

  *backFrom({ number, storedAfter }: BatchRange): Generator<EventBatch> {
    for (const batch of this.#batches.before(keyOf(number + 1))) {
      if (batch.storedAt > storedAfter) yield batch;
    }
  }

  /** The table removes batches, whichever it comes to first. */
  remove(numbers: readonly number[]): void {
    for (const number of numbers) this.#batches.delete(keyOf(number));
  }

  /** The table as it was when it held these. */
  restore(batches: readonly EventBatch[], start: FeedStart | null): void {
    this.#batches = new InOrder();
    this.add(batches);
    this.#start = start;
  }
}

function keyOf(number: number): string {
  return String(number).padStart(NUMBER_DIGITS, '0');
}

export function eventFeedIn(
  epoch: () => string,
  of: (tenant: string) => EventFeedInMemory,
): FeedWriting & FeedReading {
  return {
    epoch: async () => epoch(),
    newest: async (tenant, since) => of(tenant).newest(since),
    add: async (batch) => of(batch.tenant).add([batch]),
    readStart: async (tenant) => of(tenant).start,
    begin: async (batches, before) => of(batches.at(-1)?.tenant ?? '').begin(batches, before),
    from: (tenant, range) => oneByOne(of(tenant).from(range)),
    backFrom: (tenant, range) => oneByOne(of(tenant).backFrom(range)),
  };
}

async function* oneByOne<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
