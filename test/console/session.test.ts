import { describe, expect, it } from 'vitest';
import { browserForTests } from './console-for-tests.ts';

const { visit, own, isMissing } = browserForTests();

/** Bytes over the wire until the first screen is drawn, of scripts, styles and the page: what a slow line waits for. */
const MOST_BYTES = 330_000;

describe('a session of the console', () => {
  it('that ends in a form leaves the form, and signing in again brings it back', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page, context } = await visit({ as: 'treasurer', at: '/t/main/rules' });
    await page.getByRole('button', { name: 'Halt' }).click();
    const why = page.getByRole('textbox', { name: 'Why' });
    await why.fill('a withdrawal that no rule explains');
    await context.route(/\/v1\/|\/token$/, (route) => route.fulfill({ status: 401, body: '{}' }));
    await page.getByText('Your session is over').waitFor();
    expect(await why.inputValue()).toBe('a withdrawal that no rule explains');
    await context.unroute(/\/v1\/|\/token$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Signed in as treasurer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/t/main/rules');
    await page.getByRole('button', { name: 'Halt' }).click();
    expect(await why.inputValue()).toBe('a withdrawal that no rule explains');
  });

  it('that is signed out leaves no draft to the next person', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'treasurer' });
    await page.getByRole('button', { name: 'Halt' }).click();
    await page.getByRole('textbox', { name: 'Why' }).fill('half a sentence');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Signed in as treasurer' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toMatch(/sentence/);
  });

  it('is renewed without a click when the token is refused and a refresh token is there', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page, context } = await visit({ as: 'viewer' });
    const renewal = page.waitForResponse(/\/token$/);
    await context.route(/\/v1\/overview/, (route) => route.fulfill({ status: 401, body: '{}' }), {
      times: 1,
    });
    expect((await renewal).status()).toBe(200);
    // The next look is answered again.
    await page.waitForResponse((response) => /v1\/overview/.test(response.url()) && response.ok());
    expect(await page.getByText('Your session is over').count()).toBe(0);
  });

  it('asks for what it holds by its ETag, and gets 304 without a body', async ({ skip }) => {
    skip(isMissing());
    const { page, context } = await visit({ as: 'viewer' });
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const statuses: number[] = [];
    session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode));
    await expect.poll(() => statuses, { timeout: 40_000 }).toContain(304);
  });

  it('works where the console is served from another address than the API', async ({ skip }) => {
    skip(isMissing());
    const apart = await own({ isApart: true, hasRound: false });
    const { page } = await visit({ as: 'treasurer', of: apart });
    await page.getByRole('img', { name: /^Total value/ }).waitFor();
    expect(new URL(page.url()).origin).not.toBe(apart.apiUrl);
  });

  it(`loads at most ${MOST_BYTES / 1_000} kB until the overview is drawn`, async ({ skip }) => {
    skip(isMissing());
    const bytes = new Map<string, Promise<number>>();
    const { page, context } = await visit({ as: 'treasurer', at: '/t/main/audit' });
    const other = await context.newPage();
    const origin = new URL(page.url()).origin;
    // A cache of its own: the context's has everything by now.
    const session = await context.newCDPSession(other);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    other.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (request.url().startsWith(`${origin}/assets/`)) {
        bytes.set(
          pathname,
          request.sizes().then((sizes) => sizes.responseBodySize),
        );
      }
    });
    await other.goto(`${origin}/t/main/overview`);
    await other.getByRole('img', { name: /^Total value/ }).waitFor();
    const sizes = await Promise.all(bytes.values());
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(5);
    expect(total).toBeLessThanOrEqual(MOST_BYTES);
  });
});
