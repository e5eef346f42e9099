import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiAs } from './api-as.ts';
import { browserForTests } from './console-for-tests.ts';
import { exampleChange } from './pictures.ts';

const { visit, own, isMissing } = browserForTests();

/** What stands in the margin of each sheet beside its number, as the page's own style has it. */
async function footOf(page: Page): Promise<string> {
  const read = (property: string) =>
    page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('${property}')`);
  return `${await read('--sluice-print-title')}${await read('--sluice-print-digest')}`;
}

/** Names of what a colleague would see on the sheet and not be able to use. */
async function controlsOn(page: Page): Promise<number> {
  return await page.locator('button:visible, input:visible, textarea:visible, nav:visible').count();
}

/** Height of the tallest element, in pixels. */
async function tallestOf(elements: Locator): Promise<number> {
  return await elements.evaluateAll((items) =>
    Math.max(...items.map((item) => (item as unknown as { offsetHeight: number }).offsetHeight)),
  );
}

describe('the console on paper', () => {
  it('opens the change that a message links to, and prints it with digest and people, without its form', async ({
    skip,
  }) => {
    skip(isMissing());
    const of = await own({ hasRound: false });
    await exampleChange(of);
    const changes = await apiAs(of, 'viewer').get('/v1/changes', {
      query: { state: ['proposed'] },
    });
    const [change] = changes.data.items;
    const at = `/changes/${encodeURIComponent(change?.id ?? '')}`;
    const { page } = await visit({ as: 'approver', at, of, scheme: 'dark' });
    await page.getByRole('button', { name: /^Approve: / }).waitFor();
    await page.getByText('Proposed by').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Digest', { exact: true }).waitFor();
    await page.getByText(/by approver; tenant main, stage local$/).waitFor();
    expect(await controlsOn(page)).toBe(0);
    expect(await footOf(page)).toMatch(/^"main · Inbox"" · digest [0-9a-f]{32}"$/);
  });

  it('prints every line of a statement, and each entry of the audit log on a line of its own', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'approver', at: '/t/main/statements' });
    await page.getByRole('heading', { name: 'BTC' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('cell', { name: 'closing' }).first().waitFor();
    expect(await controlsOn(page)).toBe(0);
    expect(await footOf(page)).toMatch(/^"main · Statement of .+"" · digest [0-9a-f]{64}"$/);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Audit', exact: true }).first().click();
    const entry = page
      .getByRole('list', { name: 'Entries of the audit log' })
      .getByRole('listitem');
    await entry.first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 688, height: 950 });
    expect(await entry.count()).toBeGreaterThan(20);
    // Two lines where two people's names need them, and never the five of a telephone, which a browser may lay out until
    // the change of the medium has reached every style.
    await expect.poll(() => tallestOf(entry), { timeout: 10_000 }).toBeLessThan(50);
  });
});
