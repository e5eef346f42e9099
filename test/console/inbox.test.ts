import { createSluiceClient, type SluiceClient } from '@sluice/client';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { personNamed } from '../../local/identity/people.ts';
import { browserForTests, violationsOn } from './console-for-tests.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';
import { runNextRound } from './next-round.ts';

const { visit, own, isMissing } = browserForTests();

const RULE = 'btc-cold-storage';
const COLD_STORAGE = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01';

/** Milliseconds for a journey of two people with a stack of their own, on a machine that does other things as well. */
const JOURNEY_MS = 180_000;

/** The API as a built-in person: for what a colleague does meanwhile. */
async function asPerson({ stack, apiUrl }: ConsoleUnderTest, name: string): Promise<SluiceClient> {
  const person = personNamed(name);
  if (person === undefined) throw new Error(`there is no person ${name}`);
  const token = await stack.identity.tokenFor(person);
  return createSluiceClient({ baseUrl: apiUrl, token: () => token });
}

/** The rule of the demo's policy, sweeping from less on, which takes a second person. */
async function proposeThreshold(of: ConsoleUnderTest, threshold: string): Promise<string> {
  const treasurer = await asPerson(of, 'treasurer');
  const path = { id: RULE };
  const { etag } = await treasurer.get('/v1/sweep-rules/{id}', { path });
  const { data } = await treasurer.put('/v1/sweep-rules/{id}', {
    path,
    ifMatch: { etag },
    body: {
      ...{ id: RULE, label: 'BTC above 5 to cold storage', currency: 'BTC', threshold, keep: '4' },
      ...{ withdrawalAccountId: COLD_STORAGE, minimum: '0.1', maximum: '2', step: '0.0001' },
    },
  });
  if (!('state' in data)) throw new Error('the change acted at once');
  return data.id;
}

/** The demo's cold storage at another address, which takes a second person. */
async function proposeAddress(of: ConsoleUnderTest, address: string): Promise<string> {
  const treasurer = await asPerson(of, 'treasurer');
  const path = { id: COLD_STORAGE };
  const { etag, data: account } = await treasurer.get('/v1/accounts/{id}', { path });
  const { id, label, network, currency } = account;
  const { data } = await treasurer.put('/v1/accounts/{id}', {
    path,
    ifMatch: { etag },
    body: { id, label, network, currency, details: { beneficiary: { address } } },
  });
  if (!('state' in data)) throw new Error('the change acted at once');
  return data.id;
}

/** A withdrawal whose answer is lost, and a balance that was read since. */
async function loseAnswer(of: ConsoleUnderTest): Promise<string> {
  const { sandbox } = of.stack.service;
  if (sandbox === null) throw new Error('the stack has no sandbox');
  const treasurer = await asPerson(of, 'treasurer');
  const { data } = await treasurer.post('/v1/withdrawals', {
    body: { amount: '0.25', withdrawalAccountId: COLD_STORAGE, comment: 'audit' },
  });
  sandbox.queueFault({
    on: 'POST /v1/withdrawals',
    fault: { kind: 'execute-then-reset-before-headers' },
  });
  const approver = await asPerson(of, 'approver2');
  const path = { id: data.id };
  const { etag } = await approver.get('/v1/withdrawals/{id}', { path });
  await approver.post('/v1/withdrawals/{id}/approve', { path, ifMatch: { etag }, body: {} });
  await expect
    .poll(async () => (await approver.get('/v1/withdrawals/{id}', { path })).data.status.state, {
      timeout: 20_000,
    })
    .toBe('unknown');
  await runNextRound(of.stack);
  return data.id;
}

/** What is opened where its kind has nothing to decide at the moment, and what it says. */
const NOTHING_TO_DECIDE = [
  ['unbooked/BTC', 'The balances show everything'],
  ['rearming/lanes', 'Every lane is armed'],
] as const;

/** A4, in which every number is within a hundredth of an inch. */
const A4 = /MediaBox *\[0 0 59[45][.\d]* 84[12][.\d]*\]/;

/** On paper stand people and digest, and nothing that is only for a screen. */
async function printsOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/by approver; tenant main, stage local$/).waitFor();
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  const printed = await page.pdf({ preferCSSPageSize: true });
  expect(printed.toString('latin1')).toMatch(A4);
}

function buttonOf(page: Page, name: RegExp) {
  return page.getByRole('button', { name });
}

async function focusOf(page: Page): Promise<unknown> {
  return await page.evaluate('document.activeElement.getAttribute("aria-label")');
}

function addressOf(changeId: string): string {
  return `/t/main/inbox?open=${encodeURIComponent(`policy-change/${changeId}`)}`;
}

