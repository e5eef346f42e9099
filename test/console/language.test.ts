import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserForTests, violationsOn } from './console-for-tests.ts';

const { visit, isMissing } = browserForTests();

const AT = '/t/main/holdings/BTC';

async function chooseGerman(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Signed in as/ }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.keyboard.press('Escape');
}

describe('the chosen language', () => {
  it('is that of why a currency was not swept: labels, sentences of the API, numbers and dates', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer', at: AT });
    await page.getByRole('region', { name: 'Why was BTC not swept?' }).waitFor();
    await chooseGerman(page);
    const why = page.getByRole('region', { name: 'Warum wurde BTC nicht abgeschöpft?' });
    const run = why.getByRole('region', { name: 'Ein Lauf mit seinen Prüfungen' });
    await run.getByText(/BTC (liegt nicht über der Schwelle|an „)/).waitFor();
    await run.getByRole('columnheader', { name: 'Zulässig' }).waitFor();
    await run.getByRole('row', { name: /^Schwelle/ }).waitFor();
    const timeline = page.getByRole('region', { name: 'Warum sie abgeschöpft hat oder nicht' });
    await timeline
      .getByText(/\d (Lauf|Läufe) von Version/)
      .first()
      .waitFor();
    await timeline
      .getByText(/Freier Bestand: \d+,\d+/)
      .first()
      .waitFor();
    expect(await why.evaluate((region) => region.closest('[lang]')?.getAttribute('lang'))).toBe(
      'de',
    );
    expect(await why.textContent()).not.toMatch(/\d\.\d+ BTC/);
    expect(await violationsOn(page)).toEqual([]);
  });

  it('is remembered by the browser, and given back', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer', at: AT });
    await chooseGerman(page);
    await page.reload();
    const german = page.getByRole('region', { name: 'Warum wurde BTC nicht abgeschöpft?' });
    await german.waitFor();
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('en');
    await page.getByRole('region', { name: 'Why was BTC not swept?' }).waitFor();
    await german.waitFor({ state: 'detached' });
  });

  it('is that of what a screen says about a fact, where the screen itself has no texts of it', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer', at: '/t/main/breaks' });
    const table = page.getByRole('table', { name: 'Breaks' });
    await table
      .getByText(/ unexplained/)
      .first()
      .waitFor();
    await chooseGerman(page);
    const how = table.getByText(/ ungeklärt (ab|ein)gegangen/).first();
    await how.waitFor();
    expect(await how.evaluate((text) => text.closest('[lang]')?.getAttribute('lang'))).toBe('de');
    expect(await table.getByText(/ unexplained/).count()).toBe(0);
  });
});
