import { describe, expect, it } from 'vitest';
import { apiAs } from './api-as.ts';
import { browserForTests, violationsOn } from './console-for-tests.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const { visit, own, isMissing } = browserForTests();

/** Milliseconds for two people on a stack of their own, on a machine that does other things as well. */
const JOURNEY_MS = 180_000;

/** An account that is registered, by its currency. */
async function accountOf(of: ConsoleUnderTest, currency: string) {
  const { items } = (await apiAs(of, 'viewer').get('/v1/accounts')).data;
  const found = items.find((each) => each.currency === currency);
  if (found === undefined) throw new Error(`there is an account of ${currency}`);
  return found;
}

/** Approves the one change that waits. */
async function approve(of: ConsoleUnderTest): Promise<void> {
  const approver = apiAs(of, 'approver');
  const { items } = (await approver.get('/v1/changes', { query: { state: ['proposed'] } })).data;
  expect(items).toHaveLength(1);
  const path = { id: items[0]?.id ?? '' };
  await approver.post('/v1/changes/{id}/approve', { path, body: { comment: 'seen' } });
}

describe('an account in the console', () => {
  it('has a maximum until a payment arrives, and two people say that one has', {
    timeout: JOURNEY_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const of = await own();
    const { id } = await accountOf(of, 'BTC');
    const { page } = await visit({ as: 'treasurer', at: `/t/main/accounts/${id}/edit`, of });
    await page
      .getByRole('textbox', { name: 'At most until a payment is known to have arrived' })
      .fill('0.5');
    await page.getByRole('button', { name: 'Propose to a second person' }).click();
    const waiting = page.getByRole('region', { name: 'First payment' });
    await waiting.getByText(/^No answer of the service has named this place so far/).waitFor();
    expect((await violationsOn(page)).join('\n')).toBe('');
    await waiting.getByRole('button', { name: 'It arrived' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^You say that a payment has arrived at/).waitFor();
    await dialog.getByText('A second person must approve').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Say that it arrived' }).click();
    await page.getByRole('region', { name: /waits for a second person/ }).waitFor();
    await approve(of);
    await waiting.waitFor({ state: 'detached' });
    expect((await accountOf(of, 'BTC')).paymentArrived).toBe(true);
  });

  it('says how the service states amounts, as the controls do for all of them', {
    timeout: JOURNEY_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const of = await own();
    const { id } = await accountOf(of, 'ETH');
    const { page } = await visit({ as: 'treasurer', at: `/t/main/accounts/${id}/edit`, of });
    await page.getByRole('combobox', { name: 'Amounts in its answers are' }).click();
    await page.getByRole('option', { name: 'What was asked for, less the fee' }).click();
    const digits = page.getByRole('textbox', { name: 'Digits after the point' });
    await digits.fill('2.5');
    await page.getByRole('button', { name: 'Propose to a second person' }).click();
    await page.getByText('A number of digits such as 8, or nothing.').waitFor();
    await digits.fill('8');
    await page.reload();
    expect(await digits.inputValue()).toBe('8');
    await page.getByText(/^"How answers state amounts" is another/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Propose to a second person' }).click();
    await page.getByRole('region', { name: /waits for a second person/ }).waitFor();
    await approve(of);
    const terms = { amounts: 'net', digits: 8 };
    expect((await accountOf(of, 'ETH')).answeredAmounts).toEqual(terms);

    await page.goto(`${of.url}/t/main/settings`);
    await page.getByText('Not said: an amount less its fee blocks the currency').waitFor();
    await page.getByRole('button', { name: /^Change$/ }).click();
    await page.getByRole('combobox', { name: 'Amounts in its answers are' }).click();
    await page.getByRole('option', { name: 'What was asked for, less the fee' }).click();
    await page.getByRole('textbox', { name: 'Digits after the point' }).fill('USD 2');
    await page
      .getByText(/answers with other amounts may count as what was asked for/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Propose to a second person' }).click();
    await page.getByText('The change waits for a second person').waitFor();
    await approve(of);
    const { answeredAmounts } = (await apiAs(of, 'viewer').get('/v1/controls')).data;
    expect(answeredAmounts).toEqual({ amounts: 'net', digits: { USD: 2 } });
    await page.getByText('USD 2', { exact: true }).waitFor();
  });
});
