import { beforeEach, describe, expect, it } from 'vitest';
import { itemOf } from '../../../adapters/store/item.ts';
import { AUDIT_ENTRY } from '../../../adapters/store/ledger-items.ts';
import { appendToChain, EMPTY_CHAIN } from '../../../treasury/audit/audit-entry.ts';
import { APPROVED } from '../../samples/instructions.ts';
import { ANY_STOP } from '../../samples/stops.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { putItems } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';

const { deployed } = deployedForEachTest({}, 'agreed');

type Parameters = Readonly<Record<string, string>>;

async function get(route: string, query: Parameters = {}) {
  return await deployed().call('query-ledger', {
    routeKey: `GET ${route}`,
    groups: '[admin]',
    query,
  });
}

async function ids(query: Parameters): Promise<readonly unknown[]> {
  const { status, body } = await get('/v1/withdrawals', query);
  expect(status).toBe(200);
  return (body.items as { readonly id: string }[]).map(({ id }) => id);
}

/** a to e, a second apart; b was declined, with a comment, and d cancelled. */
beforeEach(async () => {
  const { ledger } = deployed();
  const at = '2026-01-06T09:00:00.000Z';
  const declined = { state: 'declined', at, by: 'ann', comment: 'wrong vault' } as const;
  const cancelled = {
    state: 'cancelled',
    at,
    reason: 'halted',
    why: ANY_STOP,
    checks: [],
  } as const;
  for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const status = id === 'b' ? declined : id === 'd' ? cancelled : APPROVED.status;
    const fact = { code: 'declined', by: 'ann', comment: `${id}: wrong vault` } as const;
    const history = [{ at, state: status.state, fact }];
    const createdAt = `2026-01-05T09:00:0${index}.000Z`;
    const content = { ...APPROVED.content, withdrawalAccountId: RULE.withdrawalAccountId };
    const origin = { ...APPROVED.origin, ruleId: RULE.id };
    const changed = { content, origin, ...(id === 'b' && { history }) };
    const instruction = { ...APPROVED, id, tenant: TENANT, createdAt, status, ...changed };
    await ledger.commit(TENANT, [
      { kind: 'create-instruction', instruction: instruction as typeof APPROVED },
    ]);
  }
});

describe('a list of withdrawals', () => {
  it('is of several states at once, in the order of time, page by page in both directions', async () => {
    const state = 'Declined,approved';
    expect(await ids({ state })).toEqual(['e', 'c', 'b', 'a']);
    expect(await ids({ state, sort: 'oldest' })).toEqual(['a', 'b', 'c', 'e']);
    const first = await get('/v1/withdrawals', { state, limit: '2' });
    const second = await get('/v1/withdrawals', {
      state,
      limit: '2',
      cursor: String(first.body.next),
    });
    expect(second.body).toMatchObject({ items: [{ id: 'b' }, { id: 'a' }], next: null });
    const back = await get('/v1/withdrawals', {
      state,
      limit: '3',
      cursor: String(second.body.previous),
    });
    expect(back.body).toMatchObject({ items: [{ id: 'e' }, { id: 'c' }], previous: null });
  });

  it('is searched by text, by account, by rule and by currency in any case', async () => {
    expect(await ids({ text: 'WRONG vault' })).toEqual(['b']);
    expect(await ids({ text: 'nothing like it' })).toEqual([]);
    expect(await ids({ currency: 'btc', limit: '1' })).toEqual(['e']);
    expect(await ids({ currency: 'eth' })).toEqual([]);
    expect(await ids({ account: RULE.withdrawalAccountId })).toHaveLength(5);
    expect(await ids({ rule: RULE.id })).toHaveLength(5);
  });

  it('takes dates, whose windows hold each withdrawal once where they adjoin', async () => {
    const windows = [
      { from: '2026-01-04', to: '2026-01-05' },
      { from: '2026-01-05', to: '2026-01-05T09:00:02Z' },
      { from: '2026-01-05T10:00:02%2B01:00'.replace('%2B', '+'), to: '2026-01-06' },
      { from: '2026-01-06', to: '2026-02-01' },
    ];
    const found = await Promise.all(windows.map((window) => ids(window)));
    expect(found).toEqual([[], ['b', 'a'], ['e', 'd', 'c'], []]);
  });

  it('of a rule or an account that never was is not there', async () => {
    for (const query of [{ rule: 'no-such' }, { account: 'no-such' }]) {
      const { status, body } = await get('/v1/withdrawals', query);
      expect([status, body.code]).toEqual([404, 'not-found']);
    }
    expect((await get('/v1/sweep-rules', { account: 'no-such' })).status).toBe(404);
    expect((await get('/v1/decisions', { rule: 'no-such' })).status).toBe(404);
    expect((await get('/v1/decisions/spans', { rule: 'no-such' })).status).toBe(404);
  });
});

