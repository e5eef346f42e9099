import { describe, expect, it } from 'vitest';
import { createEventFeed } from '../../../adapters/store/event-feed.ts';
import { exampleEvents } from '../../../api/events/event-examples.ts';
import { appendEvents } from '../../../treasury/events/append-events.ts';
import { readFeed } from '../../../treasury/events/read-feed.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { counting } from './counted-table.ts';
import { engineForTests } from './engine-for-tests.ts';
import { itemsOf, putItem } from './items.ts';

const engine = engineForTests();
const TENANT = 'main';
const AT: Instant = '2026-01-05T09:00:00.000Z';
const DAY = 86_400;
const event = (id: string, type = 'com.sluice.rule.created') => ({ id, type, data: { id } });

async function feedOnEngine() {
  const table = await engine().table();
  const feed = createEventFeed(table);
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
  return { table, feed, add, read, ids };
}

describe('the feed of events', () => {
  it('shows nothing that is older than thirty days, though the table has not removed it yet', async () => {
    const { table, add, ids, read } = await feedOnEngine();
    const old = await add(['old']);
    const last = await add(['last'], plusSeconds(AT, DAY));
    const later = plusSeconds(AT, 30 * DAY + 1);
    expect(await itemsOf(table)).toHaveLength(3);
    expect(await ids(null, later)).toEqual(['last']);
    // Who has seen "old" misses nothing; who has seen nothing of it begins with what is left.
    expect(await ids(old.get('old'), later)).toEqual(['last']);
    expect(await ids(last.get('last'), later)).toEqual([]);
    const [first] = await itemsOf(table);
    expect(Number(first?.expiresAt?.N)).toBe(Date.parse(AT) / 1_000 + 31 * DAY);
    expect(await read('0000000000000000', later)).toMatchObject({ result: 'expired' });
  });

  it('takes one write unit and one call to read and write each for the events of a sweep', async () => {
    const { table, add } = await feedOnEngine();
    await add(['first']);
    const { table: counted, sent } = counting(table);
    const feed = createEventFeed(counted);
    await feed.epoch();
    sent.length = 0;
    const [, confirmed] = [...exampleEvents().entries()].find(([type]) =>
      type.endsWith('withdrawal.confirmed'),
    ) as [string, { id: string; type: string }];
    const at = plusSeconds(AT, 300);
    await appendEvents({ feed, now: () => at }, { tenant: TENANT, events: [confirmed], since: at });
    expect(sent).toEqual([
      { name: 'QueryCommand', units: 1 },
      { name: 'PutItemCommand', units: 1 },
    ]);
  });

  it('packs fifty events into one item of a few write units', async () => {
    const { table, feed, add } = await feedOnEngine();
    await add(['first']);
    const { table: counted, sent } = counting(table);
    const events = Array.from({ length: 50 }, (_, index) => ({
      ...[...exampleEvents().values()][index % 20],
      id: `event-${index}`,
      type: 'a',
    }));
    await appendEvents(
      { feed: { ...createEventFeed(counted), epoch: feed.epoch }, now: () => AT },
      { tenant: TENANT, events, since: plusSeconds(AT, 300) },
    );
    const put = sent.find(({ name }) => name === 'PutItemCommand');
    expect(put?.units).toBeLessThanOrEqual(5);
  });

  it('takes whoever can write to the table for a publisher, and adds behind what they wrote', async () => {
    const { table, add, ids } = await feedOnEngine();
    await add(['real']);
    const [item] = await itemsOf(table);
    const number = Number(item?.sk?.S);
    const { createEventFeed: forger } = await import('../../../adapters/store/event-feed.ts');
    const forged = forger(table);
    const epoch = await forged.epoch();
    await forged.add({
      tenant: TENANT,
      number: number + 1,
      previous: `${item?.sk?.S}001`,
      epoch,
      storedAt: AT,
      events: [event('forged')],
    });
    await add(['next']);
    expect(await ids()).toEqual(['real', 'forged', 'next']);
  });

  it('refuses a batch that it cannot read, loudly, rather than to leave it out', async () => {
    const { table, add, read } = await feedOnEngine();
    await add(['a']);
    const [item] = await itemsOf(table);
    await putItem(table, { ...item, packed: { B: Buffer.from('none') } });
    await expect(add(['b'])).rejects.toThrow(/event-batch item .* cannot be read/);
    await expect(read(null)).rejects.toThrow(/event-batch item .* cannot be read/);
  });
});
