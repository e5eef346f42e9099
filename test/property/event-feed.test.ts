import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendEvents, FeedContendedError } from '../../treasury/events/append-events.ts';
import type { Sequence } from '../../treasury/events/event-batch.ts';
import { type FeedEvent, readFeed } from '../../treasury/events/read-feed.ts';
import { type Instant, instantOf, plusSeconds } from '../../treasury/time/instant.ts';
import { type CallCourse, feedInMemory, slowly } from '../unit/events/feed-in-memory.ts';

const TENANT = 'main';
const START: Instant = '2026-01-05T09:00:00.000Z';
const SEED = 20_261_122;

const course: fc.Arbitrary<CallCourse> = fc.record({
  turns: fc.integer({ min: 0, max: 9 }),
  answerLost: fc.integer({ min: 0, max: 9 }).map((each) => each === 0),
});

/** A shard of the ledger's stream: events in their order, in batches, some of which are delivered twice at once. */
const shard = fc.record({
  batches: fc.array(fc.record({ events: fc.integer({ min: 1, max: 4 }), twice: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  }),
  courses: fc.array(course, { minLength: 1, maxLength: 30 }),
  /** Seconds by which the clock of its function is wrong. */
  clock: fc.integer({ min: -5, max: 5 }),
});

const reader = fc.record({
  limit: fc.integer({ min: 1, max: 3 }),
  pauses: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 }),
});

