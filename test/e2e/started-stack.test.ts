import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { eventually } from '../waiting/until.ts';
import { stackForEachTest } from './started-stack.ts';

const SLOW_MS = 120_000;
const run = promisify(execFile);

const { port, folder, running, start, get, post, confirmedWithdrawal } = stackForEachTest();

describe('a stack that was started', () => {
  it(
    'lets only traders trade, and sends an approved trade on its event',
    async () => {
      // No tick after the first: the watchdog cannot be who sends it. The demo's past readings agree on the prices.
      start('--memory', '--every', '3600s');
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
      const seen = { 'if-match': `"${contentDigest}"` };
      const approval = { comment: 'as agreed' };
      const approved = await post(`/v1/trades/${id}/approve`, 'approver', approval, seen);
      expect(approved.status).toBe(200);
      const told = await eventually('the events of a trade', async () => {
        const answer = await fetch(`http://127.0.0.1:${port()}/local/events`);
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
    'begins with demo data that says it is one, and that no function is told of',
    async () => {
      start('--memory', '--every', '3600s');
      const past = await eventually('made-up history', async () => {
        const answer = await get('/v1/instructions/demo-trade-001');
        return answer.ok ? answer : null;
      });
      expect(past.headers.get('x-sluice-demo-data')).toMatch(/^made up until 2/);
      expect(await past.json()).toMatchObject({ status: { state: 'confirmed' } });
      const audit = await get('/v1/audit/verification', 'treasurer');
      expect(await audit.json()).toMatchObject({ verdict: 'intact' });
      const events = await fetch(`http://127.0.0.1:${port()}/local/events`);
      expect(await events.text()).not.toContain('demo-');
      const { stdout } = running().output();
      expect(stdout).toMatch(/demo data until 2/);
      expect(stdout).not.toMatch(/(snapshot|withdrawal|sweep) .*demo/i);
      running().child.kill('SIGTERM');
      expect((await running().finished).code).toBe(0);
    },
    SLOW_MS,
  );

  it(
    'keeps everything with --data, even when it is killed',
    async () => {
      const data = path.join(folder(), 'data');
      // The first tick sweeps; one each second takes both processors of a small machine, which others need as well.
      start('--data', data, '--every', '10s', '--no-demo');
      const { id } = await confirmedWithdrawal();
      running().child.kill('SIGKILL');
      await running().finished;
      start('--data', data, '--every', '10s', '--no-demo');
      const kept = await eventually('the instruction of before', async () => {
        const answer = await get(`/v1/instructions/${id}`);
        return answer.status === 200 ? await answer.json() : null;
      });
      expect(kept).toMatchObject({ id, status: { state: 'confirmed' } });
    },
    SLOW_MS,
  );

  it(
    'ends with the database engine, and says so',
    async () => {
      start('--memory', '--every', '1s', '--no-demo');
      await eventually('a snapshot', async () =>
        running().output().stdout.includes('snapshot ') ? true : null,
      );
      const { stdout: engine } = await run('pgrep', [
        '-P',
        String(running().child.pid),
        'dynoxide',
      ]);
      process.kill(Number(engine.trim()), 'SIGKILL');
      const { code, stdout, stderr } = await running().finished;
      expect(code).toBe(1);
      expect(stderr).toContain('start: the database engine ended by itself: it ended with SIGKILL');
      expect(stdout, 'what only follows from it').not.toContain('the engine has ended');
    },
    SLOW_MS,
  );

  it(
    'stops in order, and says so in one line, where the disk is full',
    async () => {
      const data = path.join(folder(), 'full');
      mkdirSync(data, { recursive: true });
      // Everything written to it meets a full disk.
      symlinkSync('/dev/full', path.join(data, 'functions.log'));
      start('--data', data, '--every', '1s', '--no-demo');
      const { code, stdout, stderr } = await running().finished;
      expect([code, stderr]).toEqual([1, 'start: the disk is full\n']);
      expect(stdout).toContain('stopping\n');
    },
    SLOW_MS,
  );

  it(
    'lists every problem of a policy file, a line each, before anything is started',
    async () => {
      const file = path.join(folder(), 'policy.json');
      const demo = JSON.parse(await readFile('local/demo-policy.json', 'utf8'));
      const [first, ...others] = demo.rules;
      const { threshold, ...rest } = first;
      const rules = [{ ...rest, treshold: threshold, maximum: '-1' }, ...others];
      await writeFile(file, JSON.stringify({ ...demo, rules }));
      start('--memory', '--policy', file);
      const { code, stderr } = await running().finished;
      expect(code).toBe(1);
      const [head, ...problems] = stderr.trimEnd().split('\n');
      expect(head).toMatch(/^start: the policy file \S+ is not accepted, 3 problems:$/);
      expect(problems.every((line) => line.includes(`(${first.id}): seen `))).toBe(true);
      expect(problems.join('\n')).toContain('accepted: no such field; perhaps "threshold"');
    },
    SLOW_MS,
  );

  it(
    'starts no policy in another reporting currency than that of its stage',
    async () => {
      const file = path.join(folder(), 'policy.json');
      const demo = JSON.parse(await readFile('local/demo-policy.json', 'utf8'));
      const controls = { ...demo.controls, reportingCurrency: 'EUR' };
      await writeFile(file, JSON.stringify({ ...demo, controls }));
      start('--memory', '--policy', file);
      const { code, stderr } = await running().finished;
      expect(code).toBe(1);
      expect(stderr).toContain(
        'controls.reportingCurrency: seen "EUR"; accepted: "USD", the reporting currency of the stage',
      );
    },
    SLOW_MS,
  );
});