describe('a change that one person proposed', () => {
  it('is approved by another, and by the first to decide alone', { timeout: JOURNEY_MS }, async ({
    skip,
  }) => {
    skip(isMissing());
    const of = await own();
    const overtaken = await proposeThreshold(of, '4.8');

    const maker = await visit({ as: 'treasurer', at: addressOf(overtaken), of });
    await maker.page.getByText('You cannot decide about this.').waitFor();
    expect(await buttonOf(maker.page, /^Approve/).count()).toBe(0);

    const { page } = await visit({ as: 'approver', at: addressOf(overtaken), of });
    await page.getByRole('textbox', { name: 'Comment' }).fill('I looked at every field');
    await expect.poll(() => buttonOf(page, /^Approve: /).isEnabled()).toBe(true);
    const colleague = await asPerson(of, 'approver2');
    const path = { id: overtaken };
    await colleague.post('/v1/changes/{id}/decline', { path, body: { comment: 'not this week' } });
    await page.getByText('It has changed since you looked.').waitFor();
    await page.getByRole('cell', { name: 'declined' }).waitFor();
    expect(await buttonOf(page, /^Approve: /).isEnabled()).toBe(false);
    await buttonOf(page, /^Look at it as it is now/).click();
    await page.getByText('Not sent: another person was first.').waitFor();
    await page.getByText('I looked at every field').waitFor();
    await page.getByText('not this week').first().waitFor();

    const id = await proposeThreshold(of, '4.5');
    await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).first().click();
    await page.getByRole('link', { name: /Change of the policy/ }).click();
    // The approver reads what the proposer's editor says, in its words and with its labels.
    const inList = page.getByRole('link', { name: /Change of the policy/ });
    await inList.getByText('"Sweep when above" falls from 5 BTC to 4.5 BTC').waitFor();
    await page
      .getByText(
        'When BTC stands above 4.5 BTC at a snapshot, withdraw all that is above 4 BTC to BTC cold storage; in steps of 0.0001 BTC, at least 0.1 BTC, at most 2 BTC at a time',
      )
      .waitFor();
    const row = page.getByRole('row', { name: /Sweep when above/ });
    await row.getByText('5.00000000 BTC').waitFor();
    await row.getByText('4.50000000 BTC').waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe(`policy-change/${id}`);
    await page.getByRole('textbox', { name: 'Comment' }).fill('as agreed on Monday');
    await buttonOf(page, /^Approve: change of the rule BTC above 5/).click();
    await page.getByText('Approved. It is in force.').waitFor();
    // The form is gone: who decides by the keyboard goes on from what is open.
    await expect.poll(() => focusOf(page)).toBe('What is opened');
    const { data } = await colleague.get('/v1/changes/{id}', { path: { id } });
    expect(data).toMatchObject({
      state: 'approved',
      decided: { by: 'approver', comment: 'as agreed on Monday' },
    });

    // The address of before and the one asked for are compared in groups of four, wherever a difference is shown.
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const moved = await proposeAddress(of, address);
    for (const at of [addressOf(moved), `/t/main/accounts/${COLD_STORAGE}`]) {
      await page.goto(`${of.url}${at}`);
      const asked = page.getByRole('cell').locator(`[data-plain="${address}"]`).first();
      await asked.waitFor();
      expect(await asked.locator('code span').allTextContents()).toEqual(address.match(/.{1,4}/g));
    }
  });
});

describe('an outcome that is not known', () => {
  it('is settled by the word of one person and the agreement of another', {
    timeout: JOURNEY_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const of = await own();
    const id = await loseAnswer(of);
    const at = `/t/main/withdrawals/${encodeURIComponent(id)}/settle`;
    const first = await visit({ as: 'treasurer', at, of });
    await first.page.getByText('Only “executed” explains every reading.').waitFor();
    await first.page.getByRole('radio', { name: 'It was executed' }).check();
    await first.page.getByRole('textbox', { name: 'Comment' }).fill('it is in their list');
    await buttonOf(first.page, /^Say: 0\.25000000 BTC to BTC cold storage was executed/).click();
    await first.page.getByText('It counts when another person agrees.').waitFor();

    const second = await visit({ as: 'approver', at, of });
    await second.page.getByText('it is in their list').waitFor();
    await second.page.getByRole('textbox', { name: 'Comment' }).fill('I see it as well');
    await buttonOf(second.page, /^Confirm: 0\.25000000 BTC to BTC cold storage/).click();
    await second.page.getByText('Settled: both people say the same.').waitFor();
    const outcome = second.page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText('treasurer: it is in their list; approver: I see it as well').waitFor();
    const path = { id };
    const { data } = await (await asPerson(of, 'viewer')).get('/v1/withdrawals/{id}', { path });
    expect(data.status).toMatchObject({
      state: 'confirmed',
      confirmation: { kind: 'settled', by: ['treasurer', 'approver'] },
    });
    await printsOnPaper(second.page);
  });
});

describe.each(['light', 'dark'] as const)('axe, in %s', (scheme) => {
  it('finds nothing in the inbox', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({
      ...{ as: 'approver', at: '/t/main/inbox', scheme, bypassesPolicy: true },
    });
    await page.getByRole('list', { name: 'What waits' }).waitFor();
    await page.getByRole('list', { name: 'What waits' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    for (const [open, text] of NOTHING_TO_DECIDE) {
      const address = new URL(page.url());
      address.searchParams.set('open', open);
      await page.goto(address.href);
      await page.getByText(text).waitFor();
      expect(await violationsOn(page)).toEqual([]);
    }
  });
});
