import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { putIf } from '../../adapters/store/conditional-put.ts';
import { decisionRunItem } from '../../adapters/store/decision-run-item.ts';
import { createSpanStore } from '../../adapters/store/spans.ts';
import type { components } from '../../clients/typescript/src/index.ts';
import { runRound } from '../../local/report/run-round.ts';
import type { Stack } from '../../local/stack.ts';
import { recordSpans } from '../../treasury/spans/record-spans.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { runAt } from '../samples/decision-runs.ts';
import { browserForTests, violationsOn } from './console-for-tests.ts';

const { visit, own, isMissing } = browserForTests();

/** Counts clicks, so that a journey states how many it takes. */
function clicker() {
  let count = 0;
  return {
    count: () => count,
    click: async (target: Locator) => {
      count += 1;
      await target.click();
    },
  };
}

async function answerTo<Answer>(
  page: Page,
  path: string,
  act: () => Promise<void>,
  isWanted: (query: URLSearchParams) => boolean = () => true,
) {
  const answered = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname === path && response.status() === 200 && isWanted(searchParams);
  });
  await act();
  return (await (await answered).json()) as Answer;
}

type Schemas = components['schemas'];

describe('what was held', () => {
  it('a month ago is found in two clicks, with its value, its moment and every currency', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer' });
    const { click, count } = clicker();
    await click(page.getByRole('link', { name: 'Holdings', exact: true }));
    const { items } = await answerTo<Schemas['SnapshotPage']>(page, '/v1/snapshots', () =>
      click(page.getByRole('button', { name: 'A month ago' })),
    );
    expect(count()).toBe(2);

    const [snapshot] = items;
    if (snapshot?.kind !== 'taken') throw new Error('the made-up history has no such snapshot');
    const total = page.getByRole('region', { name: /^Total value at the end of/ });
    const shown = await total.locator('[data-plain]').first().getAttribute('data-plain');
    const { valuation, balances, takenAt } = snapshot;
    expect(shown).toBe(valuation.total ?? valuation.partialTotal);
    expect(await total.locator('time').first().getAttribute('datetime')).toBe(takenAt);
    const rows = page.getByRole('table').getByRole('row');
    expect(await rows.count()).toBe(Object.keys(balances).length + 1);
    for (const name of valuation.unvalued) {
      await rows.filter({ hasText: name }).getByText('unknown').first().waitFor();
    }
    expect(new URL(page.url()).search).toMatch(/^\?on=\d{4}-\d{2}-\d{2}$/);
  });
});

const HOUR_MS = 3_600_000;
const RULE = 'btc-cold-storage';

/** What runs of yesterday decided, recorded as `run-sweeps` does: below the threshold, and one hour of a dry-run. */
async function decideYesterday({ tables }: Stack): Promise<void> {
  const { ledgerTable: ledger, snapshotsTable: snapshots } = tables;
  const store = createSpanStore({ ledger, snapshots });
  const noon = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 12 * HOUR_MS;
  for (const [hour, reason] of (
    ['below-threshold', 'below-threshold', 'dry-run'] as const
  ).entries()) {
    const values = { threshold: `3.${hour}` };
    const run = runAt(instantOf(noon + hour * HOUR_MS), { rule: RULE, reason, values });
    await putIf(snapshots, decisionRunItem(tables.tenant, run, 'for-ever'));
    const decisions = run.decisions.map(({ decision }) => decision);
    await recordSpans(store, {
      ...{ tenant: tables.tenant, tick: run.snapshot, decisions, rules: new Set([RULE]) },
    });
  }
}

describe('why a currency was not swept', () => {
  it('yesterday is answered in two clicks: each reason with its numbers, and the checks of a run', async ({
    skip,
  }) => {
    skip(isMissing());
    // The made-up past has decisions of its own about yesterday.
    const of = await own({ hasRound: false, demoData: false });
    await decideYesterday(of.stack);
    await runRound(of.stack, 5 * 60_000);
    const { page } = await visit({ as: 'viewer', of });
    const { click, count } = clicker();
    const currencies = page.getByRole('region', { name: 'Currencies' });
    await click(currencies.getByRole('link', { name: 'BTC', exact: true }));
    const why = page.getByRole('region', { name: 'Why was BTC not swept?' });
    await why.getByText('is not above the threshold of 5 BTC').waitFor();
    await click(why.getByRole('button', { name: 'Yesterday' }));
    await why.getByText(/^It did not sweep on .*: below its threshold, dry-run\.$/).waitFor();
    expect(count()).toBe(2);

    await why.getByText('Free balance: 3.00000000 to 3.10000000 BTC').waitFor();
    const run = why.getByRole('region', { name: 'A run, with its checks' });
    await run.getByText('dry-run').first().waitFor();
    await run.getByRole('row', { name: /^Threshold 3\.2/ }).waitFor();
    await why.getByRole('button', { name: 'Its last run of that day' }).last().click();
    await run.getByRole('row', { name: /^Threshold 3\.1/ }).waitFor();
    const timeline = page.getByRole('region', { name: 'Why it did or did not sweep' });
    expect(await timeline.getByRole('listitem').count()).toBe(3);
  });

  it('on a day without runs is answered with what was held, and never with a zero', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer', at: '/t/main/holdings/BTC' });
    const why = page.getByRole('region', { name: 'Why was BTC not swept?' });
    await why.getByRole('button', { name: 'A week ago' }).click();
    await why.getByText(/^No run decided it on/).waitFor();
    await why.getByText(/the balance was never above that\.$/).waitFor();
    const marks = page.getByRole('list', { name: 'Marks of the chart' });
    await marks.getByText('1 sweep').waitFor();
    await marks.getByText('1 break').waitFor();
  });
});

