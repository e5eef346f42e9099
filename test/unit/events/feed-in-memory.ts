import { EventFeedInMemory, eventFeedIn } from '../../../adapters/memory/event-feed-in-memory.ts';
import type { EventBatch, FeedStart } from '../../../treasury/events/event-batch.ts';
import type { FeedWriting } from '../../../treasury/events/feed-ports.ts';

/** What happens to a call: how long others go on before it, and whether its answer is lost although it was carried out. */
export interface CallCourse {
  readonly turns: number;
  readonly answerLost: boolean;
}

/** The feed of one tenant, in the store in memory, with what happens to its table. */
export function feedInMemory() {
  const feed = new EventFeedInMemory();
  let epoch = 'table-1';
  return {
    store: eventFeedIn(
      () => epoch,
      () => feed,
    ),
    batches: () => feed.batches,
    /** The table removes batches, whichever it comes to first. */
    remove: (numbers: readonly number[]) => feed.remove(numbers),
    /** The table as it was when these were its batches, under another identity. */
    restore: (kept: readonly EventBatch[], identity: string, startThen: FeedStart | null) => {
      epoch = identity;
      feed.restore(kept, startThen);
    },
    start: () => feed.start,
  };
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
