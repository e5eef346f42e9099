import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserForTests } from './console-for-tests.ts';
import { type ConsoleUnderTest, LOST_ANSWER, openConsole } from './console-under-test.ts';
import { countClicks } from './count-clicks.ts';
import { runNextRound } from './next-round.ts';
import { TASKS } from './tasks.ts';

const { visit, isMissing } = browserForTests();

const NEW_ACCOUNT = {
  Name: 'BTC vault of the other bank',
  'Id at the service': '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9aff',
  Currency: 'BTC',
  Network: 'bitcoin',
};

let of: ConsoleUnderTest;

beforeAll(async () => {
  of = await openConsole({ firstWithdrawal: LOST_ANSWER });
  // Two people settle on what was read since: another tick reads the balances again.
  await runNextRound(of.stack);
});

afterAll(async () => {
  await of.close();
});

function linkTo(page: Page, screen: string) {
  return page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen });
}

function field(page: Page, label: string) {
  // A field that is required has a star behind its label.
  return page.locator('input').and(page.getByLabel(new RegExp(`^${label}( \\*)?$`)));
}

/** A person on the overview, with every click counted. */
async function startAs(person: string) {
  const watched = await visit({ as: person, at: '/t/main/overview', of });
  return { page: watched.page, clicks: await countClicks(watched) };
}

/** The tasks of a treasurer, each from the overview; they build on each other as a day does. */
describe('in the console', () => {
  it(`${TASKS.valueAMonthAgo.task} takes ${TASKS.valueAMonthAgo.clicks} clicks`, async ({
    skip,
  }) => {
    skip(isMissing());
    const { page, clicks } = await startAs('viewer');
    await linkTo(page, 'Holdings').click();
    await page.getByRole('button', { name: 'A month ago' }).click();
    const total = page.getByRole('region', { name: /^Total value at the end of/ });
    await expect
      .poll(() => total.locator('[data-plain]').first().getAttribute('data-plain'))
      .toMatch(/^\d+(\.\d+)?$/);
    expect(clicks.since()).toBe(TASKS.valueAMonthAgo.clicks);
  });

  it(`${TASKS.whyNotSwept.task} takes ${TASKS.whyNotSwept.clicks} clicks`, async ({ skip }) => {
    skip(isMissing());
    const { page, clicks } = await startAs('viewer');
    await page
      .getByRole('region', { name: 'Currencies' })
      .getByRole('link', { name: 'BTC', exact: true })
      .click();
    const why = page.getByRole('region', { name: 'Why was BTC not swept?' });
    await why.getByRole('button', { name: 'Yesterday' }).click();
    await why
      .getByText(/It did not sweep on|was held\./)
      .first()
      .waitFor();
    expect(clicks.since()).toBe(TASKS.whyNotSwept.clicks);
  });

  it(`${TASKS.changeThreshold.task} takes ${TASKS.changeThreshold.clicks} clicks`, async ({
    skip,
  }) => {
    skip(isMissing());
    const { page, clicks } = await startAs('treasurer');
    await linkTo(page, 'Rules').click();
    await page.getByRole('link', { name: /^BTC above 5/ }).click();
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await field(page, 'Sweep when above').fill('4.5');
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await page.getByRole('img', { name: /^Balance of BTC with and without the draft/ }).waitFor();
    await page.getByRole('button', { name: 'Propose to a second person' }).click();
    await page.getByText('It waits for a second person').waitFor();
    expect(clicks.since()).toBe(TASKS.changeThreshold.clicks);
  });

  it(`${TASKS.approve.task} takes ${TASKS.approve.clicks} clicks`, async ({ skip }) => {
    skip(isMissing());
    const { page, clicks } = await startAs('approver');
    await linkTo(page, 'Inbox').click();
    await page.getByRole('link', { name: /Change of the policy/ }).click();
    await page.getByRole('button', { name: /^Approve: change of the rule BTC above 5/ }).click();
    await page.getByText('Approved. It is in force.').waitFor();
    expect(clicks.since()).toBe(TASKS.approve.clicks);
  });

  it(`${TASKS.registerAccount.task} takes ${TASKS.registerAccount.clicks} clicks`, async ({
    skip,
  }) => {
    skip(isMissing());
    const { page, clicks } = await startAs('treasurer');
    await linkTo(page, 'Accounts').click();
    await page.getByRole('link', { name: 'Register an account' }).click();
    for (const [label, text] of Object.entries(NEW_ACCOUNT)) await field(page, label).fill(text);
    await page.keyboard.press('Tab');
    await field(page, 'Beneficiary, address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
    await page.getByRole('button', { name: 'Propose to a second person' }).click();
    await page.getByText(`${NEW_ACCOUNT.Name} waits for a second person.`).waitFor();
    expect(clicks.since()).toBe(TASKS.registerAccount.clicks);
  });

  it(`${TASKS.settle.task} takes ${TASKS.settle.clicks} clicks`, async ({ skip }) => {
    skip(isMissing());
    const { page, clicks } = await startAs('treasurer');
    await linkTo(page, 'Inbox').click();
    await page.getByRole('link', { name: /Unknown outcome/ }).click();
    await page.getByRole('radio', { name: 'It was executed' }).check();
    await page.getByRole('textbox', { name: 'Comment' }).fill('it is in their list');
    await page.getByRole('button', { name: /^Say: .* was executed/ }).click();
    await page.getByText('It counts when another person agrees.').waitFor();
    expect(clicks.since()).toBe(TASKS.settle.clicks);

    const other = await startAs('approver');
    await linkTo(other.page, 'Inbox').click();
    await other.page.getByRole('link', { name: /Unknown outcome/ }).click();
    await other.page.getByRole('textbox', { name: 'Comment' }).fill('I see it as well');
    await other.page.getByRole('button', { name: /^Confirm: / }).click();
    await other.page.getByText('Settled: both people say the same.').waitFor();
    expect(other.clicks.since()).toBe(TASKS.settle.clicks - 1);
  });

  it(`${TASKS.exportStatement.task} takes ${TASKS.exportStatement.clicks} clicks`, async ({
    skip,
  }) => {
    skip(isMissing());
    const { page, clicks } = await startAs('viewer');
    await linkTo(page, 'Statements').click();
    const downloading = page.waitForEvent('download');
    const files = page.getByRole('region', { name: 'Export', exact: true });
    await files.getByRole('button', { name: 'CSV' }).click();
    const rows = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.slice(1).every((row) => row.includes(','))).toBe(true);
    expect(clicks.since()).toBe(TASKS.exportStatement.clicks);
  });

  it(`${TASKS.stop.task} takes ${TASKS.stop.clicks} clicks`, async ({ skip }) => {
    skip(isMissing());
    const { page, clicks } = await startAs('admin');
    await page.getByRole('button', { name: 'Halt', exact: true }).click();
    await page.getByRole('textbox', { name: 'Why' }).fill('the bank called');
    await page.getByRole('button', { name: 'Halt everything' }).click();
    await page.getByText('Halted: nothing is sent.').waitFor();
    expect(clicks.since()).toBe(TASKS.stop.clicks);
  });
});
