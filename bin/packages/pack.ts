import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the packages have in common with their places in this repository. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly engines: Readonly<Record<string, string>>;
}

/** Writes the manifest of a package: what the workspace says of it, and what differs once it is built. */
export async function writeManifest(
  workspace: string,
  staged: string,
  built: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { name, version, description, license, type, engines } = JSON.parse(
    await readFile(path.join(workspace, 'package.json'), 'utf8'),
  ) as Manifest;
  const manifest = { name, version, description, license, type, engines, ...built };
  await writeFile(path.join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs a staged folder with npm itself. Returns the file. */
export async function pack(staged: string, folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: staged,
  });
  return path.join(folder, fileIn(JSON.parse(stdout)));
}

interface Packed {
  readonly filename: string;
}

/** npm 12 answers an object by the package's name, where earlier ones answer a list. */
function fileIn(answer: readonly Packed[] | Readonly<Record<string, Packed>>): string {
  const [packed] = Object.values(answer);
  if (packed === undefined) throw new Error('npm pack names no file');
  // A scope is written as `@scope/name` by some versions, the file never is.
  return packed.filename.replace(/^@/, '').replace('/', '-');
}
