import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { PRINTED_TOKEN } from '../../../sandbox/command/run-command.ts';
import {
  FAULT_KINDS,
  SANDBOX_ACCOUNTS,
  SANDBOX_TEST_TOKEN,
  startSandbox,
} from '../../../sandbox/index.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { eventually, json, send } from './wire.ts';

const COMMAND = fileURLToPath(new URL('../../../bin/sandbox.ts', import.meta.url));
const WITHDRAWAL = { withdrawalAccountId: SANDBOX_ACCOUNTS.btcWallet.id, amount: '0.5' };
const folder = temporaryFolder();

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** The token that requests of these tests have. */
const TOKEN_FILE = join(folder, 'token');
writeFileSync(TOKEN_FILE, SANDBOX_TEST_TOKEN);
const OWN_TOKEN = ['--token-file', TOKEN_FILE];

/** Runs the command until it said a line or ended. */
async function run(...options: string[]): Promise<{
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly url: string;
  readonly code: number | null;
}> {
  const child = spawn(process.execPath, [COMMAND, ...options]);
  running.push(child);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await Promise.race([once(child, 'close'), once(child.stdout, 'data')]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  return { child, said: () => said, url, code: child.exitCode };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  await once(child, 'close');
  return child.exitCode;
}

describe('a sandbox that is killed and started again on its data file', () => {
  it('has its balances, withdrawals, journal, faults and rotated token, and executes late', async () => {
    const dataFile = join(folder, 'killed.jsonl');
    const { child, url } = await run(
      ...OWN_TOKEN,
      '--port',
      '0',
      '--data',
      dataFile,
      '--splits',
      'never',
    );
    const control = (path: string, body: unknown) =>
      send(url, { path: `/control${path}`, token: null, body });
    const withdraw = (timeoutMs: number) =>
      send(url, { path: '/v1/withdrawals', body: WITHDRAWAL, timeoutMs });
    const executed = json(await withdraw(5_000)) as { id: string }[];
    await control('/deposit', { currency: 'EUR', amount: '0.01' });
    const late = { kind: 'execute-late', delayMs: 30_000 };
    await control('/faults', { on: 'POST /v1/withdrawals', fault: late });
    await control('/faults', { on: 'GET /v1/prices', fault: { kind: 'empty-200' }, times: 9 });
    await withdraw(50);
    await control('/tokens', { token: 'token-after-rotation' });
    await end(child, 'SIGKILL');

    const clock = () => Date.now() + 60_000;
    const again = await startSandbox({ port: 0, dataFile, clock, splitWithdrawals: 'never' });
    expect(again.balances()).toMatchObject({
      BTC: { available: '2.75' },
      EUR: { total: '120000.01' },
    });
    expect(again.withdrawals()).toMatchObject([{ id: executed[0]?.id }]);
    expect(again.state()).toMatchObject({ faults: [{ times: 9 }], lateExecutions: [{ seq: 2 }] });
    expect(again.journal()).toMatchObject([
      { seq: 1, executed: true, answered: 200 },
      { seq: 2, executed: false, answered: 'hang', fault: 'execute-late' },
    ]);
    expect((await send(again.url, { path: '/v1/balances' })).status).toBe(401);
    await eventually(() => again.withdrawals().length).toBe(2);
    expect(again.journal()[1]).toMatchObject({ executed: true });
    expect(again.balances().BTC?.available).toBe('2.25');
    await again.close();

    const third = await startSandbox({ port: 0, dataFile });
    expect(third.balances().BTC?.available).toBe('2.25');
    expect(third.state().lateExecutions).toEqual([]);
    await third.close();
  });

  it('continues its prices', async () => {
    const dataFile = join(folder, 'prices.jsonl');
    let now = Date.parse('2026-03-02T12:00:00Z');
    const clock = () => now;
    const first = await startSandbox({ port: 0, dataFile, seed: 9, clock });
    now += 60_000;
    const prices = first.prices();
    await first.close();
    const second = await startSandbox({ port: 0, dataFile, clock });
    expect(second.prices()).toEqual(prices);
    now += 1_000;
    expect(second.prices()).not.toEqual(prices);
    await second.close();
  });
});

describe('the command', () => {
  it('says where it is, its test token and its kinds of faults, and stops on a signal', async () => {
    const { child, said, url } = await run('--port', '0');
    const lines = said().split('\n');
    const kinds = lines.splice(5, lines.length - 6);
    expect(lines).toEqual([
      `sandbox service on ${url}`,
      expect.stringMatching(`^token    ${PRINTED_TOKEN} \\(fingerprint `),
      `try      curl -s -H 'authorization: Bearer ${PRINTED_TOKEN}' ${url}/v1/balances`,
      `control  ${url}/control/state; no token needed, from this machine only`,
      `faults   POST ${url}/control/faults (docs/sandbox.md); kinds:`,
      '',
    ]);
    expect(kinds.map((line) => line.trim()).join(' ')).toBe(FAULT_KINDS.join(', '));
    expect(Math.max(...kinds.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect((await send(url, { path: '/v1/prices', token: PRINTED_TOKEN })).status).toBe(200);
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(said()).toMatch(/\nsandbox service stopped\n$/);
  });

  it('refuses a busy port and a wrong script in one line each, with exit code 1', async () => {
    const busy = await startSandbox({ port: 0 });
    const script = join(folder, 'script.json');
    writeFileSync(script, '{"faults":[{"on":"POST /v1/withdrawals","fault":{"kind":"explode"}}]}');
    const refused = await Promise.all([
      run('--port', String(busy.port)),
      run('--port', '0', '--script', script),
    ]);
    await busy.close();
    for (const { code, said } of refused) {
      expect(code).toBe(1);
      expect(said()).toMatch(/^sandbox did not start: [^\n]+\n$/);
    }
    expect(refused[0]?.said()).toContain(`port ${busy.port} is in use`);
    expect(refused[1]?.said()).toContain('faults.0.fault.kind');
  });
});
