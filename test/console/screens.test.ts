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
/** Pixels of the browser's usual letter, and of one that a person with weak eyes chooses. */
const USUAL_TEXT_PX = 16;
const LARGE_TEXT_PX = 32;

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

/** Texts of which every letter or two has a line of its own, for want of width. */
const COLLAPSED = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const letters = data.trim().length;
    if (letters < 4 || !parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    if (range.getClientRects().length > letters / 2) found.push(data.slice(0, 30));
  }
  return found;
})()`;

/** The size of text in the browser's settings: what is measured in rem follows, the widths of media queries as well. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
  await session.detach();
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.documentElement).fontSize'))
    .toBe(`${standard}px`);
}

/** Milliseconds for a screen to have read what it shows: a forecast ends by itself after sixteen seconds, on a busy machine. */
const READ_MS = 45_000;

/** Goes to another screen as a link does, without loading the program again. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
  );
}

/** Until the screen shows what it has read: no skeleton is left, and a heading names it. */
async function drawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const skeletons = page.locator('.mantine-Skeleton-root');
  await expect.poll(() => skeletons.count(), { timeout: READ_MS }).toBe(0);
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
  const collapsed = async (what: string) =>
    ((await page.evaluate(COLLAPSED)) as readonly string[]).map(
      (text) => `${what}, "${text}" has no room`,
    );
  await asWide('at 1440 px');
  await setTextSize(page, LARGE_TEXT_PX);
  await asWide('with text at 200 %');
  const cutOff = (await page.evaluate(CUT_OFF)) as readonly string[];
  found.push(...cutOff.map((text) => `with text at 200 %, "${text}" is cut off`));
  found.push(...(await collapsed('with text at 200 %')));
  await setTextSize(page, USUAL_TEXT_PX);
  await page.setViewportSize({ ...WIDE, width: NARROW_PX });
  await asWide(`at ${NARROW_PX} px`);
  found.push(...(await collapsed(`at ${NARROW_PX} px`)));
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
    expect(found.join('\n')).toBe('');
  },
  EVERY_SCREEN_MS,
);
