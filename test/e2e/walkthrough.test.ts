import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { addressOf, type RunningCommand, startCommand } from './command.ts';

const SLOW_MS = 180_000;
const DOCS = path.resolve(import.meta.dirname, '../../docs');
const run = promisify(execFile);

let stack: RunningCommand | undefined;

afterEach(async () => {
  stack?.child.kill('SIGKILL');
  await stack?.finished;
});

it(
  'the walk through Sluice goes as it is written down',
  async () => {
    const policy = path.join(DOCS, 'walkthrough-policy.json');
    const started = startCommand('start', [
      '--memory',
      '--no-demo',
      ...['--every', '2s', '--port', '0', '--policy', policy],
    ]);
    stack = started;
    const address = await addressOf(started);
    const page = await readFile(path.join(DOCS, 'walkthrough.md'), 'utf8');
    const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(5);
    const script = blocks.join('\n').replace('http://127.0.0.1:4400', address);
    const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script]);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^proposed: \S+$/),
      'urn:sluice:problem:maker-is-checker',
      'proposed',
      'approved',
      expect.stringMatching(/^Withdraw 1.25 BTC to "BTC cold storage"/),
      'approved',
      'proposed -> approved -> sending -> confirmed',
      'confirmed',
      expect.stringMatching(/^idempotent-replayed: true/i),
      'halted',
      'urn:sluice:problem:halted',
      'approved',
      'live',
      '8 approve-change by treasurer, approved by approver',
      '7 propose-change by treasurer',
      '6 halt by trader',
      '5 approve-change by treasurer, approved by approver',
      '4 propose-change by treasurer',
      '3 approve-change by treasurer, approved by approver',
      '2 propose-change by treasurer',
      '1 apply-first-policy by the local stack',
      'intact',
      '',
    ]);
  },
  SLOW_MS,
);
