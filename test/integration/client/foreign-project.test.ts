import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { servedForTheFile } from '../authorisation/served-api.ts';

/*
 * The goal: what another repository gets works there, and needs nothing of this one. The packages are built, packed and
 * installed by the commands of docs/integrating.md, without a network; then a foreign project compiles and runs.
 */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const served = servedForTheFile();
const folder = temporaryFolder();
const repository = path.join(folder, 'repository');
const PAGE = readFileSync(path.join(ROOT, 'docs/integrating.md'), 'utf8');
const run = promisify(execFile);

/** Building, packing and installing: seconds, unless the machine has others to serve as well. */
const INSTALLING_MS = 180_000;

function blockOf(language: string): string {
  const [, block = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  expect(block).not.toBe('');
  return block;
}

/** As a person there would have it: nothing of this repository in the environment. */
const environment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  XDG_STATE_HOME: path.join(folder, 'state'),
  npm_config_offline: 'true',
  npm_config_cache: path.join(folder, 'npm'),
  SLUICE_API: served().url,
});

const inRepository = (program: string, ...args: readonly string[]) =>
  run(program, [...args], { cwd: repository, env: environment() });
const sluice = (...args: readonly string[]) =>
  inRepository(path.join(repository, 'node_modules/.bin/sluice'), ...args);

beforeAll(async () => {
  mkdirSync(repository);
  const manifest = { name: 'desk', private: true, type: 'module' };
  writeFileSync(path.join(repository, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(repository, 'desk.ts'), blockOf('ts'));
  await run('bash', ['--norc', '-eu', '-c', blockOf('bash')], {
    cwd: ROOT,
    env: { ...environment(), PACKAGES: path.join(folder, 'packages'), REPOSITORY: repository },
  });
}, INSTALLING_MS);

describe('@sluice/client in another repository', () => {
  const SHARED = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2024' };
  it.each([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('has its types under strict and %s', async (name, options) => {
    const project = path.join(repository, `tsconfig.${name}.json`);
    // What Node.js and browsers both have; a foreign project has its own types of the rest.
    writeFileSync(path.join(repository, 'node.d.ts'), NODE);
    const compilerOptions = { ...SHARED, ...options, lib: ['es2024', 'dom'], types: [] };
    writeFileSync(project, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    writeFileSync(path.join(repository, 'wrong.ts'), WRONG);
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await inRepository(process.execPath, tsc, '--project', project);
    expect(stdout).toBe('');
  });

  it('is imported by plain Node.js, and calls a stack', async () => {
    const { stdout } = await inRepository(process.execPath, 'desk.ts');
    expect(stdout).toMatch(/^[1-9]\d* rules\nrefused: not-found\n$/);
    const [module] = ['import { PROBLEMS } from "@sluice/client"; console.log(typeof PROBLEMS);'];
    const plain = await inRepository(process.execPath, '--input-type=module', '-e', module ?? '');
    expect(plain.stdout).toBe('object\n');
  });
});

describe('sluice in another repository', () => {
  it('is the file that the page of a policy as files names', () => {
    const page = readFileSync(path.join(ROOT, 'docs/rules-as-code.md'), 'utf8');
    const files = readdirSync(path.join(folder, 'packages'));
    expect(files).toContain(/vendor\/(sluice-command-line-\S+)/.exec(page)?.[1]);
  });

  it('reads a stack, and keeps its policy as files', async () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect((await sluice('--version')).stdout).toBe(`${version}\n`);
    expect((await sluice('pull', 'policy', '--as', 'treasurer')).stdout).toContain('rules/');
    const planned = await sluice('plan', 'policy', '--as', 'treasurer');
    expect(planned.stdout).toContain('No changes');
    expect((await sluice('policy', 'check', 'policy', '--stage', 'dev')).stdout).toContain(
      'is acceptable',
    );
  });

  it('says what takes the sources of Sluice', async () => {
    const failed = await sluice('drill', 'restore').catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('own repository') });
  });
});

it('both packages need nothing of this repository, and no other package', () => {
  for (const name of ['client', 'command-line']) {
    const installed = path.join(repository, 'node_modules/@sluice', name);
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    const own = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ version: own.version, engines: own.engines });
    expect(manifest.dependencies).toBeUndefined();
    for (const file of readdirSync(installed, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const text = readFileSync(path.join(file.parentPath, file.name), 'utf8');
      expect(text.includes(ROOT), file.name).toBe(false);
    }
  }
});

const NODE = 'declare const process: { readonly env: Record<string, string | undefined> };\n';

/** The types are really there: what they do not allow is an error. */
const WRONG = `import { createSluiceClient } from '@sluice/client';
const sluice = createSluiceClient({ baseUrl: 'http://127.0.0.1:1', token: () => 'none' });
// @ts-expect-error: a trade names its instrument.
export const trade = () => sluice.post('/v1/trades', { body: { side: 'Sell', price: '1', amount: '1' } });
// @ts-expect-error: there is no such route.
export const none = () => sluice.get('/v1/none');
`;
