import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authorisationPage } from '../../../contract/authorisation-page.ts';
import {
  type AuthorisationTable,
  CALLER_KINDS,
  type CallerKind,
  contractTable,
} from '../../../contract/authorisation-table.ts';
import { ROUTES, type Route, routeKeyOf } from '../../../contract/routes.ts';
import { sluiceStacks } from '../../../lib/sluice-stacks.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import type { LocalModel } from '../../../local/assembly/model.ts';
import { readAssembly } from '../../../local/assembly/read-assembly.ts';
import { ApiServer } from '../../../local/http/api-server.ts';
import { serveFront } from '../../../local/http/front-server.ts';
import { type IdentityKeys, identityKeys } from '../../../local/identity/identity-keys.ts';
import { createIdentity } from '../../../local/identity/identity-provider.ts';
import { type Listening, listen } from '../../../local/network/listen.ts';
import { record } from '../../canary/record.ts';
import { type Deployed, deployFunctions, type Item } from '../functions/deployed-functions.ts';
import { type Engine, startEngine } from '../store/engine.ts';
import { tokenMaker, UNACCEPTABLE } from './presented.ts';

/** Requests on their way at once. */
const AT_ONCE = 16;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

let engine: Engine;
let deployed: Deployed;
let listening: Listening;
let tokens: Awaited<ReturnType<typeof tokenMaker>>;

/** The real functions behind the routes and the authoriser of the synthesised templates. */
beforeAll(async () => {
  for (const output of [process.stdout, process.stderr]) {
    vi.spyOn(output, 'write').mockImplementation((chunk) => {
      record('what the functions write', String(chunk));
      return true;
    });
  }
  engine = await startEngine();
  deployed = await deployFunctions(engine);
  const keys = await identityKeys(null);
  const front: { serve: Parameters<typeof listen>[2] } = { serve: async () => undefined };
  listening = await listen(0, 'a test', (...asked) => front.serve(...asked));
  const model = synthesised();
  tokens = await serveModel(model, keys, front);
});
afterAll(async () => {
  agent.destroy();
  await listening.close();
  await deployed.stop();
  await engine.stop();
  vi.restoreAllMocks();
});

/** As the command line synthesises, without bundling: what is in the bundles runs in here. */
function synthesised(): LocalModel {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  const app = new App({ context: { ...context, 'aws:cdk:bundling-stacks': [] } });
  sluiceStacks(app, readStage('dev'));
  return readAssembly(app.synth().directory);
}

async function serveModel(
  { apis, functions, userPools }: LocalModel,
  keys: IdentityKeys,
  front: { serve: Parameters<typeof listen>[2] },
) {
  const [api] = apis;
  if (api === undefined) throw new Error('there is no API');
  const clients = userPools.flatMap((pool) => pool.clients);
  const identity = createIdentity({ baseUrl: listening.url, clients, keys });
  const nameOf = (deployedName: string) =>
    functions.find(({ name }) => name === deployedName)?.environment.POWERTOOLS_SERVICE_NAME ?? '';
  const server = new ApiServer({
    api,
    functions: {
      invoke: async (name, payload) => {
        const answer = await deployed.invoke(nameOf(name), JSON.parse(payload));
        return { ok: true, payload: JSON.stringify(answer) };
      },
    },
    issuerFor: () => identity.issuer,
  });
  const { port } = listening;
  const events = { latest: () => [] };
  const failed = (error: unknown) => record('a request failed', String(error));
  front.serve = (...asked) =>
    serveFront({ api: server, identity, events, port, welcome: [], failed }, ...asked);

  const idOf = (isMachine: boolean) =>
    clients.find((client) => client.isMachine === isMachine)?.id ?? 'missing';
  return await tokenMaker({
    issuer: identity.issuer,
    keys,
    clients: { person: idOf(false), program: idOf(true) },
  });
}

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
    const sent = httpRequest(`${listening.url}${path}`, { method, headers, agent }, (answer) => {
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
  return items.filter(({ pk, action }) => {
    const isHead = pk?.S === 'main#AUDIT-HEAD';
    return !isHead && action?.S !== 'denied';
  });
}

describe('the API over HTTP', () => {
  it('answers nobody whose token is not acceptable, on any route, whatever role it claims', async () => {
    const before = await deployed.ledgerItems();
    const presented: { route: Route; token: string | null; who: string; how: string }[] = [];
    for (const caller of CALLER_KINDS) {
      for (const how of UNACCEPTABLE) {
        const token = await tokens.unacceptable(caller, how);
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
    expect(await deployed.ledgerItems()).toEqual(before);
  });

  it('answers each role what docs/authorisation.md says, and puts denials on record, nothing else', async () => {
    const before = withoutDenials(await deployed.ledgerItems());
    const valid = new Map<CallerKind, string>();
    for (const caller of CALLER_KINDS) valid.set(caller, await tokens.valid(caller));
    const table = contractTable();
    const refused = ROUTES.flatMap((route) =>
      CALLER_KINDS.filter((caller) => !table.get(routeKeyOf(route))?.includes(caller)).map(
        (caller) => ({ route, caller }),
      ),
    );
    const denied: Seen[] = [];
    // One after another, since denials share the end of one chain.
    for (const { route, caller } of refused) {
      denied.push(await ask(route, valid.get(caller) ?? null, nameOf(caller)));
    }
    const wrong = denied.filter(({ status, type }) => status !== 403 || type !== 'role-missing');
    expect(wrong).toEqual([]);
    const after = await deployed.ledgerItems();
    expect(withoutDenials(after)).toEqual(before);
    const recording = refused.filter(({ route: { function: name } }) => !READING.has(name));
    expect(after.filter(({ action }) => action?.S === 'denied')).toHaveLength(recording.length);

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
    expect(readFileSync('docs/authorisation.md', 'utf8'), 'npm run authorisation writes it').toBe(
      authorisationPage(inOrder(answered)),
    );
  });

  it('refuses a valid token without any role everywhere', async () => {
    const token = await tokens.valid({ kind: 'nobody', role: '' });
    const seen = await forAll(ROUTES, (route) => ask(route, token, 'nobody'));
    expect(seen.filter(({ status, type }) => status !== 403 || type !== 'role-missing')).toEqual(
      [],
    );
  });

  it('makes no more of a program than viewer and trader, whatever its issuer writes in its token', async () => {
    const program = await tokens.sign({
      sub: 'a-program',
      azp: 'a-program',
      client_id: tokens.clients.program,
      'cognito:groups': ['approver', 'treasurer', 'admin'],
      scope: 'sluice/approver sluice/treasurer sluice/admin',
      gty: 'client-credentials',
    });
    const seen = await forAll(ROUTES, (route) => ask(route, program, 'a program'));
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([403]));
  });
});

/** Functions that only read, and so can not put anything on record. */
const READING: ReadonlySet<string> = new Set([
  'read-treasury',
  'query-reports',
  'read-service',
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
