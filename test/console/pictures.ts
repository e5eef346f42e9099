import type { Page } from 'playwright-core';
import { apiAs } from './api-as.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

/** A picture of docs/console.md: docs/console/NAME-light.png and NAME-dark.png. */
export interface Picture {
  readonly name: string;
  /** Below the tenant's address. */
  readonly addressOf: (console: ConsoleUnderTest) => Promise<string> | string;
  /** What is done before it is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Pixels. @default 800 */
  readonly height?: number;
}

/** A change that waits for a second person, as the inbox shows one. */
export async function exampleChange(console: ConsoleUnderTest): Promise<void> {
  const treasurer = apiAs(console, 'treasurer');
  const path = { id: 'btc-cold-storage' };
  const answer = await treasurer.get('/v1/sweep-rules/{id}', { path });
  const { version: _, activeSince: __, ...rule } = answer.data;
  const body = { ...rule, threshold: '4.5' };
  await treasurer.put('/v1/sweep-rules/{id}', { path, body, ifMatch: answer });
}

async function unknownWithdrawal(console: ConsoleUnderTest): Promise<string> {
  const { data } = await apiAs(console, 'viewer').get('/v1/withdrawals', {
    query: { state: ['unknown'] },
  });
  const id = data.items[0]?.id;
  if (id === undefined) throw new Error('no withdrawal has an unknown outcome');
  return id;
}

async function confirmedWithdrawal(console: ConsoleUnderTest): Promise<string> {
  const { data } = await apiAs(console, 'viewer').get('/v1/withdrawals', {
    query: { state: ['confirmed'] },
  });
  const id = data.items[0]?.id;
  if (id === undefined) throw new Error('no withdrawal is confirmed');
  return id;
}

/** A lower threshold, and what it would have done. */
async function lowerThreshold(page: Page): Promise<void> {
  const threshold = page.locator('input').and(page.getByLabel('Sweep when above', { exact: true }));
  await threshold.fill('4.5');
  await page.getByRole('button', { name: 'Run the backtest' }).click();
  await page.getByRole('img', { name: /^Balance of BTC/ }).waitFor();
  await threshold.scrollIntoViewIfNeeded();
}

/** The pictures, in the order in which docs/console.md has them. */
export const PICTURES: readonly Picture[] = [
  { name: 'overview', addressOf: () => 'overview', height: 900 },
  { name: 'inbox', addressOf: () => 'inbox' },
  { name: 'holdings', addressOf: () => 'holdings' },
  { name: 'currency', addressOf: () => 'holdings/BTC', height: 1_000 },
  { name: 'rules', addressOf: () => 'rules', height: 560 },
  {
    name: 'rule-editor',
    addressOf: () => 'rules/btc-cold-storage/edit',
    prepare: lowerThreshold,
    height: 1_100,
  },
  { name: 'withdrawals', addressOf: () => 'withdrawals' },
  {
    name: 'withdrawal',
    addressOf: async (console) => `withdrawals/${await confirmedWithdrawal(console)}`,
    height: 1_000,
  },
  { name: 'trade', addressOf: () => 'trades/new' },
  {
    name: 'settling',
    addressOf: async (console) => `withdrawals/${await unknownWithdrawal(console)}/settle`,
    height: 1_000,
  },
  { name: 'breaks', addressOf: () => 'breaks' },
  { name: 'statements', addressOf: () => 'statements' },
  { name: 'exports', addressOf: () => 'exports' },
  { name: 'audit', addressOf: () => 'audit' },
  { name: 'accounts', addressOf: () => 'accounts' },
  { name: 'settings', addressOf: () => 'settings', height: 1_000 },
];
