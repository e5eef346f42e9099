import type { EventBatch, FeedStart } from '../../../treasury/events/event-batch.ts';
import type { FeedReading, FeedWriting } from '../../../treasury/events/feed-ports.ts';

/** What happens to a call: how long others go on before it, and whether its answer is lost although it was carried out. */
export interface CallCourse {
  readonly turns: number;
  readonly answerLost: boolean;
}

/** A feed whose writes have the conditions of the real one. */
export function feedInMemory() {
  const batches = new Map<number, EventBatch>();
  let start: FeedStart | null = null;
  let epoch = 'table-1';

  const sorted = () => [...batches.values()].sort((left, right) => left.number - right.number);
  const take = (next: readonly EventBatch[]): boolean => {
    if (next.some(({ number }) => batches.has(number))) return false;
    for (const batch of next) batches.set(batch.number, batch);
    return true;
  };
  const store: FeedWriting & FeedReading = {
    epoch: async () => epoch,
    newest: async (_, since) => {
      const newestFirst = sorted().toReversed();
      return newestFirst.filter(({ storedAt }, index) => index === 0 || storedAt >= since);
    },
    add: async (batch) => take([batch]),
    readStart: async () => start,
    begin: async (next, before) => {
      if (start?.number !== before?.number || !take(next)) return false;
      const { tenant, number, storedAt: at } = next.at(-1) as EventBatch;
      start = { tenant, number, epoch, at };
      return true;
    },
    from: (_, { number, storedAfter }) =>
      eachOf(sorted().filter((each) => each.number >= number && each.storedAt > storedAfter)),
    backFrom: (_, { number, storedAfter }) =>
      eachOf(
        sorted()
          .toReversed()
          .filter((each) => each.number <= number && each.storedAt > storedAfter),
      ),
  };
  return {
    store,
    batches: sorted,
    /** The table removes batches, whichever it comes to first. */
    remove: (numbers: readonly number[]) => {
      for (const number of numbers) batches.delete(number);
    },
    /** The table as it was when these were its batches, under another identity. */
    restore: (kept: readonly EventBatch[], identity: string, startThen: FeedStart | null) => {
      batches.clear();
      for (const batch of kept) batches.set(batch.number, batch);
      epoch = identity;
      start = startThen;
    },
    start: () => start,
  };
}

async function* eachOf(batches: readonly EventBatch[]): AsyncGenerator<EventBatch> {
  yield* batches;
}

/** The same store as a process sees it to whom each call takes some turns of the others, and some answers are lost. */
export function slowly(store: FeedWriting, courses: () => CallCourse): FeedWriting {
  const through = async <T>(call: () => Promise<T>, isWrite: boolean): Promise<T> => {
    const { turns, answerLost } = courses();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const answer = await call();
    if (isWrite && answerLost) throw new Error('the answer was lost');
    return answer;
  };
  return {
    epoch: () => through(() => store.epoch(), false),
    newest: (tenant, since) => through(() => store.newest(tenant, since), false),
    add: (batch) => through(() => store.add(batch), true),
    readStart: (tenant) => through(() => store.readStart(tenant), false),
    begin: (batches, before) => through(() => store.begin(batches, before), true),
  };
}