describe('a filter that names what never was', () => {
  it.each([
    ['/v1/withdrawals', 'rule', `${RULE.id}x`, `${RULE.id}?`],
    ['/v1/withdrawals', 'currency', 'BTCC', 'BTC?'],
    ['/v1/instructions', 'currency', 'doge', 'BTC'],
    ['/v1/trades', 'instrument', 'DOGE/USD', 'BTC/USD'],
    ['/v1/trades', 'rule', `${RULE.id}x`, `${RULE.id}?`],
    ['/v1/sweep-rules', 'currency', 'BTX', 'BTC?'],
    ['/v1/accounts', 'currency', 'BTX', 'BTC?'],
    ['/v1/matching-rules', 'currency', 'BTX', 'BTC?'],
    ['/v1/lanes', 'currency', 'BTX', 'BTC?'],
    ['/v1/inbox', 'currency', 'BTX', 'BTC?'],
    ['/v1/inbox', 'rule', 'no-such-rule', RULE.id],
    ['/v1/decisions', 'rule', `${RULE.id}x`, `${RULE.id}?`],
  ])('of %s is 404: %s=%s, with what was meant', async (route, field, seen, meant) => {
    const { status, body } = await get(route, { [field]: seen });
    expect([status, body.code]).toEqual([404, 'not-found']);
    const inCapitals = ['currency', 'instrument'].includes(field) ? seen.toUpperCase() : seen;
    expect(body.fields).toEqual([
      { field, seen: JSON.stringify(inCapitals), accepted: expect.stringContaining(meant) },
    ]);
  });

  it('names each of several', async () => {
    const { body } = await get('/v1/withdrawals', {
      rule: 'no-such',
      currency: 'BTC',
      account: 'x',
    });
    expect((body.fields as { field: string }[]).map(({ field }) => field)).toEqual([
      'rule',
      'account',
    ]);
  });

  it('is told from one that only has nothing: a known one has an empty list', async () => {
    expect(await ids({ currency: 'BTC', state: 'rejected' })).toEqual([]);
    expect(await ids({ currency: 'USD' })).toEqual([]);
    const trades = await get('/v1/trades', { instrument: 'btc/usd' });
    expect([trades.status, trades.body.items]).toEqual([200, []]);
    const converted = await get('/v1/trades', { rule: RULE.id });
    expect([converted.status, converted.body.items]).toEqual([200, []]);
  });
});

describe('the audit log', () => {
  it('is searched by text: names, subjects, and what was set', async () => {
    const fact = { at: '2026-01-05T09:00:00.000Z', by: 'ann', requestId: 'r-1', before: null };
    const first = appendToChain(EMPTY_CHAIN, {
      ...fact,
      action: 'create-rule',
      subject: 'rule:cold',
      after: { label: 'Excess bitcoin', seal: { signature: 'zz9' }, keep: '2.5' },
    });
    const head = { sequence: first.sequence, hash: first.hash };
    const second = appendToChain(head, {
      ...fact,
      by: 'bob',
      action: 'halt',
      subject: 'controls',
      after: { comment: 'cold feet' },
    });
    const entries = [first, second].map((entry) => itemOf(AUDIT_ENTRY, TENANT, entry));
    await putItems(deployed().ledgerTable, entries);
    const found = async (text: string) => {
      const { body } = await get('/v1/audit', { text });
      return (body.items as { readonly sequence: number }[]).map(({ sequence }) => sequence);
    };
    expect(await found('COLD')).toEqual([2, 1]);
    expect(await found('bitcoin')).toEqual([1]);
    expect(await found('bob')).toEqual([2]);
    expect(await found('zz9')).toEqual([]);
    expect(await found('keep')).toEqual([]);
  });
});

it('a parameter that a list does not have is refused with the nearest that it has', async () => {
  const { status, body } = await get('/v1/withdrawals', { curency: 'BTC' });
  expect([status, body.code]).toEqual([400, 'invalid-query']);
  expect(body.fields).toMatchObject([
    { field: 'curency', accepted: expect.stringContaining('currency?') },
  ]);
});

describe('a list that comes whole', () => {
  it('is searched, and pages once a limit says so', async () => {
    const { id } = RULE;
    const all = await get('/v1/sweep-rules');
    expect(all.body).toMatchObject({ items: [{ id }], next: null, previous: null });
    const of = async (query: Parameters) => (await get('/v1/sweep-rules', query)).body.items;
    expect(await of({ text: id.toUpperCase() })).toMatchObject([{ id }]);
    expect(await of({ currency: RULE.currency.toLowerCase() })).toMatchObject([{ id }]);
    expect(await of({ text: 'no such rule' })).toEqual([]);
    expect((await get('/v1/accounts', { limit: '1' })).body.items).toHaveLength(1);
    expect((await get('/v1/lanes', { state: 'unknown,frozen' })).status).toBe(400);
    expect((await get('/v1/lanes', { state: 'IDLE', currency: 'btc' })).body.items).toMatchObject([
      { currency: 'BTC' },
    ]);
  });
});
