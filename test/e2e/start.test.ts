import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { eventually } from '../waiting/until.ts';
import { stackForEachTest } from './started-stack.ts';

const SLOW_MS = 120_000;
const README = path.resolve(import.meta.dirname, '../../README.md');
const run = promisify(execFile);

const { port, running, start, get, confirmedWithdrawal } = stackForEachTest();

describe('npm start', () => {
  it(
    "serves the API of the template, sweeps on schedule, tells it in plain words, and does what the README's lines say",
    async () => {
      start('--memory', '--every', '1s', '--no-demo');
      const { id } = await confirmedWithdrawal();
      expect(await (await get(`/v1/instructions/${id}`)).json()).toMatchObject({
        status: { state: 'confirmed' },
      });
      for (const route of [
        'snapshots/latest',
        'snapshots',
        'decisions',
        'sweep-rules',
        'accounts',
        'controls',
        'lanes',
      ]) {
        expect((await get(`/v1/${route}`)).status, route).toBe(200);
      }
      const unsigned = await fetch(`http://127.0.0.1:${port()}/v1/snapshots/latest`);
      expect(unsigned.status).toBe(401);
      expect((await get('/v1/nothing')).status).toBe(404);
      const { stdout } = running().output();
      // The first line of the greeting; the page says so itself until it is built.
      expect(stdout).toMatch(/^ready in .* s\n {2}console {3}http:\/\/127\.0\.0\.1:\d+\/( |\n)/m);
      const page = await eventually('the console', async () => {
        const answer = await fetch(`http://127.0.0.1:${port()}/t/main`);
        return answer.status === 200 ? answer : null;
      });
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src/,
      );
      expect(await page.text()).toMatch(/<title>Sluice<\/title>/);
      expect(stdout).toMatch(/snapshot .*worth/);
      expect(stdout).toMatch(/withdrawal .*confirmed by the service/);

      const readme = await readFile(README, 'utf8');
      const block = /In another terminal:\s+```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
      const script = block.replaceAll(':4400', `:${port()}`);
      const done = await eventually('a placed trade', async () => {
        const ran = await run('bash', ['-eu', '-o', 'pipefail', '-c', script]);
        // A sweep that is being sent holds its currency for a moment, and the first readings have to agree on the prices;
        // the key makes repeating safe.
        return /HTTP\/1\.1 4(09|22)/.test(ran.stdout) ? null : ran;
      });
      expect(done.stdout).toMatch(/"total":"/);
      expect(done.stdout).toMatch(/"explanation":"/);
      expect(done.stdout).toMatch(/HTTP\/1\.1 201/);
      // The last command, repeated in the same shell.
      const last = script.slice(script.lastIndexOf('curl -s -i -X POST'));
      const twice = `${script}\n${last}`;
      const again = await run('bash', ['-eu', '-o', 'pipefail', '-c', twice]);
      expect(again.stdout).toMatch(/idempotent-replayed: true/i);
      running().child.kill('SIGTERM');
      expect((await running().finished).code).toBe(0);
    },
    SLOW_MS,
  );
});
