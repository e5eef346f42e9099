import type { Item } from '../../../adapters/store/item.ts';
import { ROUTES, routeKeyOf } from '../../../api/routes/routes.ts';
import { ApiServer } from '../../../local/http/api-server.ts';
import { serveFront } from '../../../local/http/front-server.ts';
import { identityKeys } from '../../../local/identity/identity-keys.ts';
import { createIdentity } from '../../../local/identity/identity-provider.ts';
import { PEOPLE } from '../../../local/identity/people.ts';
import { type Listening, listen } from '../../../local/network/listen.ts';
import type { Booking } from '../../../treasury/booking/booking.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import {
  deployFunctions,
  streamEvent,
  TENANT,
} from '../../integration/functions/deployed-functions.ts';
import { startEngine } from '../../integration/store/engine.ts';
import { emptyTable, itemsOf } from '../../integration/store/items.ts';
import type { Caller, WorldEvent } from '../arbitraries/plans.ts';
import { knownFrom, type Seen } from './known.ts';
import { startingPolicy } from './policy.ts';
import { createWire } from './wire.ts';
import { isOfCaller, isOfDenial, keyOf, type Write, watchWrites } from './writes.ts';

/** What every balance is brought to at the start of a sequence: the sandbox lives longer than one. */
const BALANCES: Readonly<Record<string, number>> = { BTC: 4, ETH: 40, EUR: 100_000, USD: 500_000 };

export type Treasury = Awaited<ReturnType<typeof startTreasury>>;

/**
 * The whole API behind its gateway: real requests over HTTP, real tokens of the local identity provider,
 * the functions as they are deployed, the real engine, the sandbox. One for the whole test; emptied and
 * begun anew for every sequence.
 */
export async function startTreasury() {
  const engine = await startEngine();
  // An engine is a process: an unused one must not stay.
  const deployed = await deployFunctions(engine, {}, 'agreed').catch(async (error: unknown) => {
    await engine.stop();
    throw error;
  });
  // Loaded after the functions and without a reset in between: their clients are these.
  const { dynamo, readingDynamo } = await import('../../../runtime/clients/dynamo.ts');
  const writes = watchWrites([dynamo(), readingDynamo()]);
  const gateway = await startGateway(deployed);
  const wire = createWire(gateway.port);
  const tables = [deployed.ledgerTable, deployed.snapshotsTable];
  /** Items by key, as the watched writes leave them; what is changed in place, as it was read. */
  const items = new Map<string, Item>();
  const taken = (): readonly Write[] => {
    const since = writes.take();
    for (const item of since.flatMap(({ put }) => put)) items.set(keyOf(item), item);
    return since;
  };
  const known = (item: Item) => items.set(keyOf(item), item);
  let journalled = 0;
  let seen: Seen = {
    keys: [],
    cursors: [],
    generations: [],
    prices: () => deployed.sandbox.prices(),
  };

  const events: Readonly<Record<WorldEvent, () => Promise<void>>> = {
    tick: async () => {
      const tick = { tenant: TENANT, scheduledFor: new Date().toISOString() };
      await deployed.invoke('take-snapshot', tick);
      const snapshots = await itemsOf(deployed.snapshotsTable);
      const latest = snapshots.find(({ sk }) => sk?.S === tick.scheduledFor);
      if (latest?.kind?.S === 'taken') await deployed.invoke('run-sweeps', streamEvent(latest));
      await deployed.invoke('watchdog', tick);
    },
    send: async () => {
      const items = await itemsOf(deployed.ledgerTable);
      for (const item of items.filter(({ entity, state }) => isApproved(entity?.S, state?.S))) {
        await deployed.invoke(`send-${item.kind?.S}`, streamEvent(item));
      }
    },
    // A balance takes days to be late: the lane is written as it would stand by then.
    'left unbooked': async () => {
      const lanes = await deployed.ledger.readLanes(TENANT);
      const lane = lanes.find(({ currency }) => currency === 'ETH');
      if (lane?.status.state !== 'idle') return;
      await deployed.ledger.commit(TENANT, [
        { kind: 'replace-lane', lane: leftUnbooked(lane), from: 'idle' },
      ]);
      // Not written by a function, and so not seen by the watch.
      const items = await itemsOf(deployed.ledgerTable);
      for (const item of items.filter(({ entity }) => entity?.S === 'lane')) known(item);
    },
    'answer lost': async () => {
      const fault = { kind: 'execute-then-reset-before-headers' } as const;
      deployed.sandbox.clearFaults();
      deployed.sandbox.queueFault({ on: 'POST /v1/*', fault });
    },
  };

  return {
    send: wire.send,
    bearers: gateway.bearers,
    port: gateway.port,
    /** What the server could not make an answer of. */
    failures: gateway.failures,
    seen: () => seen,
    happen: async (event: WorldEvent) => await events[event](),
    /** Accepted writes since the last time. */
    writesSince: taken,
    /** What was posted to the service since the last time. */
    postsSince: () => {
      const entries = deployed.sandbox.journal(journalled);
      journalled = entries.at(-1)?.seq ?? journalled;
      return entries.filter(({ method }) => method === 'POST').length;
    },
    /** What requests can name. */
    known: () => knownFrom(items.values()),
    /** Everything in both tables, but for denials, as one text. */
    contents: async (): Promise<string> => {
      const all = (await Promise.all(tables.map(itemsOf))).flat();
      return all
        .filter((item) => !isOfDenial(item) && !isOfCaller(item))
        .map(textOf)
        .sort()
        .join('\n');
    },
    /** As on the first day. */
    begin: async () => {
      seen = { ...seen, keys: [], cursors: [], generations: [] };
      deployed.sandbox.clearFaults();
      level(deployed.sandbox);
      for (const table of tables) await emptyTable(table);
      const epoch = await deployed.ledger.epoch();
      const written = await deployed.ledger.commit(TENANT, startingPolicy(epoch));
      if (!written.ok) throw new Error(`not armed: ${written.conflicts.join(', ')}`);
      items.clear();
      for (const item of await itemsOf(deployed.ledgerTable)) items.set(keyOf(item), item);
      await events.tick();
      taken();
    },
    stop: async () => {
      wire.close();
      await gateway.close();
      await deployed.stop();
      await engine.stop();
    },
  };
}