/** Each of a list in turn, and from its beginning again. */
function inTurn<T>(values: readonly T[]): () => T {
  let next = 0;
  return () => values[next++ % values.length] as T;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

describe('the feed of events', () => {
  it('has every event once, in one order, however many add to it at once and however often', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(shard, { minLength: 1, maxLength: 4 }),
        reader,
        async (shards, reading) => {
          const feed = feedInMemory();
          let clock = 0;
          const now =
            (skew = 0) =>
            () =>
              plusSeconds(START, Math.floor(clock++ / 20) + skew);
          const deliver = async (of: (typeof shards)[number], name: number) => {
            const ports = { feed: slowly(feed.store, inTurn(of.courses)), now: now(of.clock) };
            for (const [index, batch] of of.batches.entries()) {
              const events = Array.from({ length: batch.events }, (_, place) => ({
                id: `${name}/${index}/${place}`,
                type: 'a',
              }));
              const since = plusSeconds(START, Math.floor(clock / 20));
              const add = async (): Promise<void> => {
                // As the stream: until it is taken.
                for (;;) {
                  try {
                    await appendEvents(ports, { tenant: TENANT, events, since });
                    return;
                  } catch (error) {
                    if (error instanceof FeedContendedError) continue;
                    if ((error as Error).message !== 'the answer was lost') throw error;
                  }
                }
              };
              await Promise.all(batch.twice ? [add(), add()] : [add()]);
            }
          };
          let writing = true;
          const seen: FeedEvent[] = [];
          const read = async () => {
            const pause = inTurn(reading.pauses);
            let after: Sequence | null = null;
            for (;;) {
              const isLast = !writing;
              await turns(pause());
              const page = await readFeed(feed.store, {
                tenant: TENANT,
                now: plusSeconds(START, 60),
                after,
                limit: reading.limit,
                wants: () => true,
              });
              if (page.result === 'expired') throw new Error('nothing expires here');
              seen.push(...page.events);
              after = page.position;
              if (isLast && !page.more) return;
            }
          };
          const reads = read();
          await Promise.all(shards.map(deliver));
          writing = false;
          await reads;

          const stored = feed.batches().flatMap(({ events }) => events.map(({ id }) => id));
          const expected = shards.flatMap(({ batches }, name) =>
            batches.flatMap(({ events }, index) =>
              Array.from({ length: events }, (_, place) => `${name}/${index}/${place}`),
            ),
          );
          expect(stored.toSorted()).toEqual(expected.toSorted());
          // The reader, who raced with all of them, missed nothing and saw nothing twice.
          expect(seen.map(({ id }) => id)).toEqual(stored);
          const sequences = seen.map(({ sequence }) => sequence);
          expect(sequences).toEqual([...new Set(sequences)].sort());
          // Of one shard, in its order.
          for (const name of shards.keys()) {
            const own = stored.filter((id) => id.startsWith(`${name}/`));
            expect(own).toEqual(expected.filter((id) => id.startsWith(`${name}/`)));
          }
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
  });

  it('tells a reader of every event that it can no longer have, whatever expired, was removed or restored', async () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('add' as const),
          count: fc.integer({ min: 1, max: 3 }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('read' as const),
          limit: fc.integer({ min: 1, max: 4 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('days' as const),
          count: fc.integer({ min: 1, max: 40 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('remove' as const),
          every: fc.integer({ min: 1, max: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('restore' as const),
          back: fc.integer({ min: 0, max: 4 }),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const feed = feedInMemory();
        let now = START;
        let epochs = 1;
        /** Everything that was ever stored, in its order; what a restored table lost stays. */
        const everything: string[] = [];
        const seen = new Set<string>();
        let after: Sequence | null = null;
        /** Events that were stored before the reader began anew are told of by that. */
        let told = 0;
        const history: {
          readonly batches: ReturnType<typeof feed.batches>;
          readonly start: ReturnType<typeof feed.start>;
        }[] = [];
        for (const each of steps) {
          now = plusSeconds(now, 1);
          if (each.kind === 'add') {
            history.push({ batches: feed.batches(), start: feed.start() });
            const events = Array.from({ length: each.count }, () => {
              const id = `e${everything.length}`;
              everything.push(id);
              return { id, type: 'a' };
            });
            await appendEvents(
              { feed: feed.store, now: () => now },
              { tenant: TENANT, events, since: now },
            );
          } else if (each.kind === 'days') {
            now = plusSeconds(now, each.count * 86_400);
          } else if (each.kind === 'remove') {
            const limit = plusSeconds(now, -31 * 86_400);
            const expired = feed.batches().filter(({ storedAt }) => storedAt < limit);
            feed.remove(
              expired.filter((_, index) => index % each.every === 0).map(({ number }) => number),
            );
          } else if (each.kind === 'restore') {
            const then = history.at(-1 - each.back);
            if (then === undefined) continue;
            epochs += 1;
            feed.restore(then.batches, `table-${epochs}`, then.start);
          } else {
            const page = await readFeed(feed.store, {
              tenant: TENANT,
              now,
              after,
              limit: each.limit,
              wants: () => true,
            });
            if (page.result === 'expired') {
              after = page.resume;
              told = everything.length;
              continue;
            }
            const old = plusSeconds(now, -30 * 86_400);
            for (const event of page.events) {
              seen.add(event.id);
              const batch = feed
                .batches()
                .find(({ events }) => events.some(({ id }) => id === event.id));
              expect(batch?.storedAt && batch.storedAt > old).toBe(true);
            }
            after = page.position;
            const last = page.events.at(-1);
            if (last === undefined) continue;
            // All before the last one seen were seen, or the reader began anew behind them, or with nothing.
            const index = everything.indexOf(last.id);
            const first =
              [...seen].map((id) => everything.indexOf(id)).sort((a, b) => a - b)[0] ?? 0;
            const missed = everything
              .slice(Math.max(first, told), index)
              .filter((id) => !seen.has(id));
            expect(missed).toEqual([]);
          }
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });
});

describe('a feed that begins anew', () => {
  const DAY = 86_400;
  const add = async (feed: ReturnType<typeof feedInMemory>, id: string, at: Instant) => {
    const ports = { feed: feed.store, now: () => at };
    const event = { tenant: TENANT, events: [{ id, type: 'a' }], since: at };
    return (await appendEvents(ports, event)).get(id) ?? '';
  };
  const read = (feed: ReturnType<typeof feedInMemory>, after: Sequence, now: Instant) =>
    readFeed(feed.store, { tenant: TENANT, now, after, limit: 9, wants: () => true });

  it('begins above every sequence that was given, also where nothing is left of it', async () => {
    const feed = feedInMemory();
    const first = await add(feed, 'a', START);
    feed.remove(feed.batches().map(({ number }) => number));
    const second = await add(feed, 'b', plusSeconds(START, 40 * DAY));
    expect(first).toMatch(/^\d{16}$/);
    expect(second > first).toBe(true);
    expect(Number.isSafeInteger(Number(second))).toBe(true);
    expect(instantOf(Number(first.slice(0, 13)))).toBe(START);
  });

  it('gives no number of a removed batch again, though an older one still stands', async () => {
    const feed = feedInMemory();
    await add(feed, 'a', START);
    const removed = await add(feed, 'b', START);
    feed.remove(
      feed
        .batches()
        .slice(-1)
        .map(({ number }) => number),
    );
    const later = plusSeconds(START, 32 * DAY);
    const next = await add(feed, 'c', later);
    expect(next > removed).toBe(true);
    const page = await read(feed, removed, later);
    expect(page).toMatchObject({ result: 'expired' });
  });

  it('tells a reader of what a restored table has lost, and gives none of its numbers again', async () => {
    const feed = feedInMemory();
    await add(feed, 'a', START);
    const [copy, start] = [feed.batches(), feed.start()];
    const lost = await add(feed, 'b', plusSeconds(START, 1));
    feed.restore(copy, 'table-2', start);
    const anew = await add(feed, 'c', plusSeconds(START, 2));
    await add(feed, 'd', plusSeconds(START, 3));
    expect(anew > lost).toBe(true);
    const page = await read(feed, lost, plusSeconds(START, 4));
    if (page.result !== 'expired' || page.resume === null)
      throw new Error('the reader fell behind');
    const rest = await read(feed, page.resume, plusSeconds(START, 4));
    expect(rest).toMatchObject({ result: 'read', events: [{ id: 'c' }, { id: 'd' }] });
  });
});
