import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { OLD_TOKEN_NEEDED_MS } from '../../../adapters/secrets/rotation/rotation-times.ts';
import { createTokenSource } from '../../../adapters/secrets/token-source.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN, NEXT_CANARY_TOKEN, tracesOfToken } from '../../canary/canary.ts';
import { sandboxForEachTest } from '../../lifetimes/sandbox-for-each-test.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';
import { clientFor } from '../trading-service/client.ts';
import { storeForEachTest } from './secret-store.ts';
import { startTokenCommand } from './token-command.ts';

const folder = folderForEachTest();
const store = storeForEachTest();
const sandbox = sandboxForEachTest({ token: CANARY_TOKEN, tokens: [NEXT_CANARY_TOKEN] });

const ROTATED = { [CANARY_TOKEN]: ['AWSPREVIOUS'], [NEXT_CANARY_TOKEN]: ['AWSCURRENT'] };

const target = () => ['--secret', store().name, '--service', sandbox().url];

/** Runs the command to its end. Whatever it writes is searched for the token, here and at the end. */
async function token(args: readonly string[], input?: string) {
  const done = await startTokenCommand(args, store().environment, input).finished;
  expect(tracesOfToken(done.stdout + done.stderr)).toEqual([]);
  return done;
}

async function json(args: readonly string[], input?: string): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await token([...args, '--json'], input);
  expect([stderr, stdout.trimEnd().split('\n').length]).toEqual(['', 1]);
  return JSON.parse(stdout);
}

async function fileWith(text: string): Promise<string> {
  const file = path.join(folder(), 'token.txt');
  await writeFile(file, text);
  return file;
}

/** A process takes a third of a second to start, and ten times that where every core is busy. */
const PROCESSES_TIMEOUT_MS = 90_000;

