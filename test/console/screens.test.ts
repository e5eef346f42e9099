import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { browserForTests, violationsOn } from './console-for-tests.ts';
import { screenAddresses } from './every-screen.ts';
import type { WatchedPage } from './watched-page.ts';

const { visit, isMissing } = browserForTests();

const SCHEMES = ['light', 'dark'] as const;

/** The narrowest telephone that is promised. */
const NARROW_PX = 360;
const WIDE = { width: 1440, height: 900 };
/** A letter of twice the usual 16 px, as a person with weak eyes chooses it in the browser. */
const LARGE_TEXT = 'document.documentElement.style.fontSize = "200%"';
const USUAL_TEXT = 'document.documentElement.style.fontSize = ""';

/** A title of its own, with the inbox's count before it and the tenant behind it. */
const TITLE = /^(\(\d+\) )?\S.* · main · Sluice$/;
/** Milliseconds for the parts of a page to take their places after its width has changed. */
const PLACES_MS = 2_000;
const FRAME_MS = 50;

/** How far the page can be scrolled sideways, in pixels. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** The innermost parts that reach beyond the page's right edge, for whoever mends it. */
const TOO_WIDE = `(() => {
  const right = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('main *')].filter((element) =>
    element.getBoundingClientRect().right > right + 1 && !element.closest('svg'));
  return wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    .slice(0, 5).map((element) => element.tagName + '.' + element.className + ' "' + element.textContent.slice(0, 30) + '"').join(', ');
})()`;
/** Buttons and headings whose text is cut off, and which do not end in an ellipsis. */
const CUT_OFF = `[...document.querySelectorAll('h1, h2, button, a')].filter((element) =>
  element.checkVisibility() && getComputedStyle(element).overflowY === 'hidden'
  && element.scrollHeight > element.clientHeight + 2).map((element) => element.textContent)`;

/** Goes to another screen as a link does, without loading the program again. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
  );
}

/** Until the screen shows what it has read: no skeleton is left, and a heading names it. */
async function drawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0);
}

/** How far the page can be scrolled sideways once its parts have taken their places; 0 as it should be. */
async function sidewaysPx(page: Page): Promise<number> {
  for (const begun = performance.now(); ; await page.waitForTimeout(FRAME_MS)) {
    const pixels = (await page.evaluate(SIDEWAYS)) as number;
    if (pixels === 0 || performance.now() - begun > PLACES_MS) return pixels;
  }
}

/** Everything about one screen that a customer must never meet, a line each. */
async function lookAt(watched: WatchedPage, address: string): Promise<readonly string[]> {
  const { page } = watched;
  const before = watched.faults.length;
  await page.setViewportSize(WIDE);
  await goTo(page, `/t/main/${address}`);
  await drawn(page);
  const found = [...(await violationsOn(page))];
  const title = await page.title();
  if (!TITLE.test(title)) found.push(`its title is "${title}"`);
  const asWide = async (what: string) => {
    const pixels = await sidewaysPx(page);
    if (pixels > 0) found.push(`${pixels} px too wide ${what}: ${await page.evaluate(TOO_WIDE)}`);
  };
  await asWide('at 1440 px');
  await page.evaluate(LARGE_TEXT);
  await asWide('with text at 200 %');
  const cutOff = (await page.evaluate(CUT_OFF)) as readonly string[];
  found.push(...cutOff.map((text) => `with text at 200 %, "${text}" is cut off`));
  await page.evaluate(USUAL_TEXT);
  await page.setViewportSize({ ...WIDE, width: NARROW_PX });
  await asWide(`at ${NARROW_PX} px`);
  return [...found, ...watched.faults.slice(before)];
}

/** Twenty seconds on an idle machine, for the thirty of them. */
const EVERY_SCREEN_MS = 300_000;

it.each(SCHEMES)(
  'every screen is accessible, named, quiet, and fits a telephone and large text, in %s',
  async (scheme) => {
    if (isMissing()) return;
    const addresses = await screenAddresses(inject('console'));
    const watched = await visit({ as: 'treasurer', scheme });
    const found: string[] = [];
    for (const [path, address] of addresses) {
      found.push(...(await lookAt(watched, address)).map((each) => `${path}: ${each}`));
    }
    expect(found).toEqual([]);
  },
  EVERY_SCREEN_MS,
);
