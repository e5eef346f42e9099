import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';

/*
 * The goal: who reads the sources knows what is deployed. The same sources give the same assembly on every machine, byte for byte:
 * templates, bundles, console, and whatever lies beside them. So it is synthesised here as the workflow does it, and in a copy
 * of the project in another folder, for another person, in another time zone and another language.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Two syntheses with all bundles and the console, side by side: half a minute of a processor each. */
const SYNTHESIS_MS = 600_000;

/** What a clone of the project does not have. */
const NOT_CLONED: ReadonlySet<string> = new Set(['.git', '.sluice', 'cdk.out', 'coverage']);

const outputs = temporaryFolder();
let elsewhere: string;

beforeAll(() => {
  const parent = path.join(ROOT, '.sluice');
  mkdirSync(parent, { recursive: true });
  // On the same disk, where files of packages can be linked; with a space, as people's folders have it.
  elsewhere = path.join(mkdtempSync(path.join(parent, 'reproducible-')), 'somewhere else');
  for (const name of readdirSync(ROOT).filter((each) => !NOT_CLONED.has(each))) {
    const [from, to] = [path.join(ROOT, name), path.join(elsewhere, name)];
    if (name === 'node_modules') linkTree(from, to);
    else cpSync(from, to, { recursive: true });
  }
}, SYNTHESIS_MS);

afterAll(() => rmSync(path.dirname(elsewhere), { recursive: true, force: true }));

/** Folders of its own, and in them the same files: packages are a gigabyte, and a build resolves their real places. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    // What tools keep of earlier builds is no package.
    if (name === '.cache') continue;
    const [source, target] = [path.join(from, name), path.join(to, name)];
    const kind = lstatSync(source);
    if (kind.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (kind.isDirectory()) linkTree(source, target);
    else linkSync(source, target);
  }
}

async function assemblyOf(
  root: string,
  environment: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const own = path.join(outputs, environment.USER ?? '');
  const [assembly, home, temporary] = ['assembly', 'home', 'temporary files'].map((name) =>
    path.join(own, name),
  ) as [string, string, string];
  mkdirSync(home, { recursive: true });
  mkdirSync(temporary);
  const cdk = path.join(root, 'node_modules/aws-cdk/bin/cdk');
  const context = ['-c', 'stage=prod', '-c', 'filledIn=yes'];
  await promisify(execFile)(
    process.execPath,
    [cdk, 'synth', '--quiet', '--strict', ...context, '--output', assembly],
    {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary, ...environment },
    },
  );
  return digestsOf(assembly);
}

function digestsOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.relative(folder, path.join(each.parentPath, each.name)))
    .sort();
  return new Map(
    files.map((file) => {
      const content = readFileSync(path.join(folder, file));
      return [file, createHash('sha256').update(content).digest('hex')];
    }),
  );
}

/** The lines in which the two differ first. */
function firstDifference(file: string): string {
  const [one = [], other = []] = ['anna', 'bora'].map((name) =>
    readFileSync(path.join(outputs, name, 'assembly', file), 'utf8').split('\n'),
  );
  const line = one.findIndex((each, index) => each !== other[index]);
  return `line ${line + 1}, ${one[line]?.trim()} and ${other[line]?.trim()}`;
}

describe('synthesising', () => {
  it(
    'gives the same assembly on two machines, every file of it byte for byte',
    async () => {
      const [here, there] = await Promise.all([
        assemblyOf(ROOT, { USER: 'anna', TZ: 'UTC', LANG: 'C', CI: 'true' }),
        assemblyOf(elsewhere, { USER: 'bora', TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' }),
      ]);
      const files = [...here.keys()];
      expect(files.filter((file) => file.endsWith('.template.json')).length).toBeGreaterThan(7);
      expect(files.filter((file) => file.endsWith('/index.mjs')).length).toBeGreaterThan(20);
      expect(files.filter((file) => /\/console\/assets\/.*\.js$/.test(file))).not.toEqual([]);
      expect([...there.keys()]).toEqual(files);
      const different = files.filter((file) => there.get(file) !== here.get(file));
      expect(different.map((file) => `${file}: ${firstDifference(file)}`)).toEqual([]);
    },
    SYNTHESIS_MS,
  );
});
