import { Agent, request as httpRequest } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { CALLER_KINDS } from '../../../api/roles/authorisation-table.ts';
import { record } from '../../canary/record.ts';
import { deploymentSteps } from '../functions/deployment-steps.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { callersOf } from './callers.ts';
import { UNACCEPTABLE } from './presented.ts';
import { servedForTheFile } from './served-api.ts';

/** Anonymous requests to each route, as fast as this machine sends them: below the burst of a deciding route, by any clock. */
const FLOOD_OF_EACH = 600;
/** Connections of the flood. */
const CONNECTIONS = 24;
/** A second, on one route: so few closed it, before the limits in front of the authoriser were generous. */
const ENOUGH_BEFORE = 9;
/** Trades, and withdrawals with their approvals, that signed-in callers do meanwhile: few enough for their own limits. */
const ROUNDS = 4;

/** What a flood is aimed at: the routes of trades and approvals, and those of what an approver has to read first. */
const FLOODED = [
  'POST /v1/trades',
  'POST /v1/withdrawals',
  'GET /v1/inbox',
  'GET /v1/withdrawals/{id}',
  'POST /v1/withdrawals/{id}/approve',
] as const;

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const served = servedForTheFile('limited');
const { person } = callersOf(served);
const steps = deploymentSteps(() => served().deployed);
afterAll(() => {
  agent.destroy();
});

interface Asked {
  readonly route: string;
  readonly token: string | null;
  readonly id?: string;
  readonly key?: string;
  readonly body?: object;
  readonly ifMatch?: string;
}

async function ask({ route, token, id = 'any', key = 'k', body, ifMatch }: Asked) {
  const [method = '', path = ''] = route.split(' ');
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const url = `${served().url}${path.replace('{id}', encodeURIComponent(id))}`;
  // The flood's own connections are none of theirs.
  const from = token === null || key === 'k' ? { agent } : {};
  return await new Promise<{ readonly status: number; readonly text: string }>(
    (resolve, reject) => {
      const sent = httpRequest(url, { method, headers, ...from }, async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        resolve({ status: answer.statusCode ?? 0, text });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    },
  );
}

/** All of it, by as many senders as there are connections; the statuses that were seen, and how long it took. */
async function flood(tokens: readonly (string | null)[]) {
  const requests = Array.from({ length: FLOOD_OF_EACH * FLOODED.length }, (_, n) => ({
    route: FLOODED[n % FLOODED.length] ?? FLOODED[0],
    token: tokens[Math.floor(n / FLOODED.length) % tokens.length] ?? null,
  }));
  const begun = performance.now();
  const seen = new Map<number, number>();
  const left = requests.values();
  const sender = async () => {
    for (const asked of left) {
      const { status } = await ask(asked);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  return { seen: Object.fromEntries(seen), seconds: (performance.now() - begun) / 1_000 };
}

/** A trade, and a withdrawal that another person reads and approves, each by a signed-in caller. */
async function decideOnce(round: number): Promise<readonly string[]> {
  const [trader, maker, checker] = await Promise.all(
    [`tina-${round}`, 'tess', 'ada'].map((name) => person(name)),
  );
  const said: string[] = [];
  const signedIn = async (asked: Omit<Asked, 'key' | 'token'>, token: string | undefined) => {
    const answer = await ask({ ...asked, token: token ?? '', key: `round-${round}` });
    record('what the API answered', answer.text);
    said.push(`${asked.route} ${answer.status}`);
    return JSON.parse(answer.text) as Readonly<Record<string, unknown>>;
  };
  const trade = { route: 'POST /v1/trades', body: steps.belowMarket('0.001') };
  const withdrawal = { withdrawalAccountId: RULE.withdrawalAccountId, amount: '0.01' };
  const [, { id }] = await Promise.all([
    signedIn(trade, trader),
    signedIn({ route: 'POST /v1/withdrawals', body: { ...withdrawal, comment: 'due' } }, maker),
  ]);
  await signedIn({ route: 'GET /v1/inbox' }, checker);
  const seen = await signedIn({ route: 'GET /v1/withdrawals/{id}', id: String(id) }, checker);
  await signedIn(
    {
      route: 'POST /v1/withdrawals/{id}/approve',
      ...{ id: String(id), ifMatch: String(seen.contentDigest), body: { comment: 'agreed' } },
    },
    checker,
  );
  return said;
}

it('of anonymous requests closes neither trades nor approvals to people who are signed in', async () => {
  const [trader] = CALLER_KINDS.filter(({ role }) => role === 'trader');
  if (trader === undefined) throw new Error('no caller is a trader');
  const tokens = await Promise.all(
    UNACCEPTABLE.filter((how) => how !== 'ID token').map((how) =>
      served().tokens.unacceptable(trader, how),
    ),
  );
  await steps.snapshot();
  const flooding = flood(tokens);
  const decided: string[] = [];
  for (let round = 0; round < ROUNDS; round++) decided.push(...(await decideOnce(round)));
  const { seen, seconds } = await flooding;
  const perSecond = Math.round(FLOOD_OF_EACH / seconds);
  record('the flood', JSON.stringify({ seen, seconds, perSecond }));
  expect(perSecond, 'it was a flood').toBeGreaterThan(ENOUGH_BEFORE);
  expect(decided.toSorted()).toEqual(
    Array.from({ length: ROUNDS }, () => [
      ...['GET /v1/inbox 200', 'GET /v1/withdrawals/{id} 200', 'POST /v1/trades 201'],
      ...['POST /v1/withdrawals 202', 'POST /v1/withdrawals/{id}/approve 200'],
    ])
      .flat()
      .toSorted(),
  );
  // Each of the flood was refused for its token, and none for how many there were.
  expect(seen).toEqual({ 401: FLOOD_OF_EACH * FLOODED.length });
});
