import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_TOKEN_AGE_MS } from '../../../adapters/secrets/token-source.ts';
import { startSandbox, tokenFingerprint } from '../../../sandbox/index.ts';
import { CANARY_TOKEN, NEXT_CANARY_TOKEN } from '../../canary/canary.ts';
import { startCommand } from '../../e2e/command.ts';
import { eventually } from '../../waiting/until.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { startTokenCommand } from './token-command.ts';

/** Synthesis, a stack and three commands, where every core is busy. */
const SLOW_MS = 180_000;
const DEMO_POLICY = path.resolve(import.meta.dirname, '../../../local/demo-policy.json');

const OLD = tokenFingerprint(CANARY_TOKEN);
const NEW = tokenFingerprint(NEXT_CANARY_TOKEN);

describe('a function that runs on', () => {
  const { deployed } = deployedForEachTest();
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A snapshot at this moment, and the tokens that it was taken with. */
  async function snapshotAt(ms: number) {
    vi.useFakeTimers({ now: ms, toFake: ['Date'] });
    const before = deployed().sandbox.journal().length;
    const scheduledFor = new Date(ms).toISOString();
    const taken = await deployed().invoke('take-snapshot', { tenant: TENANT, scheduledFor });
    expect(taken).toEqual({ result: 'taken' });
    const seen = deployed().sandbox.journal(before);
    expect(seen.map(({ answered }) => answered)).toEqual(seen.map(() => 200));
    return new Set(seen.map(({ tokenFingerprint: shown }) => shown));
  }

  it('shows the new token once its old one has its age, though the old one still works', async () => {
    const startMs = Date.parse('2026-01-05T09:00:00.000Z');
    deployed().sandbox.rotateToken(NEXT_CANARY_TOKEN, { keepPrevious: true });
    expect(await snapshotAt(startMs)).toEqual(new Set([OLD]));
    deployed().secrets.answerWith({ secret: NEXT_CANARY_TOKEN });
    expect(await snapshotAt(startMs + MAX_TOKEN_AGE_MS - 1_000)).toEqual(new Set([OLD]));
    expect(await snapshotAt(startMs + MAX_TOKEN_AGE_MS)).toEqual(new Set([NEW]));
  });
});

describe('a local stack that runs on', () => {
  it(
    'takes up the token that the command rotates to, without a restart',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'sluice-rotated-'));
      const data = path.join(folder, 'data');
      const tokenFile = path.join(folder, 'token');
      await writeFile(tokenFile, CANARY_TOKEN);
      const sandbox = await startSandbox({ port: 0, token: CANARY_TOKEN });
      const stack = startCommand('start', [
        ...['--port', '0', '--every', '1s', '--data', data, '--live', '--yes'],
        ...['--policy', DEMO_POLICY],
        ...['--upstream', sandbox.url, '--token-file', tokenFile],
      ]);
      try {
        const shown = (fingerprint: string, method: string, answered = 200) =>
          sandbox
            .journal()
            .filter(
              (entry) =>
                entry.method === method &&
                entry.answered === answered &&
                entry.tokenFingerprint === fingerprint,
            ).length;
        await eventually('a sweep', async () => (shown(OLD, 'POST') > 0 ? true : null), SLOW_MS);

        // The service hands out another token, and takes both for a while.
        sandbox.rotateToken(NEXT_CANARY_TOKEN, { keepPrevious: true });
        const environment = parseEnv(await readFile(path.join(data, 'aws.env'), 'utf8'));
        const access = environment as Readonly<Record<string, string>>;
        const target = ['--stage', 'dev', '--service', sandbox.url, '--json'];
        const token = async (...args: readonly string[]) => {
          const command = startTokenCommand([...args, ...target], access, NEXT_CANARY_TOKEN);
          return JSON.parse((await command.finished).stdout) as Record<string, unknown>;
        };
        expect(await token('rotate')).toMatchObject({ ok: true, result: 'rotated' });

        sandbox.rotateToken(NEXT_CANARY_TOKEN);
        sandbox.deposit({ currency: 'BTC', amount: '50' });
        await eventually('a sweep with the new token', async () =>
          shown(NEW, 'POST') > 0 ? true : null,
        );
        expect(stack.output().stdout).toMatch(/confirmed by the service/);
        const back = ['rotate', '--back', ...target];
        const refused = await startTokenCommand(back, access, NEXT_CANARY_TOKEN).finished;
        expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'token-refused' } });
        expect(await token('status')).toMatchObject({ ok: true });

        stack.child.kill('SIGTERM');
        expect((await stack.finished).code).toBe(0);
        await expect(readFile(path.join(data, 'aws.env'))).rejects.toThrow(/ENOENT/);
      } finally {
        stack.child.kill('SIGKILL');
        await stack.finished;
        await sandbox.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    SLOW_MS,
  );
});
