import type { Browser } from 'playwright-core';
import { openBrowser } from '../../test/console/browser.ts';
import { type ConsoleUnderTest, openConsole } from '../../test/console/console-under-test.ts';
import { type Goal, goalsTable } from '../report/goal.ts';
import type { Table } from '../report/table.ts';
import { yearOfHours } from './chart.ts';
import { firstLoad } from './first-load.ts';
import { LIGHTHOUSE, lighthouseScores } from './lighthouse.ts';
import { rowsInDocument } from './long-table.ts';

export interface ConsoleBenchOptions {
  readonly runs: number;
  /** Lighthouse as well, which npx brings for the moment. */
  readonly lighthouse: boolean;
}

/** What the console costs in a browser: the goals of docs/console.md, and what was measured. */
export async function consoleFigures({
  runs,
  lighthouse,
}: ConsoleBenchOptions): Promise<readonly Table[]> {
  const browser = await openBrowser();
  if (browser === null) return [];
  try {
    const opened = await openConsole();
    try {
      const goals = await goalsOf(browser, opened, runs);
      const scores = lighthouse ? await lighthouseScores(opened) : [];
      return [tableOf([...goals, ...scores], runs)];
    } finally {
      await opened.close();
    }
  } finally {
    await browser.close();
  }
}

async function goalsOf(
  browser: Browser,
  opened: ConsoleUnderTest,
  runs: number,
): Promise<readonly Goal[]> {
  return [
    ...(await firstLoad(browser, opened)),
    ...(await yearOfHours(browser, opened, runs)),
    ...(await rowsInDocument(browser, opened)),
  ];
}

function tableOf(goals: readonly Goal[], runs: number): Table {
  return goalsTable(
    `The console in Chromium against its goals (medians of ${runs}; Lighthouse of 3)`,
    goals,
    [
      `First load: the bodies of all files, as they come over the wire to a browser that was never here, until the total value of the overview is drawn; the API's answers are not among them. The chart: 8,760 hours of totals in place of the API's answer, from its empty canvas to its last stroke; the task around it also has the rest of the panel. The table: 10,000 withdrawals in pages of 200, turned to the last page. \`npm run bench -- console --lighthouse\` adds ${LIGHTHOUSE}, which npx fetches for it (176 MB, so that it is no part of \`npm ci\`). A missed goal is marked with *.`,
    ],
  );
}
