import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sayHowFar } from '../../bench/report/running.ts';
import { openBenchStack } from '../../bench/stack/open.ts';
import { booksOf } from '../soak/books-of.ts';
import { handedTicks } from '../soak/handed-ticks.ts';
import { keptTicks } from '../soak/kept-ticks.ts';
import { DEPOSITS, soakPolicy } from '../soak/policy.ts';
import { type Answered, runClients, warmUp } from './clients.ts';
import type { LoadReport } from './load-report.ts';

const DEPOSIT_EVERY_MS = 1_000;
const TICK_EVERY_MS = 2_000;
/** What is under way in the end, and what waits for a worker. */
const SETTLED_WITHIN_MS = 60_000;

/**
 * The API of the local stack under clients that ask as fast as they are answered, while sweeps go on. The
 * stage's limits hold, as in the cloud.
 */
export async function runLoad(seconds: number, clients: number): Promise<LoadReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sluice-load-'));
  const policyFile = path.join(folder, 'policy.json');
  await writeFile(policyFile, soakPolicy());
  const notices: string[] = [];
  const stack = await openBenchStack(
    { policyFile, activity: false, everyMs: TICK_EVERY_MS },
    { notice: (line) => notices.push(line) },
  );
  const { sandbox } = stack.service;
  if (sandbox === null) throw new Error('there is no sandbox');
  let turn = 0;
  const deposits = setInterval(() => {
    const deposit = DEPOSITS[turn++ % DEPOSITS.length];
    if (deposit !== undefined) sandbox.deposit(deposit);
  }, DEPOSIT_EVERY_MS);
  try {
    const ticks = handedTicks(stack);
    await stack.start();
    await warmUp(stack.url);
    const over = new AbortController();
    const answers: Answered[] = [];
    const asking = runClients(stack.url, clients, over.signal, (each) => answers.push(each));
    const begun = performance.now();
    const said = sayHowFar(seconds, () => `${answers.length} answers`);
    await sleep(seconds * 1_000);
    said();
    over.abort();
    await asking;
    const lasted = (performance.now() - begun) / 1_000;
    clearInterval(deposits);
    await stack.runtime.drain();
    await stack.runtime.settle(SETTLED_WITHIN_MS);
    const { books, disagreements } = await booksOf(stack, sandbox);
    const kept = await keptTicks(stack);
    const [limits] = stack.model.apis;
    return {
      seconds: Math.round(lasted),
      clients,
      answers,
      limits: limits ?? { throttle: null, routes: [] },
      ticks: ticks.size,
      lostTicks: [...ticks].filter((tick) => !kept.has(tick)),
      sweeps: books.service.withdrawals.length,
      trades: books.service.trades.length,
      publishedTrades: answers.filter(
        ({ route, status }) => route === 'POST /v1/trades' && status === 201,
      ).length,
      disagreements,
      notices: [...new Set(notices)],
    };
  } finally {
    clearInterval(deposits);
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
