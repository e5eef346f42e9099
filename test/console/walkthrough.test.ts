import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserForTests } from './console-for-tests.ts';
import { runNextRound } from './next-round.ts';

const { visit, own, isMissing } = browserForTests();

/** Milliseconds for three people and a treasury of their own, on a machine that does other things as well. */
const STORY_MS = 240_000;

/** Milliseconds until a request has gone through the function that sends it. */
const SENT_MS = 30_000;

const POLICY = path.resolve(import.meta.dirname, '../../docs/walkthrough-policy.json');

const ACCOUNT = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01';
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

function panel(page: Page, name: string) {
  return page.getByRole('region', { name });
}

function field(page: Page, name: string | RegExp) {
  return page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name })).first();
}

async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await field(page, name).fill(text);
    await page.keyboard.press('Escape');
  }
}

/** Approves the one change that waits, as the inbox shows it. */
async function approveInInbox(page: Page, url: string, comment: string): Promise<void> {
  await page.goto(`${url}/t/main/inbox?for=me`);
  await page.getByRole('list', { name: 'What waits' }).getByRole('link').first().click();
  await page.getByRole('textbox', { name: 'Comment' }).fill(comment);
  await page.getByRole('button', { name: /^Approve: / }).click();
  await page.getByText('Approved. It is in force.').waitFor();
}

it(
  'leads from an empty treasury to a sweep, a trade, a halt and the audit log, all in the browser',
  async ({ skip }) => {
    skip(isMissing());
    const of = await own({ demoData: false, policyFile: POLICY });
    const { page: treasurer } = await visit({ as: 'treasurer', at: '/t/main/accounts', of });
    const { page: approver } = await visit({ as: 'approver', at: '/t/main/overview', of });

    // Register an account. Who proposed it cannot approve it.
    await treasurer.getByRole('link', { name: 'Register an account' }).first().click();
    await fill(treasurer, { 'Id at the service': ACCOUNT, Currency: 'BTC', Network: 'bitcoin' });
    await treasurer.getByRole('textbox', { name: 'Name', exact: true }).fill('BTC cold storage');
    await treasurer.getByRole('textbox', { name: 'Beneficiary, address' }).fill(ADDRESS);
    await treasurer.getByRole('button', { name: 'Propose to a second person' }).click();
    await panel(treasurer, 'New account waits for a second person: BTC cold storage').waitFor();
    await treasurer.goto(`${of.url}/t/main/inbox`);
    await treasurer.getByRole('link', { name: /Change of the policy/ }).click();
    await treasurer.getByText('You cannot decide about this.').waitFor();
    await approveInInbox(approver, of.url, 'address compared by telephone');

    // Preview and propose a rule.
    await treasurer.goto(`${of.url}/t/main/rules/new`);
    await fill(treasurer, { Currency: 'BTC' });
    await treasurer
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('BTC above 2 to cold storage');
    await field(treasurer, 'To account').click();
    await treasurer.getByRole('option', { name: /^BTC cold storage/ }).click();
    await fill(treasurer, { 'Sweep when above': '2', 'Always keep': '2', 'In steps of': '0.01' });
    await panel(treasurer, 'What it does').getByText('Balance now').waitFor();
    await treasurer.getByRole('button', { name: 'Propose to a second person' }).click();
    await panel(treasurer, 'Proposed').waitFor();
    await approveInInbox(approver, of.url, 'as discussed');

    // The next snapshot triggers a sweep.
    await runNextRound(of.stack);
    await treasurer.goto(`${of.url}/t/main/withdrawals?state=confirmed`);
    const sweep = treasurer.getByRole('table').locator('tbody a').first();
    await sweep.click({ timeout: SENT_MS });
    await treasurer
      .getByRole('list', { name: 'Timeline' })
      .getByText('The service confirmed the withdrawal.', { exact: true })
      .waitFor();

    // A first price counts once three snapshots agree on it.
    await runNextRound(of.stack);
    await runNextRound(of.stack);

    // A trade, 1 % below the bid.
    const { page: trader } = await visit({ as: 'trader', at: '/t/main/trades/new', of });
    await field(trader, 'Instrument').click();
    await trader.getByRole('option', { name: 'BTC/USD' }).click();
    await field(trader, /^Amount/).fill('0.01');
    await trader.getByRole('button', { name: 'Sell at the bid' }).click();
    const limit = field(trader, /^Limit/);
    await limit.fill((Number.parseFloat(await limit.inputValue()) * 0.99).toFixed(2));
    await trader.getByRole('button', { name: /^Place: the sale of 0\.01/ }).click();
    await trader
      .getByRole('main')
      .getByText('It was carried out, and confirmed.')
      .waitFor({ timeout: SENT_MS });

    // Halt, by one; resume, by two.
    await trader.getByRole('button', { name: 'Halt', exact: true }).click();
    await trader.getByRole('textbox', { name: 'Why' }).fill('something looks wrong');
    await trader.getByRole('button', { name: 'Halt everything' }).click();
    await trader.getByText('Halted: nothing is sent.').waitFor();
    await treasurer.goto(`${of.url}/t/main/settings?tab=halts`);
    await treasurer.getByText('“something looks wrong”').first().waitFor();
    await treasurer.getByRole('textbox', { name: 'Why it is safe' }).fill('it was nothing');
    await treasurer.getByRole('button', { name: 'Propose to resume everything' }).click();
    await panel(treasurer, 'Resumption waits for a second person: Everything').waitFor();
    await approveInInbox(approver, of.url, 'agreed');
    await treasurer.getByText('Nothing is halted').waitFor();

    // The audit log has all of it, and is whole.
    await approver.goto(`${of.url}/t/main/audit`);
    await expect.poll(() => approver.locator('details').count()).toBeGreaterThan(5);
    const resumed = approver.locator('details', { hasText: 'it was nothing' }).first();
    await resumed.locator('summary').click();
    await resumed.getByText('it was nothing').first().waitFor();
    await approver.getByRole('button', { name: 'Verify the chain' }).click();
    await approver.getByText('The log is intact').waitFor();
    expect(await approver.title()).toMatch(/Audit/);
  },
  STORY_MS,
);
