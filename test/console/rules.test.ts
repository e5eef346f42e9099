import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createSluiceClient } from '../../clients/typescript/src/index.ts';
import { PEOPLE } from '../../local/identity/people.ts';
import { browserForTests, violationsOn } from './console-for-tests.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const { visit, own, isMissing } = browserForTests();

/** Milliseconds for a journey of two people with a stack of their own, on a machine that does other things as well. */
const JOURNEY_MS = 180_000;

/** The API as another person, who decides beside the browser. */
function apiAs({ stack }: ConsoleUnderTest, username: string) {
  const person = PEOPLE.find((each) => each.username === username);
  if (person === undefined) throw new Error(`there is no ${username}`);
  const token = () => stack.identity.tokenFor(person);
  return createSluiceClient({ baseUrl: stack.url, token, tenant: 'main' });
}

function input(page: Page, label: string) {
  const named = { name: label, exact: true };
  return page.getByRole('textbox', named).or(page.getByRole('combobox', named));
}

async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await input(page, label).fill(text);
  }
}

function panel(page: Page, name: string | RegExp) {
  return page.getByRole('region', { name });
}

describe('the rules in the console', () => {
  it('are drafted, tried, proposed by one person and approved by another', async ({ skip }) => {
    skip(isMissing());
    const of = await own();
    const { page } = await visit({ as: 'treasurer', at: '/t/main/rules', of });
    await page.getByRole('link', { name: 'New rule' }).click();
    await fill(page, { Name: 'BTC to the vault', Currency: 'BTC' });
    await page.keyboard.press('Escape');
    await input(page, 'To account').click();
    await page.getByRole('option', { name: /^BTC cold storage/ }).click();
    await fill(page, { 'Sweep when above': '1', 'Always keep': '0.5', 'In steps of': '0.01' });

    await panel(page, 'What it does')
      .getByText(
        'When BTC stands above 1 BTC at a snapshot, withdraw all that is above 0.5 BTC to BTC cold storage',
      )
      .waitFor();
    await panel(page, 'What it does').getByText('Balance now').waitFor();
    await panel(page, 'Who must approve').getByText('A second person must approve').waitFor();

    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await page.getByRole('img', { name: /^Balance of BTC with and without the draft/ }).waitFor();
    await page.getByRole('row', { name: /^Sweeps of BTC/ }).waitFor();

    await page.getByRole('button', { name: 'Propose to a second person' }).click();
    await panel(page, 'Proposed').getByText('It waits for a second person').waitFor();

    const approver = apiAs(of, 'approver');
    const { items } = (await approver.get('/v1/changes', { query: { state: ['proposed'] } })).data;
    const change = items.find(({ subject }) => subject === 'rule:btc-to-the-vault');
    await page.goto(`${of.url}/t/main/rules/btc-to-the-vault`);
    await page.getByText('This rule is not in force yet').waitFor();
    await approver.post('/v1/changes/{id}/approve', {
      path: { id: change?.id ?? '' },
      body: { comment: 'as we agreed' },
    });
    await page.getByRole('heading', { level: 1, name: 'BTC to the vault' }).waitFor();
    await panel(page, 'At this moment').waitFor();
  });

  it('say who must approve a change before it is sent, and keep a draft over a reload', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'treasurer', at: '/t/main/rules/btc-cold-storage/edit' });
    const verdict = panel(page, 'Who must approve');
    await fill(page, { 'Sweep when above': '4.5' });
    await verdict.getByText('A second person must approve').waitFor();
    await verdict.getByText('"Sweep when above" falls from 5 BTC to 4.5 BTC').waitFor();
    await page.reload();
    await page.getByText('This is what you had typed before.').waitFor();
    expect(await input(page, 'Sweep when above').inputValue()).toBe('4.5');
    await fill(page, { 'Sweep when above': '6' });
    await verdict.getByText('Acts at once').first().waitFor();
    await page.getByRole('button', { name: 'Save: acts at once' }).waitFor();
    await fill(page, { 'Sweep when above': '6,5' });
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByText('A decimal number such as 12.5').waitFor();
  });

  it('say the same of a proposal in the draft, the inbox, the decision and the history', {
    timeout: JOURNEY_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const of = await own();
    const said = (page: Page) => page.getByText(/^When BTC stands above 4\.5/).first();
    const widened = (page: Page) =>
      page.getByText(/"Sweep when above" falls from 5 BTC to 4\.5 BTC/);
    const reason = async (page: Page) =>
      /"Sweep when above" falls.*4\.5 BTC/.exec(
        (await widened(page).first().textContent()) ?? '',
      )?.[0];

    const edit = '/t/main/rules/btc-cold-storage/edit';
    const { page: draft } = await visit({ as: 'treasurer', at: edit, of });
    await fill(draft, { 'Sweep when above': '4.5' });
    await widened(draft).first().waitFor();
    const proposers = { does: await said(draft).textContent(), widens: await reason(draft) };
    expect(proposers.widens).toBe('"Sweep when above" falls from 5 BTC to 4.5 BTC');
    await draft.getByRole('button', { name: 'Propose to a second person' }).click();
    await panel(draft, 'Proposed').getByText('It waits for a second person').waitFor();

    const { page } = await visit({ as: 'approver', at: '/t/main/inbox?kind=policy-change', of });
    const item = page.getByRole('list', { name: 'What waits' }).getByRole('link');
    await item.filter({ hasText: 'BTC above 5 to cold storage' }).click();
    await expect.poll(() => item.first().textContent()).toContain(proposers.widens);
    await said(page).waitFor();
    expect(await said(page).textContent()).toBe(proposers.does);
    await panel(page, /^Change of the rule/)
      .getByText(proposers.widens ?? '')
      .waitFor();

    const approver = apiAs(of, 'approver');
    const { items } = (await approver.get('/v1/changes', { query: { state: ['proposed'] } })).data;
    const path = { id: items[0]?.id ?? '' };
    await approver.post('/v1/changes/{id}/approve', { path, body: { comment: 'read it' } });
    const history = '/t/main/rules/btc-cold-storage?tab=history';
    const { page: later } = await visit({ as: 'approver', at: history, of });
    await said(later).waitFor();
    expect(await said(later).textContent()).toBe(proposers.does);
    const log = '/t/main/audit?subject=rule:btc-cold-storage';
    const { page: audit } = await visit({ as: 'approver', at: log, of });
    await audit.getByRole('button', { name: 'Open all' }).click();
    await audit
      .getByText(proposers.widens ?? '', { exact: true })
      .first()
      .waitFor();
  });

  it('let others look at a draft who do not propose', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'approver', at: '/t/main/rules/btc-cold-storage/edit' });
    await page.getByText('Your roles do not propose rules').waitFor();
    expect(await page.getByRole('button', { name: /^(Propose|Save)/ }).isDisabled()).toBe(true);
  });

  it.each([
    ['light', '/t/main/rules'],
    ['dark', '/t/main/rules/btc-cold-storage'],
    ['light', '/t/main/rules/btc-cold-storage?tab=history'],
    ['dark', '/t/main/rules/btc-cold-storage/edit'],
    ['light', '/t/main/rules/new'],
  ] as const)('have nothing for axe to find in %s at %s', async (scheme, at) => {
    if (isMissing()) return;
    const { page } = await visit({ as: 'treasurer', at, scheme, bypassesPolicy: true });
    await page.getByRole('region').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
