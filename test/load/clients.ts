import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, Person, type Reply } from '../../bench/stack/person.ts';
import { Decimal } from '../../treasury/money/decimal.ts';

/** One answer that a client got. */
export interface Answered {
  readonly client: number;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly ms: number;
  /** Of a refusal for too many: whether it said when to come again. */
  readonly retryAfter: boolean;
}

/** What viewers look at, one after the other. */
const READS: readonly string[] = [
  '/v1/snapshots/latest',
  '/v1/instructions?limit=20',
  '/v1/lanes',
  '/v1/prices',
  '/v1/decisions?limit=20',
  '/v1/sweep-rules',
];

/** One in so many of the clients trades; the others look. */
const TRADERS_ONE_IN = 5;
/** A sale at less than the bid is taken, also where the market has moved meanwhile. */
const BELOW_BID = '0.98';
/** Refused for too many, everybody comes again a little after the time that they were told, not all at once. */
const JITTER_MS = 400;

export type Told = (answered: Answered) => void;

/** As many requests of each route as it has workers here, so that what is made once is made before. */
export async function warmUp(url: string): Promise<void> {
  const person = await Person.named(url, 'viewer');
  const rounds = Array.from({ length: 4 }, () => READS.map((path) => person.ask({ path })));
  await Promise.all(rounds.flat());
  person.close();
}

/** As many clients as asked for, each as fast as it is answered, until the signal. */
export async function runClients(
  url: string,
  count: number,
  signal: AbortSignal,
  told: Told,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, client) => {
      const trades = client % TRADERS_ONE_IN === 0;
      const person = await Person.named(url, trades ? 'trader' : 'viewer');
      try {
        if (trades) await tradeOn(person, client, signal, told);
        else await lookOn(person, client, signal, told);
      } finally {
        person.close();
      }
    }),
  );
}

async function lookOn(person: Person, client: number, signal: AbortSignal, told: Told) {
  for (let turn = client; !signal.aborted; turn++) {
    const path = READS[turn % READS.length] ?? '/v1/lanes';
    await asked(person, client, { path }, signal, told);
  }
}

/** Each command has a key of its own and is said again under it until it is answered otherwise than "later". */
async function tradeOn(person: Person, client: number, signal: AbortSignal, told: Told) {
  while (!signal.aborted) {
    const prices = await asked(person, client, { path: '/v1/prices' }, signal, told);
    if (prices === null || prices.status !== 200) continue;
    const { bid } = JSON.parse(prices.text).prices['SOL/USD'];
    const price = new Decimal(bid).times(BELOW_BID).toFixed(2);
    const trade: Ask = {
      method: 'POST',
      path: '/v1/trades',
      headers: { 'idempotency-key': `load-${crypto.randomUUID()}` },
      body: JSON.stringify({ instrument: 'SOL/USD', side: 'Sell', price, amount: '0.1' }),
    };
    for (let again = true; again && !signal.aborted; ) {
      const reply = await asked(person, client, trade, signal, told);
      again = reply?.status === 429;
    }
  }
}

/** Asks once; told to come later, waits so long. */
async function asked(
  person: Person,
  client: number,
  ask: Ask,
  signal: AbortSignal,
  told: Told,
): Promise<Reply | null> {
  const begun = performance.now();
  const route = `${ask.method ?? 'GET'} ${ask.path.split('?')[0]}`;
  const reply = await person.ask(ask).catch(() => null);
  const retryAfter = Number(reply?.headers['retry-after'] ?? Number.NaN);
  told({
    client,
    route,
    status: reply?.status ?? 0,
    code: /urn:sluice:problem:([a-z-]+)/.exec(reply?.text ?? '')?.[1] ?? null,
    ms: performance.now() - begun,
    retryAfter: Number.isFinite(retryAfter),
  });
  if (reply?.status === 429) {
    const pause = (retryAfter || 1) * 1_000 + Math.random() * JITTER_MS;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  return reply;
}
