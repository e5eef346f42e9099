import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RoundReport } from '../../local/report/round-report.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { CANARY_TOKEN } from '../canary/canary.ts';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';
import { runCommand } from './command.ts';

const SLOW_MS = 120_000;
const DEMO_POLICY = path.resolve(import.meta.dirname, '../../local/demo-policy.json');

const folder = temporaryFolder();

function own(url: string, tokenFile: string): readonly string[] {
  return ['--upstream', url, '--token-file', tokenFile];
}

function reportOf(stdout: string): RoundReport {
  return JSON.parse(stdout);
}

describe('npm run once', () => {
  it(
    'prints balances, decisions with their reasons and confirmed withdrawals',
    async () => {
      const { code, stdout, stderr } = await runCommand('once', ['--memory']);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      expect(stdout).toMatch(/confirmed/);
      expect(stdout).toMatch(/below-threshold/);
    },
    SLOW_MS,
  );

  it(
    'twice within one tick sends nothing twice',
    async () => {
      const data = path.join(folder, 'data');
      const args = ['--data', data, '--every', '3600s', '--json'];
      const first = reportOf((await runCommand('once', args)).stdout);
      const confirmed = first.withdrawals.filter(({ status }) => status.state === 'confirmed');
      expect(confirmed.length).toBeGreaterThan(0);
      expect(first.decisions.some(({ outcome }) => outcome === 'no-sweep')).toBe(true);

      const second = await runCommand('once', args);
      expect(second.code).toBe(0);
      const again = reportOf(second.stdout);
      expect(again.snapshot.scheduledFor).toBe(first.snapshot.scheduledFor);
      expect(again.withdrawals.map(({ id }) => id).sort()).toEqual(
        first.withdrawals.map(({ id }) => id).sort(),
      );
    },
    SLOW_MS,
  );

  it(
    'against another upstream is in dry-run: sends nothing and says what would have been',
    async () => {
      const sandbox = await startSandbox({ port: 0, token: CANARY_TOKEN });
      const tokenFile = path.join(folder, 'token');
      await writeFile(tokenFile, `${sandbox.token}\n`);
      const args = ['--memory', '--json', '--policy', DEMO_POLICY, ...own(sandbox.url, tokenFile)];
      const { code, stdout, stderr } = await runCommand('once', args);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      const { decisions, withdrawals } = reportOf(stdout);
      expect(withdrawals).toEqual([]);
      expect(decisions).toContainEqual(
        expect.objectContaining({ reason: 'dry-run', wouldSweep: expect.any(String) }),
      );
      expect(sandbox.journal().filter(({ method }) => method === 'POST')).toEqual([]);
      await sandbox.close();
    },
    SLOW_MS,
  );

  it(
    'against another upstream with --live sends each instruction with one POST',
    async () => {
      const sandbox = await startSandbox({ port: 0, token: CANARY_TOKEN });
      const tokenFile = path.join(folder, 'token');
      await writeFile(tokenFile, sandbox.token);
      const args = ['--memory', '--json', '--live', '--yes', '--policy', DEMO_POLICY];
      const { code, stdout, stderr } = await runCommand('once', [
        ...args,
        ...own(sandbox.url, tokenFile),
      ]);
      expect(code).toBe(0);
      // By what they leave stands beside the report.
      expect(stderr).toContain(`live at ${sandbox.url}: withdrawals and trades really leave`);
      expect(stderr).toMatch(/^ {4}eth-half: When .* to "ETH custody wallet"/m);
      expect(stderr).toMatch(/^ {4}trades: .*at most 25000 USD each/m);
      const confirmed = reportOf(stdout).withdrawals.filter(
        ({ status }) => status.state === 'confirmed',
      );
      const posts = sandbox.journal().filter(({ method }) => method === 'POST');
      expect(confirmed.length).toBeGreaterThan(0);
      expect(posts).toHaveLength(confirmed.length);
      await sandbox.close();
    },
    SLOW_MS,
  );
});

describe('npm run once, refused', () => {
  /** One clear line, nothing of a stack, and a code that scripts can see. */
  async function refusal(args: readonly string[]): Promise<string> {
    const { code, stderr } = await runCommand('once', args);
    expect(code).not.toBe(0);
    expect(stderr).not.toMatch(/^\s+at /m);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  }

  it(
    'says that a token is wrong',
    async () => {
      const sandbox = await startSandbox({ port: 0, token: CANARY_TOKEN });
      const tokenFile = path.join(folder, 'wrong-token');
      await writeFile(tokenFile, 'not-the-token-of-anybody');
      const args = ['--memory', '--policy', DEMO_POLICY, ...own(sandbox.url, tokenFile)];
      const line = await refusal(args);
      expect(line).toMatch(/token/);
      expect(line).not.toContain('not-the-token-of-anybody');
      await sandbox.close();
    },
    SLOW_MS,
  );

  it(
    'says that an upstream cannot be reached',
    async () => {
      const tokenFile = path.join(folder, 'token');
      await writeFile(tokenFile, CANARY_TOKEN);
      const upstream = 'http://127.0.0.1:9';
      const args = ['--memory', '--policy', DEMO_POLICY, ...own(upstream, tokenFile)];
      const line = await refusal(args);
      expect(line).toContain('127.0.0.1:9');
    },
    SLOW_MS,
  );

  it(
    'says that a data folder cannot be used',
    async () => {
      const file = path.join(folder, 'a-file');
      await writeFile(file, '');
      expect(await refusal(['--data', path.join(file, 'data')])).toMatch(/data/);
    },
    SLOW_MS,
  );

  it(
    'says which field of a policy is wrong, what was seen and what is accepted',
    async () => {
      const policy = path.join(folder, 'policy.json');
      await writeFile(policy, JSON.stringify({ controls: { mode: 'sometimes' } }));
      const { code, stderr } = await runCommand('once', ['--memory', '--policy', policy]);
      expect(code).not.toBe(0);
      expect(stderr).toMatch(/mode.*sometimes/);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
    SLOW_MS,
  );
});