describe("last month's statement", () => {
  it('is exported in two clicks, and its files have the rows that the API has', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer' });
    const { click, count } = clicker();
    await click(page.getByRole('link', { name: 'Statements', exact: true }));
    const lines = page.getByText('Lines of BTC');
    await lines.waitFor();
    const month = /Statement of (\w+ \d{4})/.exec(await page.title())?.[1];
    const lastMonth = new Date();
    lastMonth.setUTCDate(0);
    expect(month).toBe(
      lastMonth.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    );
    const files = page.getByRole('region', { name: 'Export', exact: true });
    const csv = await savedBy(page, () => click(files.getByRole('button', { name: 'CSV' })));
    expect(count()).toBe(2);
    const xlsx = await savedBy(page, () => files.getByRole('button', { name: 'XLSX' }).click());
    expect([csv.name, xlsx.name].map((name) => name.split('.').at(-1))).toEqual(['csv', 'xlsx']);

    const { statement } = await answerTo<Schemas['StatementOfMonth']>(
      page,
      '/v1/reports/statement',
      () => page.reload().then(() => undefined),
      // The list of months asks for each of them.
      (query) => query.get('month') === lastMonth.toISOString().slice(0, 'YYYY-MM'.length),
    );
    // Opening, revaluation and closing beside the movements.
    const rows = statement.currencies.flatMap(({ currency, movements: { count } }) =>
      Array.from({ length: count + 3 }, () => currency),
    );
    const [, ...inCsv] = csv.bytes.toString('utf8').trimEnd().split('\r\n');
    expect(inCsv.map((line) => line.split(',')[0])).toEqual([...rows].sort());
    const sheets = await readXlsxFile(xlsx.bytes);
    const longest = sheets.map(({ data }) => data.length - 1);
    expect(Math.max(...longest)).toBe(rows.length);
    const { items } = await answerTo<Schemas['StatementLinePage']>(
      page,
      '/v1/reports/statement/lines',
      () => lines.click(),
    );
    expect(items.length).toBeGreaterThan(3);
    for (const { amount } of items.filter((line) => line.amount !== null)) {
      expect(csv.bytes.toString('utf8')).toContain(`,${amount},`);
    }
  });

  it('prints every line on A4, with its digest at the foot of each sheet', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer', at: '/t/main/statements' });
    await page.getByText('Lines of BTC').waitFor();
    expect(await page.getByRole('region', { name: /^Lines of/ }).count()).toBe(0);
    const digest = await page.locator('code').first().textContent();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('region', { name: 'Lines of USD', exact: true }).waitFor();
    const footer = await page.evaluate(
      "getComputedStyle(document.documentElement).getPropertyValue('--sluice-print-digest')",
    );
    expect(footer).toContain(`digest ${digest}`);
    await page.emulateMedia({ media: 'screen' });
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sheets = [...paper.matchAll(/\/MediaBox \[([\d. ]+)\]/g)].map(([, box]) => box);
    expect(new Set(sheets.map((box) => box?.replace(/\.\d+/g, '')))).toEqual(
      new Set(['0 0 594 841']),
    );
    // The lines of every currency take several sheets; what is folded on the screen is not on one.
    expect(sheets.length).toBeGreaterThan(3);
    await expect.poll(() => page.getByRole('region', { name: /^Lines of/ }).count()).toBe(0);
  });
});

describe('exports', () => {
  it('of a range are saved, and one that is not there says so', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({
      as: 'viewer',
      at: '/t/main/exports?report=flows&currency=BTC&format=json',
    });
    const json = await savedBy(page, () => page.getByRole('button', { name: 'Export' }).click());
    const report = JSON.parse(json.bytes.toString('utf8')) as Schemas['FullReport'];
    expect(report.parts[0]?.rows.length).toBeGreaterThan(0);
    await page.getByRole('list', { name: 'Files' }).getByText(json.name).waitFor();

    await page.goto(page.url().replace(/\?.*$/, '?export=20260101T000000Z-'.padEnd(50, '0')));
    await page.getByRole('alert').waitFor();
    await page.getByRole('alert').getByText('Request', { exact: false }).first().waitFor();
  });
});

async function savedBy(page: Page, act: () => Promise<void>) {
  const saving = page.waitForEvent('download');
  await act();
  const download = await saving;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const SCREENS = [
  'holdings',
  'holdings?on=2026-11-01',
  'holdings/BTC?on=2026-11-20',
  'statements?open=BTC',
  'exports?report=balances',
];

describe('the screens of holdings and books', () => {
  it.each(['light', 'dark'] as const)('have nothing for axe to find in %s', async (scheme) => {
    if (isMissing()) return;
    const { page } = await visit({ as: 'treasurer', scheme, bypassesPolicy: true });
    for (const screen of SCREENS) {
      await goTo(page, screen);
      expect([screen, await violationsOn(page)]).toEqual([screen, []]);
    }
  });

  it('fit a telephone', async ({ skip }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'treasurer', width: 360 });
    for (const screen of SCREENS) {
      await goTo(page, screen);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect([screen, width]).toEqual([screen, 360]);
    }
  });
});

/** Waits until what a screen reads is there. */
async function goTo(page: Page, screen: string): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/t/main/${screen}`);
  await page.getByRole('region').first().waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
}
