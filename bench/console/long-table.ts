import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import type { ConsoleAddresses } from '../../test/console/console-under-test.ts';
import { openPage, signIn } from '../../test/console/watched-page.ts';
import type { Goal } from '../report/goal.ts';
import { median } from '../report/statistics.ts';

const WITHDRAWALS = 10_000;
const PAGE = 200;
/** Rows that a browser keeps quick with, whatever the table's length. */
const MOST_ROWS = 300;

const listSchema = z.looseObject({
  items: z.array(z.looseObject({ content: z.looseObject({}) })).min(1),
});

/** Turns the pages of a long list to its end: the most rows that the document ever had. */
export async function rowsInDocument(
  browser: Browser,
  console: ConsoleAddresses,
): Promise<readonly Goal[]> {
  const { page, context, close } = await openPage(browser, console);
  try {
    await answerWithMany(context);
    await signIn({ page }, console, { as: 'viewer', at: '/t/main/withdrawals' });
    const { mostRows, turned, turns } = await turnToTheEnd(page);
    return [
      {
        goal: `rows in the document, of ${(PAGE * (turned + 1)).toLocaleString('en')} withdrawals`,
        ...{ bound: 'at most', limit: MOST_ROWS },
        measured: mostRows,
      },
      {
        goal: 'a page of 200 turned, ms',
        ...{ bound: 'at most', limit: null },
        measured: Math.round(median(turns)),
      },
    ];
  } finally {
    await close();
  }
}

async function turnToTheEnd(page: Page) {
  const older = page.getByRole('button', { name: 'Older' });
  const rows = page.locator('tbody tr');
  const turns: number[] = [];
  let mostRows = 0;
  for (let turned = 0; ; turned += 1) {
    await firstRow(page, turned * PAGE).waitFor();
    mostRows = Math.max(mostRows, await rows.count());
    if (!(await older.isEnabled())) return { mostRows, turned, turns };
    const begun = performance.now();
    await older.click();
    await firstRow(page, (turned + 1) * PAGE).waitFor();
    turns.push(performance.now() - begun);
  }
}

function firstRow(page: Page, index: number) {
  return page.getByText(nameOf(index)).filter({ visible: true }).first();
}

/** What a withdrawal is recognised by: the label of where it goes. */
function nameOf(index: number): string {
  return `account of number ${index}.`;
}

/** In place of the treasury's withdrawals: many more, of the same shape, page by page. */
async function answerWithMany(context: BrowserContext): Promise<void> {
  await context.route(/\/v1\/withdrawals(\?|$)/, async (route) => {
    const url = new URL(route.request().url());
    const offset = Number(url.searchParams.get('cursor') ?? '0');
    url.searchParams.delete('cursor');
    const answer = await route.fetch({ url: url.href });
    const list = listSchema.parse(await answer.json());
    const items = Array.from({ length: PAGE }, (_, index) => numbered(list.items, offset + index));
    const next = offset + PAGE < WITHDRAWALS ? String(offset + PAGE) : null;
    const previous = offset >= PAGE ? String(offset - PAGE) : null;
    await route.fulfill({ response: answer, json: { ...list, items, next, previous } });
  });
}

function numbered(items: z.infer<typeof listSchema>['items'], index: number) {
  const item = items[index % items.length];
  return {
    ...item,
    id: `withdrawal-${String(index).padStart(32, '0')}`,
    content: { ...item?.content, accountLabel: nameOf(index) },
  };
}
