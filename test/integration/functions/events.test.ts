import { describe, expect, it } from 'vitest';
import { createEventFeed } from '../../../adapters/store/event-feed.ts';
import { appendEvents } from '../../../treasury/events/append-events.ts';
import { type Instant, instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { ledgerRecords } from './ledger-records.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { decide, trade, tradesNeedApproval } = deploymentSteps(deployed);

const ask = (query: Readonly<Record<string, string>> = {}, change: Partial<ApiCall> = {}) =>
  deployed().call('query-ledger', {
    routeKey: 'GET /v1/events',
    groups: '[viewer]',
    query,
    ...change,
  });

type Listed = readonly { readonly id: string; readonly type: string; readonly sequence: string }[];
const itemsOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.body.items as Listed;
const idsOf = (answer: Awaited<ReturnType<typeof ask>>) => itemsOf(answer).map(({ id }) => id);

const NOW = instantOf(Date.now());

/** Events past publish-events, stored at a moment. */
async function store(ids: readonly string[], at: Instant = NOW, type = 'com.sluice.rule.missed') {
  const feed = createEventFeed(deployed().eventsTable);
  const events = ids.map((id) => ({
    specversion: '1.0',
    id,
    source: 'urn:sluice:test',
    type,
    subject: 'a',
    time: at,
    tenant: TENANT,
    datacontenttype: 'application/json',
    dataschema: `urn:sluice:event:${type}`,
    data: {},
  }));
  return await appendEvents({ feed, now: () => at }, { tenant: TENANT, events, since: at });
}

describe('GET /v1/events', () => {
  it('has what publish-events published, once, and nothing behind the last place', async () => {
    await tradesNeedApproval('100');
    const { id, contentDigest: content } = (await trade()).body;
    await decide(['trades', String(id)], 'approve', { content });
    const streamed = await ledgerRecords(deployed().ledgerTable);
    await deployed().invoke('publish-events', streamed);
    await deployed().invoke('publish-events', streamed);
    const all = await ask({ limit: '200' });
    const published = deployed().events.published();
    expect(itemsOf(all)).toEqual(published.slice(0, published.length / 2));
    expect(all.body).toMatchObject({ next: null, previous: null });
    const rest = await ask({ after: String(all.body.position) });
    expect(rest.body).toMatchObject({ items: [], next: null, position: all.body.position });
  });

  it('goes on from any place, page by page, and back', async () => {
    await store(['a', 'b', 'c']);
    const sequences = await store(['d', 'e']);
    const first = await ask({ limit: '2' });
    expect(idsOf(first)).toEqual(['a', 'b']);
    const second = await ask({ limit: '2', cursor: String(first.body.next) });
    expect(idsOf(second)).toEqual(['c', 'd']);
    const third = await ask({ limit: '2', cursor: String(second.body.next) });
    expect(idsOf(third)).toEqual(['e']);
    expect(third.body.next).toBeNull();
    expect(third.body.position).toBe(sequences.get('e'));
    const back = await ask({ limit: '2', cursor: String(third.body.previous) });
    expect(idsOf(back)).toEqual(['c', 'd']);
    const again = await ask({ limit: '2', cursor: String(back.body.next) });
    expect(idsOf(again)).toEqual(['e']);
    const behind = await ask({ after: String(sequences.get('d')) });
    expect(idsOf(behind)).toEqual(['e']);
    expect(
      idsOf(await ask({ cursor: String(behind.body.previous), after: String(sequences.get('d')) })),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  it('moves the place on although no event was of the types that were asked for', async () => {
    await store(['a', 'b']);
    const sequences = await store(['c'], NOW, 'com.sluice.trade.confirmed');
    const none = await ask({ type: 'com.sluice.controls.*' });
    expect(none.body).toMatchObject({ items: [], next: null, position: sequences.get('c') });
    expect(idsOf(await ask({ type: 'com.sluice.trade.confirmed,com.sluice.halt.*' }))).toEqual([
      'c',
    ]);
    const unknown = await ask({ type: 'com.sluice.trade.confirmed,com.sluice.nothing' });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid-query' } });
  });

  it('begins at a moment, wherever it lies', async () => {
    const at = (hours: number) => plusSeconds(NOW, -hours * 3_600);
    for (let hours = 20; hours > 0; hours--) await store([`h${hours}`], at(hours));
    expect(idsOf(await ask({ from: at(3) }))).toEqual(['h3', 'h2', 'h1']);
    expect(idsOf(await ask({ from: plusSeconds(at(3), 1) }))).toEqual(['h2', 'h1']);
    expect(idsOf(await ask({ from: at(400) }))).toHaveLength(20);
    expect(idsOf(await ask({ from: at(0) }))).toEqual([]);
    expect(await ask({ from: at(3), after: '1767603603000001' })).toMatchObject({ status: 400 });
  });

  it('tells a reader who fell behind, and from where to go on', async () => {
    const days = (count: number) => plusSeconds(NOW, -count * 86_400);
    const old = await store(['old', 'older'], days(31));
    await store(['lost'], days(30.5));
    const kept = await store(['kept'], days(1));
    const gone = await ask({ after: String(old.get('old')) });
    expect(gone).toMatchObject({ status: 410, body: { code: 'events-expired' } });
    const resumed = await ask({ after: String(gone.body.resume) });
    expect(idsOf(resumed)).toEqual(['kept']);
    expect(await ask({ after: '9999999999999999' })).toMatchObject({
      status: 410,
      body: { resume: null },
    });
    expect(idsOf(await ask({ after: String(kept.get('kept')) }))).toEqual([]);
  });

  it('shows denials to those who may read the list of denials', async () => {
    await store(['denied'], NOW, 'com.sluice.access.denied');
    await store(['b']);
    expect(idsOf(await ask())).toEqual(['b']);
    expect(idsOf(await ask({}, { groups: '[approver]' }))).toEqual(['denied', 'b']);
  });
});

describe('GET /v1/events.schema.json', () => {
  it('has the schema that each event names', async () => {
    const { body } = await deployed().call('query-ledger', {
      routeKey: 'GET /v1/events.schema.json',
      groups: '[viewer]',
    });
    const definitions = body.$defs as Record<string, { properties: { data: { $id: string } } }>;
    const name = 'com.sluice.trade.confirmed';
    expect(definitions[name]?.properties.data.$id).toBe(`urn:sluice:event:${name}`);
  });
});