describe('sluice token', { timeout: PROCESSES_TIMEOUT_MS }, () => {
  it('fills, rotates, goes back and shows where things stand, and never a value', async () => {
    expect((await token(['status', '--secret', store().name])).stdout).toMatch(/holds nothing yet/);
    const filled = await token(['fill', ...target()], `${CANARY_TOKEN}\n`);
    expect([filled.code, filled.stderr]).toEqual([0, '']);
    expect(filled.stdout).toMatch(/^the token is filled: current is version [0-9a-f-]{36}\n.*BTC/);

    const file = await fileWith(NEXT_CANARY_TOKEN);
    const rotated = await token(['rotate', ...target(), '--token-file', file]);
    expect([rotated.code, rotated.stderr]).toEqual([0, '']);
    expect(rotated.stdout).toContain(`${OLD_TOKEN_NEEDED_MS / 60_000} minutes from now`);
    expect(store().stages()).toEqual(ROTATED);

    const status = await json(['status', '--secret', store().name]);
    expect(status).toMatchObject({ ok: true, secret: store().name });
    const stages = (status.versions as { stages: string[]; createdAt: string }[]).map((version) => [
      version.stages,
      Date.parse(version.createdAt) > 0,
    ]);
    expect(stages).toEqual([
      [['AWSPREVIOUS'], true],
      [['AWSCURRENT'], true],
    ]);
    const shown = await token(['status', '--secret', store().name]);
    expect(shown.stdout).toMatch(/AWSPREVIOUS\n.*AWSCURRENT\n$/);

    expect(await json(['rotate', ...target(), '--back'])).toMatchObject({ result: 'gone-back' });
    expect(await json(['rotate', ...target(), '--back'])).toMatchObject({ result: 'already-back' });
    expect(store().current()).toEqual([CANARY_TOKEN]);
    const asked = sandbox()
      .journal()
      .map(({ method, path: asks }) => `${method} ${asks}`);
    expect(new Set(asked)).toEqual(new Set(['GET /v1/balances']));
  });

  it('says in one line why a token is refused, and leaves the current one', async () => {
    store().put(CANARY_TOKEN);
    const wrong = 'a-token-that-the-service-never-heard-of';
    const { code, stdout, stderr } = await token(['rotate', ...target()], wrong);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^sluice: token-refused: GET \/v1\/balances: answered 401.*\n$/);
    expect(stderr).not.toContain(wrong);
    expect(store().current()).toEqual([CANARY_TOKEN]);
  });

  it('says that the service cannot be reached, and goes on from there when it can', async () => {
    store().put(CANARY_TOKEN);
    const closed = `http://127.0.0.1:${await closedPort()}`;
    const args = ['rotate', '--secret', store().name, '--service', closed];
    const { code, stderr } = await token(args, NEXT_CANARY_TOKEN);
    expect(code).toBe(7);
    expect(stderr).toMatch(/^sluice: unreachable: .*ECONNREFUSED.*\n$/);
    expect(store().current()).toEqual([CANARY_TOKEN]);
    expect(await json(['rotate', ...target()], NEXT_CANARY_TOKEN)).toMatchObject({ ok: true });
    expect(store().stages()).toEqual(ROTATED);
    expect(store().versionCount()).toBe(2);
  });

  it('says that Secrets Manager cannot be reached, with --endpoint before the variable', async () => {
    const endpoint = `http://127.0.0.1:${await closedPort()}`;
    const args = ['status', '--secret', store().name, '--endpoint', endpoint];
    const failed = await token([...args, '--json']);
    expect(JSON.parse(failed.stderr)).toMatchObject({
      error: { code: 'secrets-unreachable', kind: 'unreachable', exitCode: 7 },
    });
    const elsewhere = { ...store().environment, AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint };
    const given = ['status', '--secret', store().name, '--endpoint', store().url];
    expect((await startTokenCommand(given, elsewhere).finished).code).toBe(0);
  });

  it.each([
    ['as an argument', 64, (text: string) => ['rotate', text]],
    ['within an option', 64, (text: string) => ['fill', `--token=${text}`]],
    ['within an option that there is not', 64, (text: string) => ['fill', `--tokn=${text}`]],
    [
      'as the file',
      1,
      (text: string) => ['rotate', '--secret', 'x', '--service', 'y', '--token-file', text],
    ],
  ])('takes no token that is given %s, and does not repeat it', async (_name, expected, args) => {
    const text = 'a-token-in-the-wrong-place-1234567890';
    const { code, stdout, stderr } = await token(args(text));
    expect(code).toBe(expected);
    expect(stderr).toMatch(/^sluice: .*\n$/);
    expect(stdout + stderr).not.toContain(text);
    expect(sandbox().journal()).toEqual([]);
  });

  it('takes nothing that is no token', async () => {
    const { code, stderr } = await token(['rotate', ...target()], 'several words\n');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^sluice: not-a-token: a token is visible ASCII/);
  });

  it.each([
    ['PutSecretValue', CANARY_TOKEN],
    ['UpdateSecretVersionStage', NEXT_CANARY_TOKEN],
  ])('killed while %s is on its way can simply be run again', async (operation, current) => {
    store().put(CANARY_TOKEN);
    store().disturb((arrived) => (arrived === operation ? 'held-after' : null));
    const { child, finished } = startTokenCommand(
      ['rotate', ...target()],
      store().environment,
      NEXT_CANARY_TOKEN,
    );
    await vi.waitFor(() => expect(store().operations).toContain(operation), { timeout: 60_000 });
    await vi.waitFor(() => expect(Object.keys(store().stages())).toContain(NEXT_CANARY_TOKEN));
    child.kill('SIGKILL');
    await finished;
    await vi.waitFor(() => expect(store().current()).toEqual([current]));

    store().disturb(() => null);
    expect(await json(['rotate', ...target()], NEXT_CANARY_TOKEN)).toMatchObject({ ok: true });
    expect(store().stages()).toEqual(ROTATED);
    expect(store().versionCount()).toBe(2);
  });

  it('rotates while the service is read, of which no read fails', async () => {
    store().put(CANARY_TOKEN);
    const now = () => instantOf(Date.now());
    const source = createTokenSource({ client: store().client(), secretId: store().name, now });
    let refreshes = 0;
    const refresh = () => {
      refreshes += 1;
      return source.refresh();
    };
    const { service } = clientFor(sandbox().url, { token: { ...source, refresh } });
    const outcomes: boolean[] = [];
    let stopped = false;
    const reading = (async () => {
      while (!stopped) outcomes.push((await service.readBalances()).ok);
    })();
    await token(['rotate', ...target()], NEXT_CANARY_TOKEN);
    const before = outcomes.length;
    // From here on the old token is worth nothing, which the next read finds out.
    sandbox().rotateToken(NEXT_CANARY_TOKEN);
    await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(before + 20));
    stopped = true;
    await reading;
    expect(before).toBeGreaterThan(20);
    expect(outcomes.filter((ok) => !ok)).toEqual([]);
    expect(refreshes).toBe(1);
    expect(
      sandbox()
        .journal()
        .filter(({ answered }) => answered === 401),
    ).toHaveLength(1);
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
