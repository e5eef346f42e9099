import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../local/network/free-port.ts';
import { eventually, type RunningCommand, startCommand } from './command.ts';

const SLOW_MS = 120_000;
const README = path.resolve(import.meta.dirname, '../../README.md');
const run = promisify(execFile);

let folder: string;
let port: number;
let stack: RunningCommand;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sluice-start-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  port = await freePort();
});
afterEach(async () => {
  stack.child.kill('SIGKILL');
  await stack.finished;
});

function start(...args: readonly string[]): void {
  stack = startCommand('start', ['--port', String(port), ...args]);
}

async function token(user = 'viewer'): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/local/token?user=${user}`);
  return (await answer.text()).trim();
}

async function get(route: string, user = 'viewer'): Promise<Response> {
  const authorization = `Bearer ${await token(user)}`;
  return await fetch(`http://127.0.0.1:${port}${route}`, { headers: { authorization } });
}

async function post(
  route: string,
  user: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const authorization = `Bearer ${await token(user)}`;
  return await fetch(`http://127.0.0.1:${port}${route}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The first withdrawal that the service confirmed: then a whole sweep has gone through. */
async function confirmedWithdrawal(): Promise<{ readonly id: string }> {
  return await eventually('a confirmed withdrawal', async () => {
    const answer = await get('/v1/instructions?state=confirmed');
    const { items } = (await answer.json()) as { items: readonly { id: string }[] };
    return items[0] ?? null;
  });
}

describe('npm start', () => {
  it(
    'serves the API of the template, sweeps on schedule, and tells it in plain words',
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
      const unsigned = await fetch(`http://127.0.0.1:${port}/v1/snapshots/latest`);
      expect(unsigned.status).toBe(401);
      expect((await get('/v1/nothing')).status).toBe(404);
      const { stdout } = stack.output();
      expect(stdout).toMatch(/snapshot .*worth/);
      expect(stdout).toMatch(/withdrawal .*confirmed by the service/);
      stack.child.kill('SIGTERM');
      expect((await stack.finished).code).toBe(0);
    },
    SLOW_MS,
  );

  it(
    'ends with the database engine, and says so',
    async () => {
      start('--memory', '--every', '1s', '--no-demo');
      await eventually('a snapshot', async () =>
        stack.output().stdout.includes('snapshot ') ? true : null,
      );
      const { stdout: engine } = await run('pgrep', ['-P', String(stack.child.pid), 'dynoxide']);
      process.kill(Number(engine.trim()), 'SIGKILL');
      const { code, stderr } = await stack.finished;
      expect(code).toBe(1);
      expect(stderr).toContain('start: the database engine ended by itself: it ended with SIGKILL');
    },
    SLOW_MS,
  );

  it(
    "does what the README's lines say, as they are printed",
    async () => {
      start('--memory', '--every', '1s', '--no-demo');
      await confirmedWithdrawal();
      const readme = await readFile(README, 'utf8');
      const block = /In another terminal:\s+```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
      const script = block.replaceAll(':4400', `:${port}`);
      const { stdout } = await eventually('a placed trade', async () => {
        const done = await run('bash', ['-eu', '-o', 'pipefail', '-c', script]);
        // A sweep that is being sent holds its currency for a moment; the key makes repeating safe.
        return done.stdout.includes('HTTP/1.1 409') ? null : done;
      });
      expect(stdout).toMatch(/"total":"/);
      expect(stdout).toMatch(/"explanation":"/);
      expect(stdout).toMatch(/HTTP\/1\.1 201/);
      const again = await run('bash', ['-eu', '-o', 'pipefail', '-c', script]);
      expect(again.stdout).toMatch(/idempotent-replayed: true/i);
    },
    SLOW_MS,
  );

  it(
    'lets traders trade, and nobody else, and sends what was approved on its event',
    async () => {
      // No tick after the first: the watchdog can not be who sends it.
      start('--memory', '--every', '3600s', '--no-demo');
      const prices = await eventually('the API', async () => {
        const answer = await get('/v1/prices', 'trader');
        return answer.ok ? answer : null;
      });
      const worthless = { instrument: 'BTC/USD', side: 'Sell', price: '-1', amount: '0.01' };
      const trade = (user: string) =>
        post('/v1/trades', user, worthless, { 'idempotency-key': `of-${user}` });
      const refused = await trade('viewer');
      expect(refused.status).toBe(403);
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
      const invalid = await trade('trader');
      expect(invalid.status).toBe(422);
      expect(await invalid.json()).toMatchObject({ fields: [{ field: 'price', seen: '"-1"' }] });

      const { prices: of } = (await prices.json()) as {
        readonly prices: Readonly<Record<string, { readonly bid: string }>>;
      };
      const price = (Number(of['BTC/USD']?.bid) * 0.98).toFixed(0);
      const body = { instrument: 'BTC/USD', side: 'Sell', price, amount: '0.3' };
      const asked = await eventually('a trade that waits for an approval', async () => {
        const answer = await post('/v1/trades', 'trader', body, { 'idempotency-key': 'large' });
        // A sweep that is being sent holds its currency for a moment; the key makes repeating safe.
        return answer.status === 409 ? null : answer;
      });
      expect(asked.status).toBe(202);
      const { id, contentDigest } = (await asked.json()) as Readonly<Record<string, string>>;
      const approval = { content: contentDigest, words: 'as agreed' };
      const approved = await post(`/v1/instructions/${id}/approval`, 'approver', approval);
      expect(approved.status).toBe(200);
      const told = await eventually('the events of a trade', async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/local/events`);
        expect(answer.headers.get('content-type')).toMatch(/cloudevents-batch/);
        const events = (await answer.json()) as readonly { subject: string; type: string }[];
        const types = events.filter(({ subject }) => subject === id).map(({ type }) => type);
        return types.includes('com.sluice.trade.confirmed') ? types : null;
      });
      expect(told.toReversed()).toEqual([
        'com.sluice.trade.awaiting-approval',
        'com.sluice.trade.approved',
        'com.sluice.trade.sending',
        'com.sluice.trade.confirmed',
      ]);
    },
    SLOW_MS,
  );

  it(
    'begins with demonstration history that says it is one, and that no function is told of',
    async () => {
      start('--memory', '--every', '3600s');
      const past = await eventually('made-up history', async () => {
        const answer = await get('/v1/instructions/demo-sweep-001');
        return answer.ok ? answer : null;
      });
      expect(past.headers.get('x-sluice-demonstration')).toMatch(/^made up until 2/);
      expect(await past.json()).toMatchObject({ status: { state: 'confirmed' } });
      const audit = await get('/v1/audit/verification', 'treasurer');
      expect(await audit.json()).toMatchObject({ verdict: 'intact' });
      const events = await fetch(`http://127.0.0.1:${port}/local/events`);
      expect(await events.text()).not.toContain('demo-');
      const { stdout } = stack.output();
      expect(stdout).toMatch(/history +made up until/);
      expect(stdout).not.toMatch(/(snapshot|withdrawal|sweep) .*demo/i);
      stack.child.kill('SIGTERM');
      expect((await stack.finished).code).toBe(0);
    },
    SLOW_MS,
  );

  it(
    'keeps everything with --data, even when it is killed',
    async () => {
      const data = path.join(folder, 'data');
      start('--data', data, '--every', '1s', '--no-demo');
      const { id } = await confirmedWithdrawal();
      stack.child.kill('SIGKILL');
      await stack.finished;
      start('--data', data, '--every', '1s', '--no-demo');
      const kept = await eventually('the instruction of before', async () => {
        const answer = await get(`/v1/instructions/${id}`);
        return answer.status === 200 ? await answer.json() : null;
      });
      expect(kept).toMatchObject({ id, status: { state: 'confirmed' } });
    },
    SLOW_MS,
  );

  it(
    'says in one line that its port is taken',
    async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      start('--memory');
      const { code, stderr } = await stack.finished;
      await new Promise((resolve) => server.close(resolve));
      expect(code).not.toBe(0);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(stderr).toContain(String(port));
    },
    SLOW_MS,
  );
});
