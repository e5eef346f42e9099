import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { addressOf, type RunningCommand, startCommand } from './command.ts';

const SLOW_MS = 300_000;
const PAGE = path.resolve(import.meta.dirname, '../../docs/integrating.md');

let stack: RunningCommand | undefined;
let shell: ChildProcess | undefined;

afterEach(async () => {
  // A page that stops half-way leaves its receiver and its listener in its process group.
  if (shell?.pid !== undefined) endGroup(shell.pid);
  stack?.child.kill('SIGKILL');
  await stack?.finished;
});

it(
  "the integrator's half hour goes as it is written down",
  async () => {
    const started = startCommand('start', [
      '--memory',
      '--every',
      '5s',
      '--port',
      '0',
      '--loopback-webhooks',
    ]);
    stack = started;
    const address = await addressOf(started);
    const page = await readFile(PAGE, 'utf8');
    const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(blocks).toHaveLength(6);
    const script = blocks.join('\n').replace('http://127.0.0.1:4400', address);
    const bash = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    shell = bash;
    expect((await text(bash.stdout)).split('\n')).toEqual([
      'trade confirmed',
      'refused: price-outside-collar',
      'found 0.01 at confirmed',
      'verified com.sluice.webhook.test',
      'without a signature: 401',
      'verified com.sluice.trade.confirmed',
      expect.stringMatching(
        /^Plan: 0 to create, 1 to change, .* 1 needs the approval of another person\.$/,
      ),
      'drift: exit 2',
      expect.stringMatching(/^No changes: /),
      '',
    ]);
  },
  SLOW_MS,
);

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
