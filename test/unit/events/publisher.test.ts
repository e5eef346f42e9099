import { describe, expect, it } from 'vitest';
import { exampleEvents } from '../../../api/events/event-examples.ts';
import { checkedEvent } from '../../../api/events/events.ts';
import { createPublisher } from '../../../api/events/publisher.ts';
import type { TreasuryEvent } from '../../../treasury/events/treasury-event.ts';
import { sentencesIn } from '../../stored-sentences.ts';
import { feedInMemory } from './feed-in-memory.ts';

const AT = '2026-01-05T09:00:00.000Z';
const [example] = [...exampleEvents().values()];

function publishing() {
  const feed = feedInMemory();
  const put: TreasuryEvent[] = [];
  const bus = { refuses: false };
  const table = { isBroken: false };
  const publish = createPublisher({
    now: () => AT,
    feed: {
      ...feed.store,
      newest: async (tenant, since) => {
        if (table.isBroken) throw new Error('no answer of the table');
        return await feed.store.newest(tenant, since);
      },
    },
    bus: {
      put: async (events) => {
        if (bus.refuses) return new Map(events.map((_, index) => [index, 'ThrottlingException']));
        put.push(...events);
        return new Map();
      },
    },
  });
  const of = (...ids: string[]) =>
    ids.map((id) => ({ event: { ...(example as TreasuryEvent), id }, recordedAt: AT }));
  return { feed, put, bus, table, publish, of };
}

describe('publishing', () => {
  it('puts each event on the bus with its place in the feed, in a form that its schema allows', async () => {
    const { put, publish, of } = publishing();
    expect(await publish(of('a', 'b'))).toEqual({ taken: 2, failed: new Map() });
    expect(put.map(({ id, sequence }) => [id, sequence?.slice(-3)])).toEqual([
      ['a', '001'],
      ['b', '002'],
    ]);
    expect(put.map(checkedEvent)).toEqual(put);
  });

  it('says on the bus, in a form that the schema of its type allows, what the feed keeps in codes', async () => {
    const { feed, put, publish } = publishing();
    const events = [...exampleEvents().values()].map((event) => ({ event, recordedAt: AT }));
    await publish(events);
    expect(put.map(checkedEvent)).toHaveLength(events.length);
    const paused = put.find(({ id }) => id.endsWith('webhook/erp/2'));
    expect(paused?.data).toMatchObject({ pausedBecause: expect.stringMatching(/^The receiver/) });
    const said = new Map(feed.batches().flatMap(({ events: kept }) => [...sentencesIn(kept)]));
    // What people wrote, and what the service answered.
    for (const path of ['[].data.label', '[].data.evidence']) said.delete(path);
    expect([...said]).toEqual([]);
  });

  it('keeps what the bus does not take, and puts it with the same place when it comes again', async () => {
    const { feed, put, bus, publish, of } = publishing();
    bus.refuses = true;
    expect((await publish(of('a'))).failed).toEqual(new Map([[0, 'ThrottlingException']]));
    bus.refuses = false;
    await publish(of('a'));
    expect(feed.batches()).toHaveLength(1);
    expect(put).toHaveLength(1);
    expect(put[0]?.sequence).toMatch(/001$/);
  });

  it('lets a broken feed delay nothing: an event is put without a place, once, and with it when the feed is whole', async () => {
    const { feed, put, table, publish, of } = publishing();
    table.isBroken = true;
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await publish(of('a'))).failed).toEqual(
        new Map([[0, 'Error: no answer of the table']]),
      );
    }
    expect(put.map(({ id, sequence }) => ({ id, sequence }))).toEqual([
      { id: 'a', sequence: undefined },
    ]);
    table.isBroken = false;
    expect(await publish(of('a', 'b'))).toEqual({ taken: 2, failed: new Map() });
    expect(put.slice(1).map(({ sequence }) => sequence?.slice(-3))).toEqual(['001', '002']);
    expect(feed.batches()).toHaveLength(1);
  });
});
