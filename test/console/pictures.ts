import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { apiAs } from './api-as.ts';
import { type ConsoleUnderTest, LOST_ANSWER } from './console-under-test.ts';
import { runNextRound } from './next-round.ts';

/** A picture of docs/console.md: docs/console/NAME-light.png and NAME-dark.png. */
export interface Picture {
  readonly name: string;
  /** Below the tenant's address. */
  readonly addressOf: (console: ConsoleUnderTest) => Promise<string> | string;
  /** What is done before it is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Pixels. @default 800 */
  readonly height?: number;
  /** Of a treasury in which an outcome is unknown: elsewhere nothing is wrong. @default false */
  readonly needsUnknown?: boolean;
}

const COLD_STORAGE = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01';
/** Milliseconds for an approved withdrawal to be sent, and for a look at it. */
const SENT_MS = 20_000;
const LOOK_MS = 200;

/** A change that waits for a second person, as the inbox shows one. */
export async function exampleChange(console: ConsoleUnderTest): Promise<void> {
  const treasurer = apiAs(console, 'treasurer');
  const path = { id: 'btc-cold-storage' };
  const answer = await treasurer.get('/v1/sweep-rules/{id}', { path });
  const { version: _, activeSince: __, names: ___, ...rule } = answer.data;
  const body = { ...rule, threshold: '4.5' };
  await treasurer.put('/v1/sweep-rules/{id}', { path, body, ifMatch: answer });
}

/** A withdrawal that two people asked for and whose answer was lost, with a balance that was read since. */
export async function exampleUnknown(console: ConsoleUnderTest): Promise<void> {
  const { data } = await apiAs(console, 'treasurer').post('/v1/withdrawals', {
    body: { amount: '0.25', withdrawalAccountId: COLD_STORAGE, comment: 'for the audit' },
  });
  console.stack.service.sandbox?.queueFault({ on: 'POST /v1/withdrawals', fault: LOST_ANSWER });
  const approver = apiAs(console, 'approver2');
  const path = { id: data.id };
  const ifMatch = await approver.get('/v1/withdrawals/{id}', { path });
  await approver.post('/v1/withdrawals/{id}/approve', { path, ifMatch, body: {} });
  const end = performance.now() + SENT_MS;
  while ((await withdrawalsOf(console, 'unknown')).length === 0 && performance.now() < end) {
    await setTimeout(LOOK_MS);
  }
  await runNextRound(console.stack);
}

async function withdrawalsOf(console: ConsoleUnderTest, state: 'unknown' | 'confirmed') {
  const query = { state: [state] };
  return (await apiAs(console, 'viewer').get('/v1/withdrawals', { query })).data.items;
}

async function firstWithdrawal(console: ConsoleUnderTest, state: 'unknown' | 'confirmed') {
  const [first] = await withdrawalsOf(console, state);
  if (first === undefined) throw new Error(`no withdrawal is ${state}`);
  return `withdrawals/${encodeURIComponent(first.id)}`;
}

/** A threshold that the past stood above, and what it would have done. */
async function lowerThreshold(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Sweep when above' }).fill('2.5');
  await page.getByRole('textbox', { name: 'Always keep' }).fill('2');
  await page.getByRole('textbox', { name: 'Alert when below' }).fill('1');
  await page.getByRole('button', { name: 'Run the backtest' }).click();
  await page.getByRole('img', { name: /^Balance of BTC/ }).waitFor();
  await page.evaluate('scrollTo(0, 0)');
}

/** The pictures, in the order in which docs/console.md has them. */
export const PICTURES: readonly Picture[] = [
  { name: 'overview', addressOf: () => 'overview', height: 900 },
  { name: 'inbox', addressOf: () => 'inbox' },
  { name: 'holdings', addressOf: () => 'holdings' },
  { name: 'currency', addressOf: () => 'holdings/BTC', height: 1_000 },
  { name: 'forecast', addressOf: () => 'forecast' },
  {
    name: 'rules',
    addressOf: () => 'rules',
    // What each rule does at this moment is a read of its own.
    prepare: (page) =>
      page
        .getByText(/^since /)
        .first()
        .waitFor(),
    height: 560,
  },
  {
    name: 'rule-editor',
    addressOf: () => 'rules/btc-cold-storage/edit',
    prepare: lowerThreshold,
    height: 1_650,
  },
  { name: 'withdrawals', addressOf: () => 'withdrawals' },
  {
    name: 'withdrawal',
    addressOf: (console) => firstWithdrawal(console, 'confirmed'),
    height: 1_000,
  },
  { name: 'trade', addressOf: () => 'trades/new' },
  {
    name: 'settling',
    addressOf: async (console) => `${await firstWithdrawal(console, 'unknown')}/settle`,
    needsUnknown: true,
    height: 1_000,
  },
  { name: 'breaks', addressOf: () => 'breaks' },
  { name: 'statements', addressOf: () => 'statements' },
  { name: 'exports', addressOf: () => 'exports' },
  { name: 'rates', addressOf: () => 'rates', height: 560 },
  { name: 'audit', addressOf: () => 'audit' },
  { name: 'accounts', addressOf: () => 'accounts' },
  { name: 'calendars', addressOf: () => 'calendars/target', height: 900 },
  { name: 'settings', addressOf: () => 'settings', height: 1_000 },
];
