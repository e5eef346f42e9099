import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { CANARY_TOKEN } from '../canary/canary.ts';
import { sandboxForEachTest } from '../lifetimes/sandbox-for-each-test.ts';
import { folderForEachTest } from '../lifetimes/temporary-folder.ts';
import { apiAddressIn } from '../waiting/api-address.ts';
import { eventually } from '../waiting/until.ts';

/*
 * The goal: a new user's way in one go. The repository is cloned, its packages are installed, docs/own-service.md is carried out as
 * it is printed (own service in dry-run, first policy, first live sweep), and by docs/integrating.md a program in a project of
 * its own asks the stack that runs over the same service. The clone has what is committed, and nothing else.
 */

/** A minute for npm ci, the synthesis and three rounds, an installation: where every core is busy, ten of them. */
const SLOW_MS = 900_000;
const INSTALLING_MS = 300_000;
const ROOT = path.resolve(import.meta.dirname, '../..');

const folder = folderForEachTest();
const sandbox = sandboxForEachTest({ token: CANARY_TOKEN });
let stack: ChildProcess | undefined;

afterEach(() => {
  // npm, the shell and the stack below it.
  if (stack?.pid !== undefined && stack.exitCode === null) process.kill(-stack.pid, 'SIGKILL');
});

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands in a folder, with the token where they read it. */
async function run(cwd: string, script: string, timeout = SLOW_MS): Promise<Printed> {
  return await new Promise((resolve, reject) => {
    const options = { cwd, timeout, env: ownEnvironment() };
    const bash = execFile(
      'bash',
      ['-eu', '-o', 'pipefail', '-c', script],
      options,
      (error, stdout, stderr) =>
        error === null ? resolve({ stdout, stderr }) : reject(new Error(`${stdout}\n${stderr}`)),
    );
    bash.stdin?.end(`${CANARY_TOKEN}\n`);
  });
}

/** Of this process only what a shell has anyway: nothing that tests or npm put there. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, XDG_STATE_HOME: folder(), XDG_CONFIG_HOME: folder() };
}

/** The sources as committed, and their packages: by npm ci, or those of this folder where there is no network. */
async function cloned(): Promise<string> {
  const clone = path.join(folder(), 'sluice');
  await run(ROOT, `git clone -q "${ROOT}" "${clone}"`);
  const install = 'npm ci --prefer-offline --no-audit --no-fund';
  await run(clone, install, INSTALLING_MS).catch((error: Error) => {
    process.stderr.write(`npm ci failed, so the packages here are taken: ${error.message}\n`);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
  });
  return clone;
}

function posts(): number {
  return sandbox()
    .journal()
    .filter(({ method }) => method === 'POST').length;
}

/** docs/own-service.md, carried out; gives back the setting that its commands share. */
async function ownService(clone: string): Promise<string> {
  const page = readFileSync(path.join(clone, 'docs/own-service.md'), 'utf8');
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const own = path.join(folder(), 'own-service');
  const [place = '', ...steps] = blocks;
  expect(steps).toHaveLength(5);
  const setting = place
    .replace('~/own-service', own)
    .replace('https://service.example', sandbox().url);
  const step = (n: number) => run(clone, `${setting}\n${steps[n]}`);

  await step(0);
  expect(readFileSync(path.join(own, 'token.txt'), 'utf8')).toBe(CANARY_TOKEN);
  expect(statSync(path.join(own, 'token.txt')).mode & 0o077).toBe(0);

  const checked = await step(1);
  expect(checked.stdout + checked.stderr).toMatch(/1 rule/);

  const dry = await step(2);
  expect(dry.stdout).toMatch(/eth-surplus +dry-run +\(0\.5 ETH\)/);
  expect(posts()).toBe(0);

  const live = await step(3);
  expect(live.stdout).toMatch(/0\.5 ETH +ETH custody wallet +confirmed/);
  // By what it leaves: the lines of the page, but for the address and what is cut.
  const printed = /```text\nlive at [\s\S]*?```/.exec(page)?.[0].split('\n').slice(2, -1) ?? [];
  expect(printed.length).toBeGreaterThan(6);
  for (const line of printed) expect(live.stderr).toContain(line.replace(/(, )?\.\.\..*$/, ''));
  expect(sandbox().withdrawals()).toMatchObject([{ currency: 'ETH', amount: '0.5' }]);

  const again = await step(4);
  // Within the same minute it is the same tick, which is shown as it was decided.
  expect(again.stdout).toMatch(/eth-surplus +\S+/);
  expect(posts()).toBe(1);
  const said = [dry, live, again].map(({ stdout, stderr }) => `${stdout}${stderr}`);
  expect(said.some((text) => text.includes(CANARY_TOKEN))).toBe(false);
  return setting;
}

/** The stack over the same service, by the page's command, on a port that is free; it stays in dry-run. */
async function started(clone: string, setting: string): Promise<string> {
  const page = readFileSync(path.join(clone, 'docs/own-service.md'), 'utf8');
  const command = /^ {4}(npm start -- --upstream .*)$/m.exec(page)?.[1] ?? '';
  expect(command).toContain('--data');
  const args = ['-eu', '-c', `${setting}\n${command} --port 0`];
  const child = spawn('bash', args, { cwd: clone, env: ownEnvironment(), detached: true });
  stack = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  return await eventually('the stack', async () => apiAddressIn(said), INSTALLING_MS);
}

/** docs/integrating.md, "In a repository of your own": compiled under strict, and run. */
async function foreignProject(clone: string, api: string): Promise<Printed> {
  const page = readFileSync(path.join(clone, 'docs/integrating.md'), 'utf8');
  const block = (language: string) =>
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
  const project = path.join(folder(), 'desk');
  mkdirSync(project);
  const write = (name: string, text: string) => writeFileSync(path.join(project, name), text);
  write('package.json', JSON.stringify({ name: 'desk', private: true, type: 'module' }));
  write('desk.ts', block('ts'));
  write(
    'node.d.ts',
    'declare const process: { readonly env: Record<string, string | undefined> };',
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    lib: ['es2024', 'dom'],
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] } }));

  const places = `export PACKAGES="${folder()}/packages" REPOSITORY="${project}"`;
  await run(clone, `${places}\n${block('bash')}`);
  const bin = path.join(clone, 'node_modules');
  await run(project, `"${bin}/node/bin/node" "${bin}/typescript/bin/tsc" --project .`);
  return await run(project, `SLUICE_API="${api}" "${bin}/node/bin/node" desk.ts`);
}

it(
  'leads from a clone to the first dry-run, the first policy, the first live sweep, and a program in a project of its own',
  async () => {
    const clone = await cloned();
    const setting = await ownService(clone);
    const api = await started(clone, setting);
    expect((await foreignProject(clone, api)).stdout).toBe('1 rules\nrefused: not-found\n');
    // It asked, and a start without --live sends nothing.
    expect(posts()).toBe(1);
  },
  SLOW_MS,
);
