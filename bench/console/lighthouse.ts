import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import { openBrowser } from '../../test/console/browser.ts';
import type { ConsoleAddresses } from '../../test/console/console-under-test.ts';
import { signIn } from '../../test/console/watched-page.ts';
import type { Goal } from '../report/goal.ts';
import { sayRunning } from '../report/running.ts';
import { median } from '../report/statistics.ts';

/** With this very version: other versions weigh differently. */
export const LIGHTHOUSE = 'lighthouse@13.5.0';

const run = promisify(execFile);
/** Scores of 100 are measured by this many runs, of which the middle one counts. */
const RUNS = 3;
const SCREENS = ['overview', 'rules'];
const LEAST: Readonly<Record<string, number>> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 95,
};

const category = z.object({
  score: z.number().nullable(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const audit = z.object({ score: z.number().nullable(), title: z.string() });
const reportSchema = z.object({
  categories: z.record(z.string(), category),
  audits: z.record(z.string(), audit),
});
type Report = z.infer<typeof reportSchema>;

/** Lighthouse as a desktop, with a live session: its tab is one of the browser in which a person has signed in. */
export async function lighthouseScores(console: ConsoleAddresses): Promise<readonly Goal[]> {
  const port = await freePort();
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  if (browser === null) return [];
  const folder = await mkdtemp(path.join(tmpdir(), 'sluice-lighthouse-'));
  try {
    await signInForGood(port, console);
    const goals: Goal[] = [];
    for (const screen of SCREENS) {
      const url = `${console.url}/t/main/${screen}`;
      const scores: Record<string, number>[] = [];
      for (let each = 1; each <= RUNS; each += 1) {
        sayRunning(`lighthouse of ${screen}, ${each} of ${RUNS}`);
        scores.push(await measure(url, port, path.join(folder, `${screen}-${each}.json`)));
      }
      goals.push(...goalsOf(screen, scores));
    }
    return goals;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In the browser's own profile, in which Lighthouse opens its tab. */
async function signInForGood(port: number, console: ConsoleAddresses): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no profile of its own');
  const page = await context.newPage();
  await signIn({ page }, console, { as: 'treasurer', at: '/t/main/overview' });
  await page.getByRole('img', { name: /^Total value/ }).waitFor();
  await page.close();
}

async function measure(url: string, port: number, file: string): Promise<Record<string, number>> {
  const categories = Object.keys(LEAST).join(',');
  await run('npm', [
    ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url],
    ...[`--port=${port}`, '--preset=desktop', '--disable-storage-reset', '--quiet'],
    ...[`--only-categories=${categories}`, '--output=json', `--output-path=${file}`],
    '--no-enable-error-reporting',
  ]);
  const report = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const { categories: found } = report;
  sayRunning(lostPoints(report));
  return Object.fromEntries(
    Object.entries(found).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
}

/** What cost points, for whoever wants them back. */
function lostPoints({ categories, audits }: Report): string {
  const lost = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score = null, title = id } = audits[id] ?? {};
      return weight > 0 && score !== null && score < 1 ? [`${title} (${id}): ${score}`] : [];
    }),
  );
  return lost.length === 0 ? '  no points lost' : `  points lost: ${lost.join('; ')}`;
}

function goalsOf(screen: string, scores: readonly Record<string, number>[]): readonly Goal[] {
  return Object.entries(LEAST).map(([name, limit]) => ({
    goal: `Lighthouse, desktop: ${name.replace('-', ' ')} of ${screen}`,
    bound: 'at least',
    limit,
    measured: median(scores.map((each) => each[name] ?? 0)),
  }));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
