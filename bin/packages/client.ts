import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundledFiles, licenceNotices, NOTICES_FILE } from '../../lib/licence-notices.ts';
import { writeManifest } from './pack.ts';

const run = promisify(execFile);

/** Stages `@sluice/client`: one module of JavaScript without dependencies, and its types. */
export async function stageClient(root: string, staging: string): Promise<string> {
  const workspace = path.join(root, 'clients/typescript');
  const staged = path.join(staging, 'client');
  await mkdir(staged, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['clients/typescript/src/index.ts'],
    outfile: path.join(staged, 'dist/index.js'),
    bundle: true,
    format: 'esm',
    // For browsers as well: it uses fetch, and nothing of Node.js.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
  });
  await writeTypes(root, workspace, path.join(staged, 'dist'));
  await writeFile(
    path.join(staged, NOTICES_FILE),
    await licenceNotices(root, bundledFiles(metafile)),
  );
  await writeManifest(workspace, staged, {
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', NOTICES_FILE],
    sideEffects: false,
  });
  return staged;
}

async function writeTypes(root: string, workspace: string, folder: string): Promise<void> {
  const compiler = createRequire(path.join(root, 'package.json')).resolve(
    'typescript/package.json',
  );
  const args = ['--project', path.join(workspace, 'tsconfig.build.json'), '--outDir', folder];
  await run(process.execPath, [path.join(path.dirname(compiler), 'bin/tsc'), ...args]);
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = path.join(folder, name);
    await writeFile(file, withoutSources(await readFile(file, 'utf8')));
  }
}

/** The compiler leaves the names of sources in types, which no other project has. */
function withoutSources(types: string): string {
  return types.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
}
