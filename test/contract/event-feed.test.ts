import { describe, expect, it } from 'vitest';
import { exampleEvents } from '../../api/events/event-examples.ts';
import { appendEvents } from '../../treasury/events/append-events.ts';
import { readFeed, readFeedBack } from '../../treasury/events/read-feed.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { type StoreKind, storeKinds } from './stores.ts';

const TENANT = 'main';
const AT: Instant = '2026-01-05T09:00:00.000Z';
const event = (id: string, type = 'com.sluice.rule.created') => ({ id, type, data: { id } });

async function feedOf(open: StoreKind['open']) {
  const { feed } = await open();
  const add = (ids: readonly string[], at = AT, tenant = TENANT) =>
    appendEvents(
      { feed, now: () => at },
      { tenant, events: ids.map((id) => event(id)), since: at },
    );
  const read = (after: string | null, at = AT, tenant = TENANT) =>
    readFeed(feed, { tenant, now: at, after, limit: 100, wants: () => true });
  const ids = async (after: string | null = null, at = AT, tenant = TENANT) => {
    const page = await read(after, at, tenant);
    return page.result === 'read' ? page.events.map(({ id }) => id) : page.result;
  };
  return { feed, add, read, ids };
}

describe.each(storeKinds())('a feed of events $name', ({ open }) => {
  it('keeps events as they were published, in the order in which they came', async () => {
    const { feed, read } = await feedOf(open);
    const events = [...exampleEvents().values()].map((each) => ({ ...each, id: each.type }));
    const sequences = await appendEvents(
      { feed, now: () => AT },
      { tenant: TENANT, events, since: AT },
    );
    const page = await read(null);
    if (page.result !== 'read') throw new Error('nothing was read');
    expect(page.events.map(({ sequence: _, ...rest }) => rest)).toEqual(events);
    expect(page.events.map(({ sequence }) => sequence)).toEqual(
      events.map(({ id }) => sequences.get(id)),
    );
    expect(page.position).toBe(page.events.at(-1)?.sequence);
  });

  it('keeps an event once, whoever delivers it again and together with what', async () => {
    const { add, ids } = await feedOf(open);
    const first = await add(['a', 'b']);
    await add(['c']);
    const again = await add(['b', 'd', 'a', 'd']);
    expect(again.get('a')).toBe(first.get('a'));
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('knows an event that comes again hours later, among all that came since', async () => {
    const { feed, add, ids } = await feedOf(open);
    const first = await add(['late']);
    for (let hour = 1; hour <= 60; hour++) await add([`h${hour}`], plusSeconds(AT, hour * 240));
    const again = await appendEvents(
      { feed, now: () => plusSeconds(AT, 4 * 3_600) },
      { tenant: TENANT, events: [event('late')], since: AT },
    );
    expect(again.get('late')).toBe(first.get('late'));
    expect(await ids()).toHaveLength(61);
  });

  it('loses and doubles nothing where twenty add to it at once', async () => {
    const { feed, add, ids } = await feedOf(open);
    const all = Array.from({ length: 20 }, (_, writer) => [`${writer}/1`, `${writer}/2`]);
    // From its very beginning: only one of them begins it.
    await Promise.all(all.map((events) => add(events)));
    const stored = (await ids()) as string[];
    expect(stored.toSorted()).toEqual(all.flat().toSorted());
    const back = await readFeedBack(feed, {
      tenant: TENANT,
      now: AT,
      before: null,
      limit: 100,
      wants: () => true,
    });
    expect(back.events.map(({ id }) => id)).toEqual(stored.toReversed());
  });

  it('shows a tenant nothing of another, and numbers each by itself', async () => {
    const { add, ids, read } = await feedOf(open);
    await add(['mine'], AT, 'main');
    const other = await add(['theirs'], AT, 'other');
    expect(await ids(null, AT, 'main')).toEqual(['mine']);
    expect(await ids(null, AT, 'other')).toEqual(['theirs']);
    // A name that begins like another's is another's partition all the same.
    expect(await read(null, AT, 'mai')).toMatchObject({ events: [], position: null });
    expect(other.get('theirs')).toMatch(/001$/);
  });
});