/** One text for one item: the engine gives its attributes in any order. */
function textOf(item: Item): string {
  return JSON.stringify(item, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** Seconds since it left: beyond every bound of a booking. */
const LEFT_SECONDS_AGO = 4 * 86_400;

/** The lane with something that left days ago and that its newest reading does not show. */
function leftUnbooked(lane: Lane): Lane {
  const now = instantOf(Date.now());
  const at = plusSeconds(now, -LEFT_SECONDS_AGO);
  const entry = { instructionId: 'sweep-long-ago', amount: '0.5', at };
  const booking: Booking = {
    reading: { at: now, total: '40' },
    entries: [entry],
    credits: [],
    doubts: [],
    debited: { [entry.instructionId]: { claimed: '0.5', debits: [] } },
  };
  return { ...lane, booking, version: lane.version + 1 };
}

/** What is published is no part of this. */
const NO_EVENTS = { latest: () => [] };

type Deployed = Awaited<ReturnType<typeof deployFunctions>>;

async function startGateway(deployed: Deployed) {
  const failures: unknown[] = [];
  const failed = (error: unknown) => failures.push(error);
  const handle: Parameters<typeof listen>[2] = (incoming, outgoing) =>
    serveFront(
      { api, identity, events: NO_EVENTS, port: listening.port, welcome: [], failed },
      incoming,
      outgoing,
    );
  const listening: Listening = await listen(0, 'the API', handle);
  const people = { id: 'console', isMachine: false, callbackUrls: [], scopes: [] };
  const client = { ...people, accessTokenSeconds: 86_400 };
  const keys = await identityKeys(null);
  const identity = createIdentity({ baseUrl: listening.url, clients: [client], keys });
  const authoriser = { issuer: identity.issuer, audience: [client.id] };
  const routes = ROUTES.map((route) => ({
    key: routeKeyOf(route),
    functionName: route.function,
    timeoutMs: 29_000,
    authoriser,
    scopes: [],
    throttle: null,
  }));
  const api = new ApiServer({
    api: { id: 'api', crossOrigin: null, throttle: null, routes },
    functions: {
      invoke: async (name, payload) => {
        const answer = await deployed.invoke(name, JSON.parse(payload));
        return { ok: true, payload: JSON.stringify(answer) };
      },
    },
    issuerFor: ({ issuer }) => issuer,
  });
  const bearers: Partial<Record<Caller, string>> = {};
  for (const person of PEOPLE) {
    bearers[person.username as Caller] = `Bearer ${await identity.tokenFor(person)}`;
  }
  const [head, , signature] = bearers.viewer?.split('.') ?? [];
  const claims = Buffer.from(JSON.stringify({ iss: identity.issuer, username: 'admin' }));
  bearers.forged = `${head}.${claims.toString('base64url')}.${signature}`;
  return { port: listening.port, bearers, failures, close: () => listening.close() };
}

function isApproved(entity: string | undefined, state: string | undefined): boolean {
  return entity === 'instruction' && state === 'approved';
}

function level(sandbox: Deployed['sandbox']): void {
  const balances = sandbox.balances();
  for (const [currency, wanted] of Object.entries(BALANCES)) {
    const missing = wanted - Number(balances[currency]?.available ?? 0);
    const amount = Math.abs(missing).toFixed(2);
    if (Number(amount) === 0) continue;
    if (missing > 0) sandbox.deposit({ currency, amount });
    else sandbox.debit({ currency, amount });
  }
}
