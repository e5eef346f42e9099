import { describe, expect, it } from 'vitest';
import { readCamt } from '../importers/read-camt.ts';
import type { ReadDocument } from '../importers/register.ts';
import { apiAs } from './api-as.ts';
import { browserForTests, violationsOn } from './console-for-tests.ts';
import { runNextRound } from './next-round.ts';

const { visit, own, isMissing } = browserForTests();

/** Rounds of a stack of its own, and milliseconds for them on a machine that does other things as well. */
const ROUNDS = 3;
const JOURNEY_MS = 240_000;

describe('the statement of a month that goes on', () => {
  it('has no reference that vanishes, names what has no price, and says what entered valuation', {
    timeout: JOURNEY_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const of = await own({ hasRound: false });
    const api = apiAs(of, 'viewer');
    const month = new Date().toISOString().slice(0, 7);
    const reports: ReadDocument[] = [];
    let isOver = false;
    // While rounds sweep, and not only between them: a snapshot is read seconds before its books are.
    const reading = (async () => {
      while (!isOver) {
        const query = { month, format: 'camt053' } as const;
        const answer = await api.download('/v1/reports/statement', { query });
        reports.push(readCamt(await answer.text()));
      }
    })();
    for (let round = 0; round < ROUNDS; round++) await runNextRound(of.stack);
    isOver = true;
    await reading;
    const last = readCamt(
      await (
        await api.download('/v1/reports/statement', { query: { month, format: 'camt053' } })
      ).text(),
    );
    const booked = reports.flatMap(({ entries }) =>
      entries.filter(({ status }) => status === 'BOOK'),
    );
    expect(booked.length).toBeGreaterThan(0);
    for (const entry of booked) expect(last.entries).toContainEqual(entry);
    expect(last.entries.length).toBeGreaterThan(reports[0]?.entries.length ?? 0);

    const { page } = await visit({ as: 'viewer', at: `/t/main/statements?month=${month}`, of });
    const summary = page.getByRole('region', { name: 'Statement', exact: true });
    await summary.getByText('Not everything of CHF has a price.').waitFor();
    const { data } = await api.get('/v1/reports/statement', { query: { month } });
    if (!('statement' in data)) throw new Error('the statement is a file');
    const { closing } = data.statement.totals;
    const chosen = page.locator('a[aria-current="true"]').filter({ hasText: 'so far' });
    expect(await chosen.locator('[data-plain]').getAttribute('data-plain')).toBe(closing);
    await page.getByText('Lines of CHF').click();
    await page.locator('tr[data-kind="enters-valuation"]').waitFor();
    await page.getByText('Lines of USD', { exact: true }).click();
    const usd = page.getByRole('region', { name: 'Lines of USD' });
    await usd.getByRole('row').nth(2).waitFor();
    expect(await usd.getByText('no price').count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
  });
});
