import type { BrowserContext, Page } from 'playwright-core';

/** Presses of a pointer, whatever a click brings about besides. */
const LISTEN =
  'addEventListener("pointerdown", ({ isTrusted }) => { if (isTrusted) globalThis.countedClick(); }, true)';

/** Counts what a person clicks on a page, over every reload: `since()` says how many, and begins again. */
export async function countClicks({
  page,
  context,
}: {
  readonly page: Page;
  readonly context: BrowserContext;
}): Promise<{ readonly since: () => number }> {
  let clicks = 0;
  await context.exposeFunction('countedClick', () => {
    clicks += 1;
  });
  await page.addInitScript(LISTEN);
  await page.evaluate(LISTEN);
  return {
    since: () => {
      const counted = clicks;
      clicks = 0;
      return counted;
    },
  };
}
