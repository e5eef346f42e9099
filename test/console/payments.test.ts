import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sumOf } from '../../console/display/amounts.ts';
import { browserForTests, violationsOn } from './console-for-tests.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const { visit, own, isMissing } = browserForTests();

/** Milliseconds until what an approval set off has been sent, answered and polled, on a busy machine. */
const SENT_MS = 60_000;

/** Milliseconds of a test that starts a stack of its own, where other work takes most of the processor. */
const TEST_MS = 180_000;

/** The title of a step, with its moment behind it in the same line: not "To be answered". */
const ANSWERED = /^Answered/;

async function fillWithdrawal(page: Page, amount: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Account' }).click();
  await page.getByRole('option', { name: /^BTC cold storage/ }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill(amount);
  await page.getByRole('textbox', { name: /^Why/ }).fill('the audit of the second quarter');
}

/** What the API says of the request as it stands in the form. */
function checkOf(page: Page, result: 'accepted' | 'refused') {
  return page.locator(`section[aria-label="Check"][data-result="${result}"]`);
}

/** What left the service for an amount of BTC since it was counted before. */
function leftAtService({ stack }: ConsoleUnderTest): readonly string[] {
  const { sandbox } = stack.service;
  if (sandbox === null) throw new Error('the stack has no sandbox');
  return sandbox
    .withdrawals()
    .filter(({ currency }) => currency === 'BTC')
    .map(({ amount }) => amount);
}

describe('a withdrawal by hand', () => {
  it(
    'is approved by a second person, sent and answered; a lost answer sends it once',
    async ({ skip }) => {
      skip(isMissing());
      const of = await own({ hasRound: false });
      const before = leftAtService(of);
      const maker = await visit({ as: 'treasurer', at: '/t/main/withdrawals/new', of });
      await fillWithdrawal(maker.page, '0.05');
      await checkOf(maker.page, 'accepted').getByText('One other person approves it.').waitFor();

      // The API carries it out, and its answer never arrives.
      let lost = 0;
      await maker.page.route('**/v1/withdrawals*', async (route) => {
        if (route.request().method() !== 'POST' || lost > 0) return await route.continue();
        lost++;
        await route.fetch();
        await route.abort('connectionreset');
      });
      await maker.page
        .getByRole('button', { name: 'Request: 0.05000000 BTC to BTC cold storage' })
        .click();
      await maker.page.getByText('No answer came: it may have been carried out').waitFor();
      expect(await maker.page.getByRole('textbox', { name: /^Amount/ }).isDisabled()).toBe(true);

      await maker.page.reload();
      await maker.page.getByText('no answer says what became of it').waitFor();
      await maker.page
        .getByRole('button', { name: 'Send again: 0.05000000 BTC to BTC cold storage' })
        .click();
      await maker.page
        .getByRole('main')
        .getByText('It is recorded and waits for approval. Nothing was sent.')
        .waitFor();
      const { pathname } = new URL(maker.page.url());

      const checker = await visit({ as: 'approver', at: pathname, of });
      await checker.page.getByRole('button', { name: 'Approve…' }).click();
      const dialog = checker.page.getByRole('dialog');
      await dialog.getByText('New: compare it letter by letter').waitFor();
      await dialog
        .getByRole('button', { name: 'Approve 0.05000000 BTC to BTC cold storage' })
        .click();
      await dialog.waitFor({ state: 'detached' });

      const timeline = maker.page.getByRole('list', { name: 'Timeline' });
      await timeline.getByText(ANSWERED).waitFor({ timeout: SENT_MS });
      await timeline.getByText('The service confirmed the withdrawal.', { exact: true }).waitFor();
      await timeline.getByText('Sent', { exact: true }).waitFor();
      await timeline.getByText(/^By approver/).waitFor();
      const left = leftAtService(of).slice(before.length);
      expect(left).toHaveLength(1);
      expect(sumOf(left)).toBe('0.05');

      await maker.page.goto(`${of.url}/t/main/withdrawals?text=second+quarter`);
      const rows = maker.page.getByRole('table').locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(1);
    },
    TEST_MS,
  );

  it(
    'is not approved by what was read before: a change is shown as the difference',
    async ({ skip }) => {
      skip(isMissing());
      const of = await own({ hasRound: false });
      const maker = await visit({ as: 'treasurer', at: '/t/main/withdrawals/new', of });
      await fillWithdrawal(maker.page, '0.01');
      await maker.page.getByRole('button', { name: /^Request: / }).click();
      const content = maker.page.getByRole('main');
      await content.getByText('waits for approval. Nothing was sent.').waitFor();
      const { pathname } = new URL(maker.page.url());
      await maker.page.getByText('You asked for it yourself').first().waitFor();

      const checker = await visit({ as: 'approver', at: `${pathname}?decide=approve`, of });
      const dialog = checker.page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Approve 0\.01/ }).waitFor();
      await maker.page.getByRole('button', { name: 'Cancel it…' }).click();
      const cancelling = maker.page.getByRole('dialog');
      await cancelling.getByRole('textbox', { name: /^Why/ }).fill('the wrong quarter');
      await cancelling.getByRole('button', { name: /^Cancel 0\.01/ }).click();
      await dialog
        .getByText('It has changed since you looked at it')
        .or(dialog.getByText('It waits for no approval'))
        .first()
        .waitFor({ timeout: SENT_MS });
      await checker.page.getByText('It was cancelled. Nothing was sent.').waitFor();
    },
    TEST_MS,
  );
});

