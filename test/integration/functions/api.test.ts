import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wholeList } from '../../../api/responses/list.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const {
  belowMarket: atMarket,
  items,
  putControls,
  snapshot,
  sweep,
  trade: place,
} = deploymentSteps(deployed);

const PROBLEM = 'application/problem+json';

const trade = (body: unknown, change: Partial<ApiCall> = {}) => place(body, 'key-1', change);

const get = (routeKey: string, change: Partial<ApiCall> = {}) =>
  deployed().call(routeKey.startsWith('/v1/snapshots') ? 'query-reports' : 'query-ledger', {
    routeKey: `GET ${routeKey}`,
    ...change,
  });

const trades = () => deployed().posts('/v1/trades');

describe('POST /v1/trades', () => {
  beforeEach(async () => {
    await deployed().agreePrices();
  });

  it('answers 201 with the instruction and where it stands', async () => {
    const { status, headers, body } = await trade(atMarket());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: { state: 'confirmed' },
      origin: { kind: 'request', requestedBy: 'tina' },
    });
    expect(headers.location).toBe(`/v1/trades/${String(body.id)}`);
    expect(headers['idempotent-replayed']).toBeUndefined();
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
  });

  it('answers a repetition from the record, and says so in a header', async () => {
    const request = atMarket();
    const first = await trade(request);
    const again = await trade({ ...request, side: 'SELL' });
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(trades()).toHaveLength(1);
  });

  it('answers 422 to the same key with another body', async () => {
    await trade(atMarket('0.1'));
    const { status, headers, body } = await trade(atMarket('0.2'));
    expect(status).toBe(422);
    expect(headers['content-type']).toBe(PROBLEM);
    expect(body.type).toBe('urn:sluice:problem:idempotency-key-reused');
    expect(trades()).toHaveLength(1);
  });

  it('answers 422 to the same key and body of another person: it is not their trade', async () => {
    await trade(atMarket('0.1'));
    const { status, body } = await trade(atMarket('0.1'), { by: 'tom' });
    expect([status, body.type]).toEqual([422, 'urn:sluice:problem:idempotency-key-reused']);
    expect(trades()).toHaveLength(1);
  });

  it('answers 400 to two keys, in one header or in two', async () => {
    for (const headers of [
      { 'idempotency-key': 'key-1,key-2' },
      { 'idempotency-key': 'key-1', 'Idempotency-Key': 'key-2' },
    ]) {
      const { status, body } = await trade(atMarket('0.1'), { headers });
      expect([status, body.type]).toEqual([400, 'urn:sluice:problem:idempotency-key-invalid']);
    }
    expect(trades()).toHaveLength(0);
  });

  it('answers 409 while a request with the same key is carried out', async () => {
    deployed().sandbox.queueFault({ on: 'POST /v1/trades', fault: { kind: 'slow', delayMs: 600 } });
    const request = atMarket();
    const first = trade(request);
    await vi.waitFor(() => expect(trades()).toHaveLength(1), { interval: 10, timeout: 10_000 });
    const { status, headers, body } = await trade(request);
    expect(status).toBe(409);
    expect(headers['retry-after']).toBeDefined();
    expect(body.type).toBe('urn:sluice:problem:in-flight');
    expect((await first).status).toBe(201);
    expect(trades()).toHaveLength(1);
  });

  it('answers 409 in dry-run, and sends nothing', async () => {
    await putControls(() => ({ mode: 'dry-run' }));
    const { status, body } = await trade(atMarket());
    expect([status, body.type]).toEqual([409, 'urn:sluice:problem:dry-run']);
    expect(trades()).toEqual([]);
  });

  it('answers 202 where the outcome is unknown, and where to look for it', async () => {
    deployed().sandbox.queueFault({
      on: 'POST /v1/trades',
      fault: { kind: 'status', status: 503, execute: true },
    });
    const { status, headers, body } = await trade(atMarket());
    expect(status).toBe(202);
    expect(headers.location).toBe(`/v1/trades/${String(body.id)}`);
    expect(body).toMatchObject({ status: { state: 'unknown' } });
    const { body: found } = await get('/v1/instructions/{id}', { path: { id: String(body.id) } });
    expect(found).toEqual(body);
  });

  it('answers 502 where the service rejected it, and the same again from the record', async () => {
    deployed().sandbox.queueFault({
      on: 'POST /v1/trades',
      fault: { kind: 'status', status: 422 },
    });
    const request = atMarket();
    const { status, headers, body } = await trade(request);
    expect(status).toBe(502);
    expect(headers['content-type']).toBe(PROBLEM);
    expect(body).toMatchObject({
      type: 'urn:sluice:problem:trade-rejected',
      state: 'rejected',
      instructionId: expect.stringMatching(/^trade-/),
    });
    const again = await trade(request);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([502, 'true']);
    expect(trades()).toHaveLength(1);
  });

  it('answers 503 where the service cannot be read, and records nothing', async () => {
    deployed().sandbox.queueFault({
      on: 'GET /v1/balances',
      fault: { kind: 'status', status: 403 },
      times: 2,
    });
    const { status, body } = await trade(atMarket());
    expect([status, body.type]).toEqual([503, 'urn:sluice:problem:service-token-refused']);
    expect((await get('/v1/instructions')).body).toEqual(wholeList([]));
  });

  it.each([
    [{}, 'idempotency-key-missing'],
    [{ 'idempotency-key': 'with blanks' }, 'idempotency-key-invalid'],
    [{ 'idempotency-key': 'a\r\nset-cookie: b' }, 'idempotency-key-invalid'],
    [{ 'idempotency-key': 'k'.repeat(256) }, 'idempotency-key-invalid'],
  ])('answers 400 to the headers %j', async (headers, code) => {
    const { status, body } = await trade(atMarket(), { headers });
    expect([status, body.type]).toEqual([400, `urn:sluice:problem:${code}`]);
    expect(body.fields).toMatchObject([{ field: 'Idempotency-Key' }]);
    expect(trades()).toEqual([]);
  });

  it('answers 422 to a body that is not a trade, field by field', async () => {
    const { status, body } = await trade({ ...atMarket(), amount: 0.1, venue: 'x' });
    expect(status).toBe(422);
    expect(body.fields).toMatchObject([
      { field: 'amount', seen: '0.1', accepted: expect.stringContaining('decimal text') },
      { field: 'venue', seen: 'present', accepted: expect.stringContaining('absent') },
    ]);
  });

  it('answers 400 to a body that is not JSON', async () => {
    expect((await trade('{"instrument":')).status).toBe(400);
  });

  it('answers 403 to people who do not trade', async () => {
    const { status } = await trade(atMarket(), { groups: '[viewer]' });
    expect(status).toBe(403);
    expect(trades()).toEqual([]);
  });

  it('answers 500 without a word of what went wrong inside, and sends nothing', async () => {
    await deployed().loseLedger();
    const { status, body } = await trade(atMarket());
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/table|dynamo|arn:|Exception/i);
    expect(body.requestId).toBe('request-1');
    expect(trades()).toEqual([]);
  });
});

