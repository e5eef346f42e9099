import { describe, expect, it } from 'vitest';
import { browserForTests, violationsOn } from './console-for-tests.ts';

const { visit, isMissing } = browserForTests();

describe('the console in a browser', () => {
  it('signs a person in, and shows what everything is worth', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'treasurer' });
    await expect.poll(() => page.title()).toMatch(/Overview · main · Sluice$/);
    expect(new URL(page.url()).pathname).toBe('/t/main/overview');
    const value = page.getByRole('region', { name: 'Total value' }).locator('[data-plain]').first();
    await expect.poll(() => value.getAttribute('data-plain')).toMatch(/^\d+(\.\d+)?$/);
    await page
      .getByRole('button', { name: /Signed in as/ })
      .getByText('treasurer')
      .first()
      .waitFor();
  });

  it('changes from maker to checker with one click, and stays on the screen', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'treasurer', at: '/t/main/rules' });
    await page.getByRole('button', { name: 'Signed in as treasurer' }).click();
    await page.getByRole('menuitem', { name: 'Ann Meyer, approver' }).click();
    await page.getByRole('button', { name: 'Signed in as approver' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/t/main/rules');
  });

  it('signs in again after a reload without a click, and keeps no token in the browser', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer', at: '/t/main/overview?range=week' });
    await page.reload();
    await page.getByRole('button', { name: 'Signed in as viewer' }).waitFor();
    expect(page.url()).toMatch(/\/t\/main\/overview\?range=week$/);
    const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(stored).not.toMatch(/eyJ|access_token|refresh_token/);
  });

  it('signs out, and stays signed out until asked to sign in', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer' });
    await page.getByRole('button', { name: 'Signed in as viewer' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('has nothing for axe to find in %s', async (scheme) => {
    if (isMissing()) return;
    const { page } = await visit({ as: 'treasurer', scheme, bypassesPolicy: true });
    await page.getByRole('img', { name: /^Total value/ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
