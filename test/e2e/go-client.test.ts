import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';
import { addressOf, type RunningCommand, startCommand } from './command.ts';

/*
 * The goal: whoever writes Go gets a client of the API from its document, as docs/integrating.md prints it: it builds, places
 * trades, meets a refusal and reads a list page by page.
 */

/** Two modules to build, of which the generated one has some 60,000 lines, beside a stack that starts. */
const BUILDING_MS = 300_000;

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/integrating.md'), 'utf8');
const folder = temporaryFolder();
const run = promisify(execFile);

function blockOf(language: string): string {
  const [, block = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  if (block === '') throw new Error(`the page has no block of ${language}`);
  return block;
}

/** Go, and the modules that the page names: a machine without a network has them if it had them before. */
function hasToolchain(): boolean {
  const modules = blockOf('shell').match(/github\.com\/oapi-codegen\/\S+/g) ?? [];
  if (modules.length !== 2) throw new Error('the page gets other modules');
  const roots = modules.map((each) => each.replace('/cmd/oapi-codegen', ''));
  const { status } = spawnSync('go', ['mod', 'download', ...roots], { stdio: 'ignore' });
  return status === 0;
}

let stack: RunningCommand | undefined;

afterEach(async () => {
  stack?.child.kill('SIGKILL');
  await stack?.finished;
});

describe.skipIf(!hasToolchain())('a client in Go', () => {
  it(
    'is built, places a trade and reads a list page by page, as it is written down',
    async () => {
      stack = startCommand('start', ['--memory', '--every', '5s', '--port', '0']);
      const desk = path.join(folder, 'desk');
      mkdirSync(desk);
      writeFileSync(path.join(desk, 'desk.go'), blockOf('go'));
      const options = { cwd: desk, env: { ...process.env, SLUICE_API: await addressOf(stack) } };
      await run('bash', ['--norc', '-eu', '-o', 'pipefail', '-c', blockOf('shell')], options);
      expect((await run('gofmt', ['-l', 'desk.go'], options)).stdout).toBe('');
      const { stdout } = await run('go', ['run', '.'], options);
      expect(stdout.split('\n')).toEqual([
        'trade confirmed',
        'trade confirmed',
        'refused: price-outside-collar',
        'found 0.01 at confirmed',
        'found 0.01 at confirmed',
        '',
      ]);
    },
    BUILDING_MS,
  );
});
