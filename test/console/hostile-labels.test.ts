import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { apiAs } from './api-as.ts';
import { browserForTests } from './console-for-tests.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const { visit, own, isMissing } = browserForTests();

/** Milliseconds for ten screens of a treasury of its own, on a busy machine as well. */
const SLOW_MS = 180_000;
const NARROW = { width: 360, height: 800 };

/** What a person may write as a name or a comment, and what must stay a text of its own on every screen. */
const MARKUP = `<img src=x onerror="document.title='taken'"> {{7*7}}`;
const RIGHT_TO_LEFT = 'חשבון של הבנק 100 BTC';
/** As long as a name may be, without a blank at which a line could break; a comment may be longer. */
const LONG = 'W'.repeat(120);
const LONG_COMMENT = `${MARKUP} ${'W'.repeat(200)}`;

const ACCOUNT = {
  id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9aee',
  label: RIGHT_TO_LEFT,
  network: 'bitcoin',
  currency: 'BTC',
  details: { beneficiary: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' } },
};
const RULE = {
  id: 'hostile',
  label: MARKUP,
  currency: 'BTC',
  withdrawalAccountId: ACCOUNT.id,
  threshold: '900',
  keep: '900',
  step: '0.01',
};

/** A rule and an account in force with hostile names, and a change with a long one that waits. */
async function fillWithHostileNames(of: ConsoleUnderTest): Promise<string> {
  const treasurer = apiAs(of, 'treasurer');
  const approver = apiAs(of, 'approver');
  const agree = async (id: string) => {
    await approver.post('/v1/changes/{id}/approve', {
      path: { id },
      body: { comment: LONG_COMMENT },
    });
  };
  await agree(idOf(await treasurer.post('/v1/accounts', { body: ACCOUNT })));
  await agree(idOf(await treasurer.post('/v1/sweep-rules', { body: RULE })));
  const waiting = { ...RULE, id: 'long', label: LONG, priority: 7 };
  return idOf(await treasurer.post('/v1/sweep-rules', { body: waiting }));
}

function idOf({ data }: { readonly data: unknown }): string {
  if (typeof data === 'object' && data !== null && 'id' in data) return String(data.id);
  throw new Error('the answer has no id');
}

/** Texts in which a name of one writing direction can turn what stands beside it: outside of <bdi> and fields. */
async function unisolated(page: Page): Promise<unknown> {
  return await page.evaluate(`(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, data } = texts.currentNode;
      if (!/[\\u0590-\\u05ff]/.test(data) || !parentElement.checkVisibility()) continue;
      const isolated = parentElement.closest('bdi, [dir=auto], option, textarea, title');
      if (isolated === null) found.push(parentElement.outerHTML.slice(0, 200));
    }
    return found;
  })()`);
}

it(
  'a name is text, turns nothing beside it and pushes nothing off the page, whatever is in it',
  async ({ skip }) => {
    skip(isMissing());
    const of = await own();
    const changeId = await fillWithHostileNames(of);
    const { page } = await visit({ as: 'approver', of });
    const places: readonly (readonly [string, string])[] = [
      ['rules', MARKUP],
      ['rules/hostile', MARKUP],
      ['rules/hostile?tab=history', MARKUP],
      ['rules/hostile/edit', MARKUP],
      ['accounts', RIGHT_TO_LEFT],
      [`accounts/${ACCOUNT.id}`, RIGHT_TO_LEFT],
      ['audit', MARKUP],
      ['overview', ''],
      ['holdings/BTC', MARKUP],
      [`inbox?open=${encodeURIComponent(`policy-change/${changeId}`)}`, LONG],
    ];
    const found: unknown[] = [];
    for (const [address, name] of places) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${of.url}/t/main/${address}`);
      await page.getByText(name).first().waitFor();
      // A heading that comes after the list is looked at as well.
      await page.waitForLoadState('networkidle');
      await page.setViewportSize(NARROW);
      const images = await page.locator('img[src="x"]').count();
      const turned = await unisolated(page);
      const sideways = () =>
        page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
      await expect
        .poll(sideways)
        .toBe(0)
        .catch(async () => found.push([address, 'px too wide', await sideways()]));
      if (images > 0) found.push([address, 'markup became an image']);
      if (Array.isArray(turned) && turned.length > 0) found.push([address, ...turned]);
      expect(await page.title()).not.toBe('taken');
    }
    expect(found).toEqual([]);
  },
  SLOW_MS,
);