describe('a trade by the ticket', () => {
  it(
    'is explained before it is sent, and done only when it is answered',
    async ({ skip }) => {
      skip(isMissing());
      const of = await own({ hasRound: false });
      const { page } = await visit({ as: 'trader', at: '/t/main/trades/new', of });
      await page.getByRole('combobox', { name: 'Instrument' }).click();
      await page.getByRole('option', { name: 'BTC/USD' }).click();
      await page.getByRole('textbox', { name: /^Amount/ }).fill('0.01');
      await page.getByRole('button', { name: 'Buy at the ask' }).click();
      const limit = page.getByRole('textbox', { name: /^Limit/ });
      const ask = Number.parseFloat(await limit.inputValue());

      await limit.fill((ask * 1.2).toFixed(2));
      await checkOf(page, 'refused').getByText('accepted: at most').waitFor();

      await limit.fill((ask * 1.02).toFixed(2));
      await checkOf(page, 'accepted').waitFor();
      await page.getByRole('button', { name: /^Place: the purchase of 0\.01/ }).click();
      const timeline = page.getByRole('list', { name: 'Timeline' });
      await timeline.getByText(ANSWERED).waitFor({ timeout: SENT_MS });
      await timeline.getByText('The service confirmed the trade.', { exact: true }).waitFor();
      await page.getByRole('main').getByText('It was carried out, and confirmed.').waitFor();
    },
    TEST_MS,
  );
});

describe('the lists of payments', () => {
  it('keep filters, order and columns in the address', async ({ skip }) => {
    skip(isMissing());
    const at = '/t/main/withdrawals?state=declined&columns=amount,state,id&sort=oldest';
    const { page } = await visit({ as: 'viewer', at });
    const table = page.getByRole('table');
    await table.getByText('declined').first().waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      ...['Amount', 'State', 'Id'],
    ]);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Reference' }).click();
    await expect.poll(() => page.url()).toMatch(/columns=amount%2Cstate%2Cid%2Creference/);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing has this');
    await page.getByText('No withdrawals fit these filters').waitFor();
    expect(page.url()).toMatch(/text=nothing\+has\+this/);
  });

  it.each(['light', 'dark'] as const)(
    'have nothing for axe to find in %s',
    async (scheme) => {
      if (isMissing()) return;
      const at = '/t/main/withdrawals';
      const { page } = await visit({ as: 'treasurer', at, scheme, bypassesPolicy: true });
      await page.getByRole('table').locator('tbody a').first().waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await page.getByRole('table').locator('tbody a').first().click();
      await page.getByRole('list', { name: 'Timeline' }).waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await page.goto(page.url().replace(/withdrawals\/.*/, 'withdrawals/new'));
      await fillWithdrawal(page, '0.05');
      await checkOf(page, 'accepted').waitFor();
      expect(await violationsOn(page)).toEqual([]);
    },
    40_000,
  );

  it.each(['light', 'dark'] as const)(
    'and so does the ticket in %s',
    async (scheme) => {
      if (isMissing()) return;
      const at = '/t/main/trades/new?instrument=BTC/USD';
      const { page } = await visit({ as: 'trader', at, scheme, bypassesPolicy: true });
      await page.getByRole('button', { name: 'Buy at the ask' }).click();
      await page.getByRole('textbox', { name: /^Amount/ }).fill('0.01');
      await checkOf(page, 'accepted').waitFor();
      expect(await violationsOn(page)).toEqual([]);
    },
    40_000,
  );
});
