import type { Stack } from '../../local/stack.ts';
import { RECORDED_TENANT } from '../calls/about-tenant.ts';
import { TENANT_HEADER } from '../calls/bare-source.ts';
import { asTenant, type Item, itemsOf, restore } from '../calls/ledger-items.ts';
import type { RecordedCall } from '../calls/recorder.ts';
import { formatCalls, plainestOf, RECORDINGS } from '../calls/steps.ts';
import { Workers } from '../calls/workers.ts';
import { ratio } from '../report/against-target.ts';
import { left, right, type Table } from '../report/table.ts';
import { folderNames } from '../stack/open.ts';
import { type Ask, Person } from '../stack/person.ts';
import { openGateway } from './gateway.ts';
import { askTimes, type Rates, ratesOf } from './load-driver.ts';
import { inTurns } from './paired-run.ts';
import { sweepOnce } from './sweep-state.ts';

interface Measurement {
  readonly route: string;
  readonly user: string;
  readonly status: number;
  /** Made bare again, it needs another tenant each time: what it wrote once it cannot write twice. */
  readonly writes: boolean;
  /** How many ask at once, and how many questions of a turn that makes. */
  readonly loads: readonly { readonly atOnce: number; readonly perTurn: number }[];
  /** Milliseconds before each, which no rate counts: of a route that one caller may not ask more often. */
  readonly pauseMs?: number;
  /** A key that was not used before, where the request needs one. */
  readonly ask: (key: string) => Ask;
}

const ONE_BY_ONE = { atOnce: 1, perTurn: 20 };
const TEN_AT_ONCE = { atOnce: 10, perTurn: 50 };

/** Turns before anything is measured, of each load: by then every worker is compiled. */
const WARM_TURNS = 4;

const MEASUREMENTS: readonly Measurement[] = [
  {
    route: 'POST /v1/trades',
    user: 'trader',
    status: 201,
    writes: true,
    // A trade holds both its currencies until it is answered: others at once are refused, as they are meant to be.
    loads: [{ atOnce: 1, perTurn: 10 }],
    pauseMs: 500,
    ask: (key) => ({
      method: 'POST',
      path: '/v1/trades',
      headers: { [TENANT_HEADER]: key },
      body: JSON.stringify({
        instrument: 'BTC/USD',
        side: 'Sell',
        price: '64000',
        amount: '0.0001',
      }),
    }),
  },
  read('/v1/snapshots/latest'),
  read('/v1/instructions?limit=20'),
];

function read(path: string): Measurement {
  return {
    route: `GET ${path}`,
    user: 'viewer',
    status: 200,
    writes: false,
    loads: [ONE_BY_ONE, TEN_AT_ONCE],
    ask: () => ({ path }),
  };
}

/**
 * Requests that the API answers in a second, against a handler that makes the same calls bare behind the same
 * gateway.
 */
export async function apiRates(stack: Stack, runs: number): Promise<readonly Table[]> {
  await sweepOnce(stack);
  const rows: (readonly string[])[] = [];
  for (const measurement of MEASUREMENTS) rows.push(...(await measure(stack, measurement, runs)));
  return [table(rows, runs)];
}

async function measure(stack: Stack, of: Measurement, runs: number) {
  const workers = await Workers.of(stack, functionOf(stack, of.route));
  const closing: (() => Promise<void>)[] = [() => workers.close()];
  try {
    const opened = async (pool: ReturnType<Workers['own']>) => {
      const gateway = await openGateway(stack, pool);
      const person = await Person.named(gateway.url, of.user);
      closing.unshift(async () => {
        person.close();
        await gateway.close();
      });
      return person;
    };
    const { calls, ledger } = await record(stack, of, workers, await opened(workers.recorded()));
    const own = await opened(workers.own());
    const bare = await opened((await workers.bare(calls)).bare);
    const turns = of.loads.reduce((sum, { perTurn }) => sum + perTurn * (WARM_TURNS + runs), 0);
    const keys = await seededTenants(stack, calls, ledger, of.writes ? turns : 0);
    const nextOwn = () => of.ask(`bench-${crypto.randomUUID()}`);
    const nextBare = () => of.ask(keys.next().value ?? '');
    const rows: (readonly string[])[] = [];
    for (const { atOnce, perTurn } of of.loads) {
      const asked = await inTurns(WARM_TURNS, runs, {
        own: () => askTimes(own, perTurn, atOnce, of.status, nextOwn, of.pauseMs),
        bare: () => askTimes(bare, perTurn, atOnce, 200, nextBare),
      });
      rows.push([
        of.route,
        formatCalls(calls),
        String(atOnce),
        ...cells(ratesOf(asked.own), ratesOf(asked.bare)),
      ]);
    }
    return rows;
  } finally {
    for (const close of closing) await close();
  }
}

