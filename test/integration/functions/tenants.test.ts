import { beforeEach, describe, expect, it } from 'vitest';
import { ROUTES, type Route, routeKeyOf } from '../../../api/routes/routes.ts';
import { policyWrites } from '../../samples/policy-writes.ts';
import { CONTROLS, RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import type { ApiCall } from './deployed-functions.ts';

const TOKEN_OF_MAIN = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:token-main';
const TOKEN_OF_OTHER = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:token-other';

const { deployed } = deployedForEachTest({
  TENANTS: 'main,other',
  TOKEN_SECRET_ARN: `main=${TOKEN_OF_MAIN},other=${TOKEN_OF_OTHER}`,
});

const ALL_ROLES = 'viewer trader treasurer approver admin';
const OF_MAIN = `[${ALL_ROLES} tenant:main]`;
const OF_OTHER = `[${ALL_ROLES} tenant:other]`;
const OF_BOTH = `[${ALL_ROLES} tenant:other tenant:main]`;

/** In every text of the other tenant: no answer to another tenant may hold it. */
const MARK = 'of-the-other';
const RULE_ID = `rule-${MARK}`;
const ACCOUNT_ID = '00000000-0000-4000-8000-0000000000ff';

/** What the other tenant has: policy, a withdrawal that waits, a snapshot, links of its audit. */
let instructionId: string;

beforeEach(async () => {
  const { ledger, invoke } = deployed();
  const main = (await ledger.readPolicy('main')).accounts[0];
  if (main === undefined) throw new Error('not armed');
  const first = {
    tenant: 'other',
    accounts: [{ ...main, id: ACCOUNT_ID, label: `Vault ${MARK}` }],
    rules: [{ ...RULE, id: RULE_ID, withdrawalAccountId: ACCOUNT_ID }],
    currencies: ['BTC'],
    controls: CONTROLS,
  };
  const written = await ledger.commit('other', policyWrites(await ledger.epoch(), first));
  expect(written.ok).toBe(true);
  await invoke('take-snapshot', { tenant: 'other', scheduledFor: new Date().toISOString() });
  const asked = await ask(OF_OTHER, ACCOUNT_ID);
  expect(asked, asked.text).toMatchObject({ status: 202 });
  instructionId = String(asked.body.id);
});

async function ask(groups: string, withdrawalAccountId: string) {
  return await deployed().call('manage-instructions', {
    routeKey: 'POST /v1/withdrawals',
    headers: { 'idempotency-key': `key-${MARK}` },
    body: { withdrawalAccountId, amount: '0.5', comment: `the rent ${MARK}` },
    groups,
    by: `tess-${MARK}`,
  });
}

/** A route as a caller uses it who knows every id of the other tenant. */
function callOf(route: Route, groups: string, query?: ApiCall['query']): ApiCall {
  const id = route.path.includes('sweep-rules')
    ? RULE_ID
    : route.path.includes('accounts')
      ? ACCOUNT_ID
      : instructionId;
  return {
    routeKey: routeKeyOf(route),
    groups,
    by: 'mallory',
    headers: { 'idempotency-key': 'another-key', 'if-match': '"1"' },
    ...(route.path.includes('{id}') ? { path: { id } } : {}),
    ...(query === undefined ? {} : { query }),
    ...(route.method === 'GET' ? {} : { body: bodyOf(route) }),
  };
}

/** A body that would be accepted where the other tenant's things were within reach. */
function bodyOf({ method, path }: Route): unknown {
  if (path === '/v1/withdrawals') {
    return { withdrawalAccountId: ACCOUNT_ID, amount: '0.1', comment: 'for me' };
  }
  if (path.endsWith('/sweep-rules/{id}') && method === 'PUT') {
    const { version: _, activeSince: __, ...rule } = RULE;
    return { ...rule, id: RULE_ID, withdrawalAccountId: ACCOUNT_ID, enabled: false };
  }
  return { comment: 'for me' };
}

const itemsOfOther = async () =>
  (await deployed().ledgerItems()).filter(({ pk }) => pk?.S?.startsWith('other#'));

const GETS = ROUTES.filter(({ method }) => method === 'GET');
/**
 * The document is everybody's; a report that starts with a required parameter says so, and so does a forecast where there
 * is no policy.
 */
const REFUSED_OR_EMPTY = [200, 400, 404, 409];

describe('of another tenant', () => {
  it('nothing is read, by any route, by who knows all of its ids', async () => {
    for (const route of GETS) {
      const { status, text, body } = await deployed().call(route.function, callOf(route, OF_MAIN));
      expect(REFUSED_OR_EMPTY, routeKeyOf(route)).toContain(status);
      expect(text, routeKeyOf(route)).not.toContain(MARK);
      if (!route.path.includes('{id}') || status !== 200) continue;
      expect(body, routeKeyOf(route)).toEqual({ items: [], next: null, previous: null });
    }
  });

  it('everything is read by who may see it: what is looked for above would be found', async () => {
    const telling: string[] = [];
    for (const route of GETS) {
      const { text } = await deployed().call(route.function, callOf(route, OF_OTHER));
      if (text.includes(MARK)) telling.push(route.path);
    }
    expect(telling).toEqual(
      expect.arrayContaining([
        '/v1/accounts',
        '/v1/audit',
        '/v1/instructions',
        '/v1/instructions/{id}',
        '/v1/sweep-rules',
        '/v1/sweep-rules/{id}',
        '/v1/withdrawals',
      ]),
    );
  });

  it('nothing is written, by any route, by who knows all of its ids', async () => {
    const before = await itemsOfOther();
    for (const route of ROUTES.filter(({ method }) => method !== 'GET')) {
      const { text } = await deployed().call(route.function, callOf(route, OF_MAIN));
      // A caller's own input may come back to them; the other tenant's data does not.
      expect(text, routeKeyOf(route)).not.toContain(`tess-${MARK}`);
      expect(text, routeKeyOf(route)).not.toContain(`Vault ${MARK}`);
    }
    expect(await itemsOfOther()).toEqual(before);
    expect(deployed().posts('/v1/withdrawals')).toEqual([]);
  });

  it('nothing is answered to who asks for it by name, on any route, and nothing written', async () => {
    const before = await itemsOfOther();
    for (const route of ROUTES) {
      const call = callOf(route, OF_MAIN, { tenant: 'other' });
      const { status, body } = await deployed().call(route.function, call);
      expect([status, body.type], routeKeyOf(route)).toEqual([
        403,
        'urn:sluice:problem:tenant-refused',
      ]);
    }
    expect(await itemsOfOther()).toEqual(before);
  });

  it('a tenant that does not exist is answered as one that is not yours', async () => {
    const refused = async (tenant: string) => {
      const { body } = await list(OF_MAIN, { tenant });
      return JSON.stringify(body).replaceAll(tenant, 'NAME');
    };
    expect(await refused('nobody')).toBe(await refused('other'));
  });

  it('a cursor is not accepted, though route and filters are the same', async () => {
    const halting = { routeKey: 'POST /v1/controls/halt', groups: '[trader tenant:other]' };
    await deployed().call('halt', { ...halting, body: { comment: 'stop' } });
    const first = await list(OF_BOTH, { tenant: 'other', limit: '1' });
    expect(first.body.next).toEqual(expect.any(String));
    const cursor = String(first.body.next);
    const own = await list(OF_BOTH, { tenant: 'other', limit: '1', cursor });
    expect(own.status).toBe(200);
    const refused = await list(OF_BOTH, { tenant: 'main', limit: '1', cursor });
    expect(refused.body.type).toBe('urn:sluice:problem:cursor-refused');
  });
});

async function list(groups: string, query: Readonly<Record<string, string>>) {
  return await deployed().call('query-ledger', { routeKey: 'GET /v1/audit', groups, query });
}

describe('a caller', () => {
  const rules = async (groups: string, query?: ApiCall['query']) => {
    const call = { routeKey: 'GET /v1/sweep-rules', groups, ...(query && { query }) };
    const { status, body } = await deployed().call('query-ledger', call);
    return status === 200 ? (body.items as { id: string }[]).map(({ id }) => id) : status;
  };

  it('of several tenants chooses by parameter, and means the first without one', async () => {
    expect(await rules(OF_BOTH)).toEqual([RULE.id]);
    expect(await rules(OF_BOTH, { tenant: 'other' })).toEqual([RULE_ID]);
  });

  it('of one tenant needs no parameter', async () => {
    expect(await rules(OF_OTHER)).toEqual([RULE_ID]);
    expect(await rules(OF_OTHER, { tenant: 'main' })).toBe(403);
  });

  it('of no tenant sees nothing, and no audit says so', async () => {
    const before = await deployed().ledgerItems();
    expect(await rules(`[${ALL_ROLES}]`)).toBe(403);
    expect(await rules(`[${ALL_ROLES} tenant:nobody]`)).toBe(403);
    expect(await deployed().ledgerItems()).toEqual(before);
  });

  it('whose role does not suffice is on record with the tenant it was about', async () => {
    const call = { routeKey: 'POST /v1/controls/halt', body: { comment: 'stop' } };
    await deployed().call('halt', { ...call, groups: '[viewer tenant:other]' });
    const denied = (tenant: string) =>
      deployed().call('query-ledger', {
        routeKey: 'GET /v1/audit/denials',
        groups: OF_BOTH,
        query: { tenant },
      });
    expect((await denied('other')).body.items).toMatchObject([{ route: call.routeKey }]);
    expect((await denied('main')).body.items).toEqual([]);
  });
});

describe('the service', () => {
  const tokens = () =>
    deployed().secrets.reads.map(({ body }) => (body as { readonly SecretId: string }).SecretId);

  it('is asked with the token of the tenant that is meant, and no other', async () => {
    const before = tokens().length;
    const routeKey = 'GET /v1/balances';
    await deployed().call('query-market', {
      routeKey,
      groups: OF_BOTH,
      query: { tenant: 'other' },
    });
    expect(tokens().slice(before)).toEqual([TOKEN_OF_OTHER]);
    await deployed().call('query-market', { routeKey, groups: OF_BOTH });
    expect(tokens().slice(before)).toEqual([TOKEN_OF_OTHER, TOKEN_OF_MAIN]);
  });

  it('is not asked for a tenant without a place for its token', async () => {
    const scheduledFor = new Date().toISOString();
    const tick = { tenant: 'nobody', scheduledFor };
    await expect(deployed().invoke('take-snapshot', tick)).rejects.toThrow(
      'no token is deployed for the tenant nobody',
    );
  });
});
