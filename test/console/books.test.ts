import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiAs } from './api-as.ts';
import { browserForTests, violationsOn } from './console-for-tests.ts';
import { runNextRound } from './next-round.ts';

const { visit, own, isMissing } = browserForTests();

/** Milliseconds for a journey of two people with a stack of their own, on a machine that does other things as well. */
const JOURNEY_MS = 180_000;

function panel(page: Page, name: string) {
  return page.getByRole('region', { name });
}

describe('accounts in the console', () => {
  it('are registered by one person, approved by another, and switched off at once', {
    timeout: JOURNEY_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const of = await own();
    const { page } = await visit({ as: 'treasurer', at: '/t/main/accounts/new', of });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('BTC vault');
    await page
      .getByRole('textbox', { name: 'Id at the service' })
      .fill('6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9aff');
    await page.getByRole('combobox', { name: 'Currency' }).fill('BTC');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Network' }).fill('bitcoin');
    await page.keyboard.press('Escape');
    await page
      .getByRole('textbox', { name: 'Beneficiary, address' })
      .fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
    const review = panel(page, 'What you ask for');
    const shown = review.locator('[data-plain]').first();
    expect(await shown.getAttribute('data-plain')).toBe(
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    );
    await page.getByText('A second person must approve').waitFor();
    await page.getByText('There is no cooling-off here').waitFor();
    await page.getByRole('button', { name: 'Propose to a second person' }).click();
    await panel(page, 'New account waits for a second person: BTC vault').waitFor();

    const approver = apiAs(of, 'approver');
    const { items } = (await approver.get('/v1/changes', { query: { state: ['proposed'] } })).data;
    const id = items.find(({ kind }) => kind === 'account')?.id ?? '';
    await approver.post('/v1/changes/{id}/approve', {
      path: { id },
      body: { comment: 'compared by telephone' },
    });
    await page.getByRole('link', { name: 'BTC vault' }).click();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Acts at once').waitFor();
    await page.getByRole('button', { name: 'Switch it off now' }).click();
    await page.getByText('switched off').first().waitFor();
  });
});

describe('a halt in the console', () => {
  it('shows on every screen, and ends when two people want it to', { timeout: JOURNEY_MS }, async ({
    skip,
  }) => {
    skip(isMissing());
    const of = await own();
    const { page } = await visit({ as: 'treasurer', at: '/t/main/settings?tab=halts', of });
    await apiAs(of, 'admin').post('/v1/controls/halt', { body: { comment: 'a strange debit' } });
    for (const screen of ['breaks', 'accounts', 'audit', 'settings?tab=halts']) {
      await page.goto(`${of.url}/t/main/${screen}`);
      await page.getByText('Halted: nothing is sent.').waitFor();
    }
    await page.getByRole('textbox', { name: 'Why it is safe' }).fill('the bank explained it');
    await page.getByRole('button', { name: 'Propose to resume everything' }).click();
    await panel(page, 'Resumption waits for a second person: Everything').waitFor();
    const approver = apiAs(of, 'approver');
    const { items } = (await approver.get('/v1/changes', { query: { state: ['proposed'] } })).data;
    const id = items.find(({ resumption }) => resumption !== undefined)?.id ?? '';
    await approver.post('/v1/changes/{id}/approve', {
      path: { id },
      body: { comment: 'agreed' },
    });
    await page.getByText('Nothing is halted').waitFor();
    await panel(page, 'Last resumption').waitFor();
  });
});

describe('a break in the console', () => {
  it('is explained and closed, and the audit log stays whole', { timeout: JOURNEY_MS }, async ({
    skip,
  }) => {
    skip(isMissing());
    const of = await own();
    const body = JSON.stringify({ currency: 'EUR', amount: '77777.77' });
    await fetch(`${of.stack.service.url}/control/deposit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await runNextRound(of.stack);
    const { page } = await visit({ as: 'treasurer', at: '/t/main/breaks?currency=EUR', of });
    await page
      .getByRole('row', { name: /77,777\.77/ })
      .getByRole('link')
      .click();
    await page.getByRole('combobox', { name: 'What it was' }).click();
    await page.getByRole('option', { name: 'Deposit' }).click();
    await panel(page, 'Explain')
      .getByRole('textbox', { name: 'How you know' })
      .fill('advice of the bank, 4711');
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await panel(page, 'Close')
      .getByRole('textbox', { name: 'How you know' })
      .fill('agrees with the statement');
    await panel(page, 'Close').getByRole('button', { name: 'Close', exact: true }).click();
    await panel(page, 'What moved').getByText('closed').waitFor();

    await page.goto(`${of.url}/t/main/audit`);
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('The log is intact').waitFor();
  });
});

describe('the screens of the books', () => {
  it.each(['breaks', 'accounts/new', 'audit', 'settings', 'settings?tab=roles'])(
    'have nothing for axe to find: %s',
    async (screen) => {
      if (isMissing()) return;
      const at = `/t/main/${screen}`;
      const { page } = await visit({ as: 'treasurer', at, bypassesPolicy: true });
      await page.waitForLoadState('networkidle');
      expect(await violationsOn(page)).toEqual([]);
    },
  );
});