/** The function behind a route, by its name in functions/. */
function functionOf(stack: Stack, asked: string): string {
  const [route] = asked.split('?');
  const found = stack.model.apis[0]?.routes.find(({ key }) => key === route);
  const name = folderNames(stack).get(found?.functionName ?? '');
  if (name === undefined) throw new Error(`the template has no route ${route}`);
  return name;
}

/** Requests after the first one, which reads secrets as well; with each, the ledger that it found. */
async function record(stack: Stack, of: Measurement, { recorder }: Workers, person: Person) {
  const askOnce = async () =>
    await askTimes(
      person,
      1,
      1,
      of.status,
      () => of.ask(`bench-${crypto.randomUUID()}`),
      of.pauseMs,
    );
  await askOnce();
  const recordings: { ledger: readonly Item[]; calls: readonly RecordedCall[] }[] = [];
  for (let index = 0; index < RECORDINGS; index++) {
    const ledger = await itemsOf(stack.tables.ledgerTable, RECORDED_TENANT);
    recorder.taken();
    await askOnce();
    recordings.push({ ledger, calls: recorder.taken() });
  }
  return plainestOf(recordings);
}

/** As many tenants, each with a ledger of its own in which the recorded calls find what they found. */
async function seededTenants(
  stack: Stack,
  calls: readonly RecordedCall[],
  ledger: readonly Item[],
  count: number,
): Promise<Iterator<string>> {
  const asked = calls.map(({ body }) => body).join('\n');
  const needed = ledger.filter(({ pk }) => asked.includes(JSON.stringify(pk?.S)));
  const names = Array.from(
    { length: count },
    (_, index) => `b${index.toString(36).padStart(3, '0')}`,
  );
  for (const name of names) {
    await restore(stack.tables.ledgerTable, name, asTenant(needed, name));
  }
  return names.values();
}

function table(rows: readonly (readonly string[])[], runs: number): Table {
  return {
    title: `The API, warm, against a bare handler behind the same gateway (${runs} turns)`,
    columns: [
      left('route'),
      left('calls'),
      right('at once'),
      right('a second'),
      right('bare'),
      right('ratio'),
      right('p50 ms'),
      right('bare p50'),
      right('ratio'),
      right('p99 ms'),
      right('bare p99'),
      right('ratio'),
    ],
    rows,
    notes: [
      `The gateway is the local stack's, with its authoriser and without the stage's limits; every response had the expected status, none of them 429. A function has at most four workers behind it, so ten concurrent requests wait for one another on both sides; the load driver, the gateway, the workers and the engine share the processors. The bare handler repeats the calls of one warm request, as in the sweep above, and returns the engine's response: it validates nothing, knows no roles, and translates nothing. Each of its trades is another tenant's, with a ledger in the recorded state. Trades are placed one by one: each holds both its currencies until its response, and another trade of the same currency is refused meanwhile. ${ONE_BY_ONE.perTurn} requests a turn one by one (trades: 10), ${TEN_AT_ONCE.perTurn} by ten at once; p99 is over all of them.`,
    ],
  };
}

function cells(own: Rates, bare: Rates): readonly string[] {
  return [
    own.perSecond.toFixed(0),
    bare.perSecond.toFixed(0),
    ratio(own.perSecond / bare.perSecond),
    own.p50.toFixed(1),
    bare.p50.toFixed(1),
    ratio(own.p50 / bare.p50),
    own.p99.toFixed(1),
    bare.p99.toFixed(1),
    ratio(own.p99 / bare.p99),
  ];
}
