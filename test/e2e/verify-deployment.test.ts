import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTables } from '../../local/engine/tables.ts';
import type { Stack } from '../../local/stack.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { CANARY_TOKEN } from '../canary/canary.ts';
import { openedForFile } from '../lifetimes/opened.ts';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';
import { eventually } from '../waiting/until.ts';
import { awsAccessIn, openHere } from './deployed-here.ts';

/** Synthesis, a stack and every function started anew, where every core is busy. */
const SLOW_MS = 240_000;
const ROOT = path.resolve(import.meta.dirname, '../..');

interface Checked {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly state: string;
    readonly parts: readonly {
      readonly of: string;
      readonly state: string;
      readonly detail: string;
    }[];
  }[];
}

const folder = temporaryFolder();
const sandbox = openedForFile(
  () => startSandbox({ port: 0, token: CANARY_TOKEN }),
  ({ close }) => close(),
);
let stack: Stack;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  stack = await openHere(folder, sandbox().url);
  await stack.start();
  environment = await awsAccessIn(folder);
}, SLOW_MS);

afterAll(() => stack.stop(), SLOW_MS);

const verify = async (...args: readonly string[]) =>
  await run('bin/verify-deployment.ts', '--stage', 'dev', ...args);

const repeatBooks = async (...args: readonly string[]) =>
  await run('bin/sluice/entry/sluice.mjs', 'books', 'repeat', '--stage', 'dev', ...args);

async function run(program: string, ...args: readonly string[]) {
  const script = path.join(ROOT, program);
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

describe('sluice books repeat, on a stack of this machine', () => {
  it(
    'repeats what is on record without a write, and says what it cannot do',
    async () => {
      const again = await eventually(
        'a first snapshot whose books are repeated',
        async () => {
          const asked = await repeatBooks('--from', '2h', '--json');
          return asked.stderr.includes('has no snapshot') ? null : asked;
        },
        SLOW_MS,
      );
      expect(again, again.stderr).toMatchObject({ code: 0 });
      const { tenant, ...repeated } = JSON.parse(again.stdout);
      expect(repeated).toMatchObject({ stage: 'dev', opened: 0, closed: 0, matched: 0 });
      expect(repeated.snapshots).toBeGreaterThan(0);
      expect(again.stderr).toContain(`tenant ${tenant}`);

      const none = await repeatBooks('--from', '2020-01-01', '--to', '2020-01-02');
      expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('may have expired') });
      const future = await repeatBooks('--from', 'now', '--to', '2099-01-01');
      expect(future).toMatchObject({ code: 1, stderr: expect.stringMatching(/has no snapshot/) });
      const other = await repeatBooks('--from', '2h', '--tenant', 'other', '--json');
      expect(other.code).toBe(64);
      expect(JSON.parse(other.stderr).error.message).toContain('has no tenant other');
    },
    SLOW_MS,
  );
});

describe('npm run verify:deployment, on a stack of this machine', () => {
  it(
    'sees what there is to see here, says of the rest that it is not applicable, and sends nothing',
    async () => {
      const { code, stdout, stderr } = await verify('--json');
      expect(stderr).toMatch(/at most \d+ minutes/);
      const { ok, checks } = JSON.parse(stdout) as Checked;
      expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toEqual({
        'function-init': 'ok',
        'mixed-transaction': 'ok',
        'halt-update': 'ok',
        'table-policies': 'ok',
        'stream-mappings': 'ok',
        'trail-records': 'not-applicable',
        'missing-object': 'ok',
        'first-snapshot': 'ok',
        'dry-run-sweep': 'ok',
        'schedule-ticks': 'ok',
        recipients: 'not-applicable',
        'notice-arrives': 'not-applicable',
        'rule-metrics': 'not-applicable',
        'backup-made': 'not-applicable',
        'backup-copied': 'not-applicable',
        'managed-login': 'ok',
        'console-page': 'not-applicable',
        'console-settings': 'not-applicable',
        'console-bucket': 'not-applicable',
      });
      expect({ ok, code }).toEqual({ ok: true, code: 0 });
      const posts = sandbox()
        .journal()
        .filter(({ method }) => method === 'POST');
      expect(posts).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    'finds the readers that a table restored in its place has left behind, and names them',
    async () => {
      const { tableName } = stack.tables.snapshotsTable;
      const tables = stack.model.tables.filter(({ name }) => name === tableName);
      await stack.engine.call?.('DeleteTable', { TableName: tableName });
      await makeTables(stack.runtime.dynamo, tables);
      const { code, stdout } = await verify('--only', 'stream-mappings', '--json');
      expect(code).toBe(1);
      const [streams] = (JSON.parse(stdout) as Checked).checks;
      expect(streams?.state).toBe('failed');
      const of = (state: string) =>
        streams?.parts.filter((part) => part.state === state).map((part) => part.of);
      expect(of('failed')).toEqual(['run-sweeps (Snapshots)', 'update-books (Snapshots)']);
      expect(of('ok')).toEqual(['send-withdrawal (Ledger)', 'publish-events (Ledger)']);
      expect(stdout).toContain('of a table that is gone');
    },
    SLOW_MS,
  );

  it(
    'prints a table, runs what is chosen, and ends with a code of its own where something failed',
    async () => {
      const chosen = await verify('--only', 'function-init,rule-metrics');
      expect(chosen.code).toBe(0);
      expect(chosen.stdout).toMatch(/^check +what it proves +result +detail\nfunction-init /);
      expect(chosen.stdout).toContain('1 ok, 0 failed, 1 not applicable here');

      const unknown = await verify('--only', 'everything');
      expect(unknown.code).toBe(2);
      expect(unknown.stderr).toContain('there is no check everything');

      environment = { ...environment, AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' };
      const cut = await verify('--only', 'first-snapshot');
      expect(cut.code).toBe(1);
      expect(cut.stdout).toContain('FAILED');
    },
    SLOW_MS,
  );
});
