import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CANARY_TOKEN } from '../canary/canary.ts';
import { sandboxForEachTest } from '../lifetimes/sandbox-for-each-test.ts';
import { folderForEachTest } from '../lifetimes/temporary-folder.ts';
import { eventually } from '../waiting/until.ts';
import { type RunningCommand, startCommand } from './command.ts';

const SLOW_MS = 120_000;
const DEMO_POLICY = path.resolve(import.meta.dirname, '../../local/demo-policy.json');

const folder = folderForEachTest();
const sandbox = sandboxForEachTest({ token: CANARY_TOKEN });
let stack: RunningCommand | null = null;

beforeEach(() => writeFile(path.join(folder(), 'token'), CANARY_TOKEN));
afterEach(kill);

function start(): RunningCommand {
  stack = startCommand('start', [
    ...['--port', '0', '--every', '1s', '--live', '--yes'],
    ...['--policy', DEMO_POLICY],
    ...['--data', path.join(folder(), 'data')],
    ...['--upstream', sandbox().url, '--token-file', path.join(folder(), 'token')],
  ]);
  return stack;
}

async function kill(): Promise<void> {
  stack?.child.kill('SIGKILL');
  await stack?.finished;
}

function posts(): readonly string[] {
  return sandbox()
    .journal()
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => String(body));
}

function reads(): number {
  return sandbox()
    .journal()
    .filter(({ path: read }) => read === '/v1/prices').length;
}

describe('npm start, killed while a withdrawal waits for its answer', () => {
  it(
    'does not send it again, and goes on with the rest',
    async () => {
      // Both withdrawals of the demo's first round are carried out, and never answered.
      sandbox().queueFault({
        on: 'POST /v1/withdrawals',
        fault: { kind: 'execute-then-hang' },
        times: 2,
      });
      start();
      const first = await eventually('a first POST', async () => posts()[0] ?? null);
      await kill();
      const readsBefore = reads();

      start();
      await eventually('some rounds after the restart', async () =>
        reads() >= readsBefore + 4 ? true : null,
      );
      expect(posts().filter((body) => body === first)).toHaveLength(1);
      expect(new Set(posts()).size).toBe(posts().length);
      expect(stack?.output().stdout).toMatch(/snapshot .*worth/);
    },
    SLOW_MS,
  );
});