describe('the GET routes', () => {
  /** One snapshot, its sweep, and the withdrawal. */
  async function swept() {
    await sweep(await snapshot({ tenant: TENANT, scheduledFor: '2026-02-01T09:00:00Z' }));
    const [instruction] = await items('instruction');
    return instruction?.id?.S ?? '';
  }

  it('answer each with what is on record', async () => {
    const id = await swept();
    const latest = await get('/v1/snapshots/latest');
    expect(latest).toMatchObject({ status: 200, body: { kind: 'taken', tenant: TENANT } });
    expect((await get('/v1/snapshots')).body).toEqual(wholeList([latest.body]));
    const range = { from: '2026-02-01T10:00:00+01:00', to: '2026-02-01T09:00:00.001Z', limit: '1' };
    expect((await get('/v1/snapshots', { query: range })).body.items).toHaveLength(1);
    const until = { ...range, to: '2026-02-01T09:00:00Z' };
    expect((await get('/v1/snapshots', { query: until })).body.items).toEqual([]);
    const empty = { from: '2026-03-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    const backwards = await get('/v1/snapshots', { query: empty });
    expect(backwards).toMatchObject({ status: 400, body: { fields: [{ field: 'from' }] } });
    const asOf = { at: '2026-02-01T09:00:00Z' };
    expect((await get('/v1/snapshots', { query: asOf })).body).toEqual(wholeList([]));
    const later = { at: '9999-01-01T00:00:00Z' };
    expect((await get('/v1/snapshots', { query: later })).body).toEqual(wholeList([latest.body]));
    const one = await get('/v1/instructions/{id}', { path: { id } });
    expect(one.body).toMatchObject({ id, status: { state: 'confirmed' } });
    const { names, ...itself } = one.body;
    expect((await get('/v1/instructions')).body).toEqual({ ...wholeList([itself]), names });
    const confirmed = { state: 'confirmed' };
    expect((await get('/v1/instructions', { query: confirmed })).body.items).toHaveLength(1);
    const approved = { state: 'approved' };
    expect((await get('/v1/instructions', { query: approved })).body.items).toEqual([]);
    const accountNames = { [RULE.withdrawalAccountId]: expect.any(String) };
    // What it did: the sweep of this very test, and nothing further since it has no schedule of its own.
    const activity = {
      lastSweepAt: expect.any(String),
      lastTriedAt: expect.any(String),
      nextOccurrence: null,
      budgets: { per24Hours: { limit: '10', used: '2.25', left: '7.75' } },
    };
    expect((await get('/v1/sweep-rules')).body).toEqual({
      ...wholeList([{ ...RULE, activity }]),
      names: { rules: {}, accounts: accountNames, people: {} },
    });
    expect((await get('/v1/accounts')).body.items).toMatchObject([{ currency: 'BTC' }]);
    expect((await get('/v1/controls')).body).toMatchObject({ mode: 'live', version: 1 });
    expect((await get('/v1/lanes')).body.items).toMatchObject([
      { currency: 'BTC', state: 'idle' },
      { currency: 'USD' },
    ]);
    const decisions = (await get('/v1/decisions', { query: { rule: RULE.id } })).body;
    expect(decisions.items).toMatchObject([{ instructionId: id, decision: { outcome: 'sweep' } }]);
    expect((await get('/v1/decisions')).body).toEqual(decisions);
    for (const query of [{ to: '2026-02-01T09:00:00Z' }, { from: '2026-02-01T09:00:00.001Z' }]) {
      expect((await get('/v1/decisions', { query })).body).toEqual(wholeList([]));
      const ofRule = { ...query, rule: RULE.id };
      expect((await get('/v1/decisions', { query: ofRule })).body).toEqual(wholeList([]));
    }
  });

  it('say why a rule did not sweep', async () => {
    const halting = { routeKey: 'POST /v1/controls/halt', body: { comment: 'an audit' } };
    expect((await deployed().call('halt', { ...halting, by: 'ann' })).status).toBe(200);
    const item = await snapshot({ tenant: TENANT, scheduledFor: '2026-02-01T09:00:00Z' });
    await deployed().invoke('run-sweeps', item);
    const { items: decisions } = (await get('/v1/decisions')).body;
    expect(decisions).toMatchObject([{ decision: { outcome: 'no-sweep', reason: 'halted' } }]);
    expect((decisions as readonly object[])[0]).not.toHaveProperty('instructionId');
  });

  it.each([
    ['/v1/snapshots', { from: 'yesterday' }, 'from', '"yesterday"'],
    ['/v1/snapshots', { limit: '0' }, 'limit', '"0"'],
    ['/v1/snapshots', { limit: '201' }, 'limit', '"201"'],
    ['/v1/snapshots', { colour: 'red' }, 'colour', 'present'],
    ['/v1/snapshots/latest', { at: 'now' }, 'at', 'present'],
    ['/v1/instructions', { state: 'gone' }, 'state', '"gone"'],
    ['/v1/decisions', { rule: '' }, 'rule', '""'],
  ])('answer 400 on %s to %j, with field, seen and accepted', async (route, query, field, seen) => {
    const { status, headers, body } = await get(route, { query });
    expect(status).toBe(400);
    expect(headers['content-type']).toBe(PROBLEM);
    expect(body).toMatchObject({
      type: 'urn:sluice:problem:invalid-query',
      status: 400,
      requestId: 'request-1',
      fields: [{ field, seen, accepted: expect.any(String) }],
    });
  });

  it.each([
    ['/v1/snapshots/latest', {}],
    ['/v1/instructions/{id}', { id: 'nothing' }],
    ['/v1/instructions/{id}', { id: 'x'.repeat(5_000) }],
    ['/v1/unheard-of', {}],
  ])('answer 404 on %s where there is nothing', async (route, path: Record<string, string>) => {
    const { status, headers } = await get(route, { path });
    expect([status, headers['content-type']]).toEqual([404, PROBLEM]);
  });
});
