import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import type { Item } from '../../../adapters/store/item.ts';
import { authorisationPage } from '../../../api/roles/authorisation-page.ts';
import {
  type AuthorisationTable,
  CALLER_KINDS,
  type CallerKind,
  contractTable,
} from '../../../api/roles/authorisation-table.ts';
import { ROUTES, type Route, routeKeyOf } from '../../../api/routes/routes.ts';
import { record } from '../../canary/record.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { belowBid } from '../market/below-bid.ts';
import { UNACCEPTABLE } from './presented.ts';
import { servedForTheFile } from './served-api.ts';

/** Requests on their way at once. */
const AT_ONCE = 16;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const served = servedForTheFile();
afterAll(() => {
  agent.destroy();
});

interface Seen {
  readonly route: string;
  readonly who: string;
  readonly status: number;
  readonly type: string;
}

async function ask(route: Route, token: string | null, who: string): Promise<Seen> {
  const path = route.path.replace(/\{\w+\}/g, 'nothing-of-this-id');
  const body = route.method === 'POST' || route.method === 'PUT' ? '{}' : undefined;
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': body.length }),
    'idempotency-key': 'one-of-the-matrix',
  };
  const { method } = route;
  return await new Promise((resolve, reject) => {
    const sent = httpRequest(`${served().url}${path}`, { method, headers, agent }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += String(chunk);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        record('what the API answered', text);
        const type = /urn:sluice:problem:([a-z-]+)/.exec(text)?.[1] ?? '';
        resolve({ route: routeKeyOf(route), who, status: answer.statusCode ?? 0, type });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Does it for all of them, several at once, in whichever order. */
async function forAll<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const left = [...all];
  const done: R[] = [];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      done.push(await act(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

const nameOf = ({ kind, role }: CallerKind) => `${kind} ${role}`;
const isRefusal = ({ status }: Seen) => status === 401 || status === 403;

function withoutDenials(items: readonly Item[]): readonly Item[] {
  return items.filter(({ entity }) => entity?.S !== 'denials');
}

describe('the API over HTTP', () => {
  it('refuses every token that is not acceptable, on every route, whatever role it claims', async () => {
    const before = await served().deployed.ledgerItems();
    const presented: { route: Route; token: string | null; who: string; how: string }[] = [];
    for (const caller of CALLER_KINDS) {
      for (const how of UNACCEPTABLE) {
        const token = await served().tokens.unacceptable(caller, how);
        const who = `${nameOf(caller)}, ${how}`;
        presented.push(...ROUTES.map((route) => ({ route, token, who, how })));
      }
    }
    const seen = await forAll(presented, async ({ route, token, who, how }) => {
      return { ...(await ask(route, token, who)), how };
    });
    expect(seen).toHaveLength(ROUTES.length * CALLER_KINDS.length * UNACCEPTABLE.length);
    expect(seen.filter(({ status }) => status !== 401)).toEqual([]);
    // The authoriser takes an ID token for what it is not; the function does not.
    const byFunction = seen.filter(({ type }) => type === 'not-an-access-token');
    expect(new Set(byFunction.map(({ how }) => how))).toEqual(new Set(['ID token']));
    expect(byFunction).toHaveLength(ROUTES.length * CALLER_KINDS.length);
    expect(await served().deployed.ledgerItems()).toEqual(before);
  });

  it('answers each role what docs/authorisation.md says, and puts denials and who asked on record, nothing else', async () => {
    const before = withoutDenials(await served().deployed.ledgerItems());
    const valid = new Map<CallerKind, string>();
    for (const caller of CALLER_KINDS) valid.set(caller, await served().tokens.valid(caller));
    const table = contractTable();
    const refused = ROUTES.flatMap((route) =>
      CALLER_KINDS.filter((caller) => !table.get(routeKeyOf(route))?.includes(caller)).map(
        (caller) => ({ route, caller }),
      ),
    );
    const denied: Seen[] = [];
    for (const { route, caller } of refused) {
      denied.push(await ask(route, valid.get(caller) ?? null, nameOf(caller)));
    }
    const wrong = denied.filter(({ status, type }) => status !== 403 || type !== 'role-missing');
    expect(wrong).toEqual([]);
    const after = await served().deployed.ledgerItems();
    expect(withoutDenials(after)).toEqual(before);
    const recording = refused.filter(({ route: { function: name } }) => !READING.has(name));
    // Each caller once, however many routes refused it.
    const callers = await served().deployed.callerItems();
    expect(callers.length).toBeGreaterThan(0);
    expect(callers.length).toBeLessThanOrEqual(CALLER_KINDS.length);
    const denials = after.filter(({ entity }) => entity?.S === 'denials');
    expect(denials.reduce((sum, { count }) => sum + Number(count?.N), 0)).toBe(recording.length);

    const answered = new Map<string, CallerKind[]>(ROUTES.map((each) => [routeKeyOf(each), []]));
    const allowed = ROUTES.flatMap((route) =>
      (table.get(routeKeyOf(route)) ?? []).map((caller) => ({ route, caller })),
    );
    const seen = await forAll(allowed, async ({ route, caller }) => {
      const one = await ask(route, valid.get(caller) ?? null, nameOf(caller));
      if (!isRefusal(one)) answered.get(one.route)?.push(caller);
      return one;
    });
    expect(seen.filter((one) => isRefusal(one) || one.status >= 500)).toEqual([]);
    expect(
      readFileSync('docs/authorisation.md', 'utf8'),
      'npm run docs:authorisation writes it',
    ).toBe(authorisationPage(inOrder(answered)));
  });

  it('refuses a valid token without any role everywhere', async () => {
    const token = await served().tokens.valid({ kind: 'nobody', role: '' });
    const seen = await forAll(ROUTES, (route) => ask(route, token, 'nobody'));
    expect(seen.filter(({ status, type }) => status !== 403 || type !== 'role-missing')).toEqual(
      [],
    );
  });

  it('makes no more of a program than viewer and trader, whatever its issuer writes in its token', async () => {
    const program = await served().tokens.sign({
      sub: 'a-program',
      azp: 'a-program',
      client_id: served().tokens.clients.program,
      'cognito:groups': ['approver', 'treasurer', 'admin'],
      scope: 'sluice/approver sluice/treasurer sluice/admin',
      gty: 'client-credentials',
    });
    const seen = await forAll(ROUTES, (route) => ask(route, program, 'a program'));
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([403]));
  });
});

describe('a program', () => {
  /** The grant as a program asks for it: its own credentials, and the scopes it wants. */
  const grant = async (scope: string | undefined, secret = 'local') => {
    const { client, issuer } = served().program;
    const authorization = `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`;
    const asked = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) };
    const body = new URLSearchParams(asked);
    const answer = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { authorization },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const send = async (
    token: unknown,
    path: string,
    body: object,
    key = 'of-a-program',
    seen = '',
  ) => {
    const headers = {
      authorization: `Bearer ${String(token)}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(seen === '' ? {} : { 'if-match': `"${seen}"` }),
    };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${served().url}${path}`, sent);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const trade = (amount: string) => {
    const price = belowBid(served().deployed.sandbox);
    return { instrument: 'BTC/USD', side: 'Sell', price, amount };
  };

  it('gets a token for its own credentials, of the form of the deployed pool, with no more than its scopes', async () => {
    const { status, body } = await grant('sluice/trader');
    expect([status, body.scope]).toEqual([200, 'sluice/trader']);
    const { client, issuer } = served().program;
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      sub: client,
      client_id: client,
      iss: issuer,
      token_use: 'access',
      scope: 'sluice/trader',
    });
    expect(decodeJwt(String(body.access_token))).not.toHaveProperty('cognito:groups');
    const tooMuch = await grant('sluice/approver');
    expect(decodeJwt(String(tooMuch.body.access_token)).scope).toBe('');
    const unasked = await grant(undefined);
    expect(decodeJwt(String(unasked.body.access_token)).scope).toBe('sluice/viewer sluice/trader');
    expect((await grant('sluice/trader', 'another secret')).status).toBe(401);
  });

  it('trades where its scope says so, and is on record as a program', async () => {
    const viewing = (await grant('sluice/viewer')).body.access_token;
    expect((await send(viewing, '/v1/trades', trade('0.1'))).status).toBe(403);
    const trading = (await grant('sluice/trader')).body.access_token;
    const { status, body } = await send(trading, '/v1/trades', trade('0.1'));
    expect([status, body.origin]).toMatchObject([
      201,
      { requestedBy: `program:${served().program.client}` },
    ]);
  });

  it('is never one of the people who approve, neither of its own trade nor of anything else', async () => {
    const { ledger } = served().deployed;
    const { controls } = await ledger.readPolicy(TENANT);
    if (controls === null) throw new Error('not armed');
    const trades = { ...controls.trades, approvalAbove: '1' };
    const cautious = { ...controls, trades, version: controls.version + 1 };
    await ledger.commit(TENANT, [{ kind: 'put-controls', controls: cautious }]);
    const minted = await fetch(`${served().url}/local/token?client=machine`);
    const everything = (await minted.text()).trim();
    expect(decodeJwt(everything).scope).toBe('sluice/viewer sluice/trader');
    const waiting = await send(everything, '/v1/trades', trade('0.1'), 'above-the-limit');
    expect([waiting.status, waiting.body.status]).toMatchObject([
      202,
      { state: 'awaiting-approval', approvalsRequired: 2 },
    ]);
    const { id, contentDigest: content } = waiting.body;
    const before = withoutDenials(await served().deployed.ledgerItems());
    const raised = await served().tokens.sign({
      sub: served().program.client,
      client_id: served().program.client,
      token_use: 'access',
      scope: 'sluice/trader sluice/approver',
      'cognito:groups': ['approver'],
    });
    const { sign, clients } = served().tokens;
    const own = { client_id: clients.person, token_use: 'access' };
    // Of no person who signed in, though its subject is not its client, and in the group.
    const service = { ...own, sub: 'payroll-object', 'cognito:groups': ['approver'] };
    const person = { ...own, sub: 'subject-of-vic', username: 'vic' };
    const assistant = { ...person, 'cognito:groups': ['assistant approver', 'approver,treasurer'] };
    const scoped = { ...person, 'cognito:groups': ['viewer'], scope: 'sluice/approver' };
    const nobodies = await Promise.all([service, assistant, scoped].map((each) => sign(each)));
    for (const token of [everything, raised, ...nobodies]) {
      const refused = await send(token, `/v1/trades/${id}/approve`, {}, 'any', String(content));
      expect([refused.status, refused.body.type]).toEqual([403, 'urn:sluice:problem:role-missing']);
    }
    expect(withoutDenials(await served().deployed.ledgerItems())).toEqual(before);
    const approver = await served().tokens.valid({ kind: 'person', role: 'approver' });
    const first = await send(approver, `/v1/trades/${id}/approve`, {}, 'any', String(content));
    expect(first.body.status).toMatchObject({ state: 'awaiting-approval' });
    const bob = { ...own, sub: 'subject-of-bob', username: 'bob', 'cognito:groups': ['approver'] };
    const second = await sign(bob);
    const approved = await send(second, `/v1/trades/${id}/approve`, {}, 'any', String(content));
    expect(approved.body.status).toMatchObject({
      state: 'approved',
      by: 'person-approver and bob',
    });
  });
});

/** Functions that only read, and so cannot put anything on record. */
const READING: ReadonlySet<string> = new Set([
  'query-ledger',
  'query-reports',
  'query-market',
  'preview-policy',
]);

function inOrder(answered: ReadonlyMap<string, readonly CallerKind[]>): AuthorisationTable {
  return new Map(
    [...answered].map(([key, callers]) => [
      key,
      CALLER_KINDS.filter((each) => callers.includes(each)),
    ]),
  );
}
