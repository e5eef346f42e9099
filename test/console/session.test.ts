import { describe, expect, it } from 'vitest';
import { apiAs } from './api-as.ts';
import { browserForTests } from './console-for-tests.ts';

/** Of the demo's policy. */
const COLD_STORAGE = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01';

const { visit, own, isMissing } = browserForTests();

/** Milliseconds for a look of the page that comes every 15 s, on a machine that does other things as well. */
const LOOK_MS = 40_000;

/** Milliseconds for a stack of the test's own, on such a machine. */
const OWN_STACK_MS = 180_000;

/** Bytes over the wire until the first screen is drawn, of scripts, styles and the page: what a slow line waits for. */
const MOST_BYTES = 330_000;

describe('a session of the console', () => {
  it(
    'that is given back instead of a new one is said to be, and its way out is to sign out',
    async ({ skip }) => {
      skip(isMissing());
      const of = await own({ hasRound: false, ignoresPrompt: true });
      const { data: waiting } = await apiAs(of, 'treasurer').post('/v1/withdrawals', {
        body: { amount: '0.25', withdrawalAccountId: COLD_STORAGE, comment: 'audit' },
      });
      const at = `/t/main/withdrawals/${waiting.id}?decide=approve`;
      const { page } = await visit({ as: 'approver', at, of });
      const again = page.getByRole('button', { name: 'Sign in again' });
      await page.getByRole('button', { name: /^Approve 0\.25/ }).waitFor();
      // A while later the sign-in is too old for the amount.
      await page.clock.install();
      await page.clock.setSystemTime(Date.now() + 6 * 60_000);
      await again.click();
      await page.getByText('The sign-in page did not ask who you are').waitFor();
      expect(await again.count()).toBe(0);
      const revoked = page.waitForResponse(/\/token\/revocation$/);
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
      expect((await revoked).status()).toBe(200);
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    },
    OWN_STACK_MS,
  );

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

  it('that ends in the editor of a rule leaves what was typed, on the version that was read', async ({
    skip,
  }) => {
    skip(isMissing());
    const at = '/t/main/rules/btc-cold-storage/edit';
    const { page, context } = await visit({ as: 'treasurer', at });
    const threshold = page.getByRole('textbox', { name: 'Sweep when above' });
    await threshold.fill('4.5');
    await context.route(/\/v1\/|\/token$/, (route) => route.fulfill({ status: 401, body: '{}' }));
    await page.getByText('Your session is over').waitFor();
    expect(await threshold.inputValue()).toBe('4.5');
    await context.unroute(/\/v1\/|\/token$/);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByText('This is what you had typed before.').waitFor();
    expect(await threshold.inputValue()).toBe('4.5');
    await page.getByText('"Sweep when above" falls from 5 BTC to 4.5 BTC').first().waitFor();
  });

  it('that is left alone for half an hour ends by itself, and says why', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'treasurer', at: '/t/main/rules' });
    await page.clock.install();
    await page.clock.setSystemTime(Date.now() + 31 * 60_000);
    const ended = page.getByRole('heading', { name: 'You were signed out' });
    await ended.waitFor({ timeout: LOOK_MS });
    await page.getByText('The console was left alone for a while.').waitFor();
    await page.reload();
    // Not signed in again without a click: the desk may be another person's by now.
    await ended.waitFor();
  });

  it('leaves no answer of the API in a cache of the browser, and clears what it has when it ends', {
    timeout: OWN_STACK_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer' });
    const asked = await page.waitForRequest(/\/v1\/overview/);
    await asked.response();
    const { authorization = '' } = await asked.allHeaders();
    const ask = (cache: string) =>
      page.evaluate(
        `fetch(${JSON.stringify(asked.url())}, {
          cache: '${cache}', mode: 'same-origin', headers: { authorization: ${JSON.stringify(authorization)} },
        }).then(({ status }) => status, () => 'not kept')`,
      );
    expect(await ask('only-if-cached')).toBe('not kept');
    // Nothing but the console's own way of asking keeps it from there.
    expect(await ask('default')).toBe(200);
    expect(await ask('only-if-cached')).toBe(200);
    const forgets = page.waitForResponse(/\/signed-out$/);
    await page.getByRole('button', { name: 'Signed in as viewer' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    expect((await (await forgets).allHeaders())['clear-site-data']).toBe('"cache"');
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await ask('only-if-cached')).toBe('not kept');
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
    // Until the token is renewed: a look that the page itself gives up is answered as well.
    let isRefused = true;
    page.on('request', (asked) => {
      if (/\/token$/.test(asked.url())) isRefused = false;
    });
    await context.route(/\/v1\/overview/, (route) =>
      isRefused ? route.fulfill({ status: 401, body: '{}' }) : route.continue(),
    );
    expect((await renewal).status()).toBe(200);
    // The next look is answered again.
    await page.waitForResponse(
      (response) => /v1\/overview/.test(response.url()) && [200, 304].includes(response.status()),
    );
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

  it('works where the console is served from another address than the API', {
    timeout: OWN_STACK_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const apart = await own({ isApart: true, hasRound: false });
    const { page } = await visit({ as: 'treasurer', of: apart });
    await page.getByRole('img', { name: /^Total value/ }).waitFor();
    expect(new URL(page.url()).origin).not.toBe(apart.apiUrl);
    // A write has a preflight of its own, with its key, its precondition and its token.
    await page.getByRole('button', { name: 'Halt', exact: true }).click();
    await page.getByRole('textbox', { name: 'Why' }).fill('from another port');
    await page.getByRole('button', { name: 'Halt everything' }).click();
    await page.getByText('Halted: nothing is sent.').waitFor();
    await page.goto(`${apart.url}/t/main/settings?tab=halts`);
    await page.getByRole('textbox', { name: 'Why it is safe' }).fill('it was a test');
    await page.getByRole('button', { name: 'Propose to resume everything' }).click();
    await page.getByText('Resumption waits for a second person: Everything').waitFor();
  });

  it(`loads at most ${MOST_BYTES / 1_000} kB until the overview is drawn`, async ({ skip }) => {
    skip(isMissing());
    const loads: { readonly path: string; readonly size: Promise<number> }[] = [];
    // A browser that was never here: what a second load takes from its cache came over the wire in the first one.
    const { page } = await visit({
      ...{ as: 'viewer', at: '/t/main/overview' },
      onOpened: (opened) =>
        opened.on('requestfinished', (request) => {
          const { pathname: path } = new URL(request.url());
          if (!path.startsWith('/assets/')) return;
          loads.push({ path, size: request.sizes().then((sizes) => sizes.responseBodySize) });
        }),
    });
    await page.getByRole('img', { name: /^Total value/ }).waitFor();
    const sizes = new Map<string, number>();
    for (const { path, size } of loads) sizes.set(path, (sizes.get(path) ?? 0) + (await size));
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect([...sizes].filter(([, size]) => size === 0)).toEqual([]);
    expect(total).toBeGreaterThan(MOST_BYTES / 2);
    expect(total).toBeLessThanOrEqual(MOST_BYTES);
  });
});
