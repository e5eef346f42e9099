import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CANARY_TOKEN } from '../canary/canary.ts';
import { sandboxForEachTest } from '../lifetimes/sandbox-for-each-test.ts';
import { folderForEachTest } from '../lifetimes/temporary-folder.ts';

const SLOW_MS = 300_000;
const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/own-service.md'), 'utf8');

const folder = folderForEachTest();
const sandbox = sandboxForEachTest({ token: CANARY_TOKEN });

const BLOCKS = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

/** Runs a command of the page, with what it is to read. */
async function run(script: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return await new Promise((resolve, reject) => {
    const bash = execFile(
      'bash',
      ['-eu', '-o', 'pipefail', '-c', script],
      { cwd: ROOT },
      (error, stdout, stderr) =>
        error === null ? resolve({ stdout, stderr }) : reject(new Error(`${stdout}\n${stderr}`)),
    );
    bash.stdin?.end(`${CANARY_TOKEN}\n`);
  });
}

function posts(): number {
  return sandbox()
    .journal()
    .filter(({ method }) => method === 'POST').length;
}

it(
  'leads from a token to the first dry-run and the first live sweep, as it is printed',
  async () => {
    const own = path.join(folder(), 'own-service');
    const [place = '', ...steps] = BLOCKS;
    expect(steps).toHaveLength(5);
    const setting = place
      .replace('~/own-service', own)
      .replace('https://service.example', sandbox().url);
    const step = (n: number) => run(`${setting}\n${steps[n]}`);

    await step(0);
    expect(readFileSync(path.join(own, 'token.txt'), 'utf8')).toBe(CANARY_TOKEN);
    expect(statSync(path.join(own, 'token.txt')).mode & 0o077).toBe(0);

    const checked = await step(1);
    expect(checked.stdout + checked.stderr).toMatch(/1 rule/);

    const dry = await step(2);
    expect(dry.stdout).toMatch(/eth-surplus +dry-run +\(0\.5 ETH\)/);
    expect(posts()).toBe(0);

    const live = await step(3);
    expect(live.stdout).toMatch(/0\.5 ETH +ETH custody wallet +confirmed/);
    // By what it leaves: the lines of the page, but for the address and what is cut.
    const printed = /```text\nlive at [\s\S]*?```/.exec(PAGE)?.[0].split('\n').slice(2, -1) ?? [];
    expect(printed.length).toBeGreaterThan(6);
    for (const line of printed) expect(live.stderr).toContain(line.replace(/(, )?\.\.\..*$/, ''));
    expect(sandbox().withdrawals()).toMatchObject([{ currency: 'ETH', amount: '0.5' }]);

    const again = await step(4);
    // Within the same minute it is the same tick, which is shown as it was decided.
    expect(again.stdout).toMatch(/eth-surplus +\S+/);
    expect(posts()).toBe(1);
    expect(
      [dry, live, again].some(({ stdout, stderr }) => `${stdout}${stderr}`.includes(CANARY_TOKEN)),
    ).toBe(false);
  },
  SLOW_MS,
);
