import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchStack } from '../../bench/stack/open.ts';
import { Person } from '../../bench/stack/person.ts';
import type { Stack } from '../../local/stack.ts';
import type { RunningSandbox } from '../../sandbox/index.ts';
import { booksOf } from './books-of.ts';
import { keepFaulting } from './faults.ts';
import { handedTicks } from './handed-ticks.ts';
import { keptTicks } from './kept-ticks.ts';
import { DEPOSITS, soakPolicy } from './policy.ts';
import { Settlers } from './settlers.ts';
import type { Sample, SoakReport } from './soak-report.ts';

/** Points of the curve; the first is before anything happened. */
const SAMPLES = 24;
const DEPOSIT_EVERY_MS = 1_500;
const TRADE_EVERY_MS = 2_500;
const SETTLE_EVERY_MS = 2_000;
/** What is under way may take as long as a request may that hangs. */
const SETTLED_WITHIN_MS = 60_000;
const MB = 1_024 ** 2;

/**
 * The local stack with a tick every second, a service that fails one request in twenty, a person who trades
 * and two people who settle what is unknown. In the end nothing may be missing, and the ledger and the
 * service's journal have to say the same.
 */
export async function runSoak(
  seconds: number,
  told: (sample: Sample) => void,
): Promise<SoakReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sluice-soak-'));
  const policyFile = path.join(folder, 'policy.json');
  await writeFile(policyFile, soakPolicy());
  const notices: string[] = [];
  const notice = (line: string) => notices.push(line);
  const stack = await openBenchStack({ policyFile, activity: false }, { notice });
  try {
    const { sandbox } = stack.service;
    if (sandbox === null) throw new Error('there is no sandbox');
    const ticks = handedTicks(stack);
    await stack.start();
    const curve = await live(stack, sandbox, seconds, told);
    await stack.runtime.drain();
    await stack.runtime.settle(SETTLED_WITHIN_MS);
    return await judged(stack, sandbox, { seconds, curve, ticks, notices });
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function live(
  stack: Stack,
  sandbox: RunningSandbox,
  seconds: number,
  told: (sample: Sample) => void,
): Promise<readonly Sample[]> {
  const over = new AbortController();
  const trader = await Person.named(stack.url, 'trader');
  const settlers = new Settlers(stack.url, sandbox);
  let turn = 0;
  const work = [
    every(DEPOSIT_EVERY_MS, over.signal, async () => {
      const deposit = DEPOSITS[turn++ % DEPOSITS.length];
      if (deposit !== undefined) sandbox.deposit(deposit);
    }),
    every(TRADE_EVERY_MS, over.signal, async () => await trade(trader)),
    every(SETTLE_EVERY_MS, over.signal, async () => await settlers.settle()),
  ];
  const endFaults = keepFaulting(sandbox, Math.random);
  const begun = Date.now();
  const curve: Sample[] = [];
  for (let index = 0; index <= SAMPLES; index++) {
    const at = begun + (index / SAMPLES) * seconds * 1_000;
    await sleep(Math.max(0, at - Date.now()));
    const sample = sampleOf(sandbox, (Date.now() - begun) / 1_000);
    curve.push(sample);
    told(sample);
  }
  endFaults();
  over.abort();
  await Promise.all(work);
  trader.close();
  return curve;
}

function sampleOf(sandbox: RunningSandbox, seconds: number): Sample {
  const { rss, heapUsed } = process.memoryUsage();
  const journal = sandbox.journal();
  return {
    seconds,
    rssMb: rss / MB,
    heapMb: heapUsed / MB,
    requests: journal.length,
    posts: journal.filter(({ method }) => method === 'POST').length,
    faults: journal.filter(({ fault }) => fault !== undefined).length,
  };
}

/** Goes on until it is over, whatever fails: the failure of one round is what this is about. */
async function every(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => undefined);
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }
}

/** A small sale at the market; where it is refused, the next one is another. */
async function trade(trader: Person): Promise<void> {
  const { prices } = await trader.json<{ prices: Record<string, { bid: string } | undefined> }>({
    path: '/v1/prices',
  });
  const bid = prices['SOL/USD']?.bid;
  if (bid === undefined) return;
  await trader.ask({
    method: 'POST',
    path: '/v1/trades',
    headers: { 'idempotency-key': `soak-${crypto.randomUUID()}` },
    body: JSON.stringify({ instrument: 'SOL/USD', side: 'Sell', price: bid, amount: '0.1' }),
  });
}

interface Lived {
  readonly seconds: number;
  readonly curve: readonly Sample[];
  readonly ticks: ReadonlySet<string>;
  readonly notices: readonly string[];
}

async function judged(
  stack: Stack,
  sandbox: RunningSandbox,
  { seconds, curve, ticks, notices }: Lived,
): Promise<SoakReport> {
  const { books, disagreements } = await booksOf(stack, sandbox);
  const kept = await keptTicks(stack);
  const queued: Record<string, number> = {};
  for (const { queue } of stack.runtime.queues.messages()) {
    queued[queue] = (queued[queue] ?? 0) + 1;
  }
  const states: Record<string, number> = {};
  for (const { status } of books.instructions) {
    states[status.state] = (states[status.state] ?? 0) + 1;
  }
  return {
    seconds,
    curve,
    ticks: ticks.size,
    lostTicks: [...ticks].filter((tick) => !kept.has(tick)),
    posts: books.posts.length,
    executed: books.service.withdrawals.length + books.service.trades.length,
    states,
    queued,
    notices: [...new Set(notices)],
    disagreements,
    audit: await auditVerdict(stack),
  };
}

async function auditVerdict({ url }: Stack): Promise<string> {
  const treasurer = await Person.named(url, 'treasurer');
  try {
    const { verdict } = await treasurer.json<{ verdict: string }>({
      path: '/v1/audit/verification',
    });
    return verdict;
  } finally {
    treasurer.close();
  }
}
