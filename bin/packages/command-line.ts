import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundledFiles, licenceNotices, NOTICES_FILE } from '../../lib/licence-notices.ts';
import { STAGES } from '../../lib/stages/stage-configuration.ts';
import { bundleProgram } from '../sluice/bundle-program.ts';
import { writeManifest } from './pack.ts';

/** Files of the entry that a package takes as they are. */
const ENTRY = ['sluice.mjs', 'start.mjs', 'permitted-node.mjs'];

/** Stages `@sluice/command-line`: the program in one folder, without dependencies. */
export async function stageCommandLine(root: string, staging: string): Promise<string> {
  const workspace = path.join(root, 'bin/sluice/entry');
  const staged = path.join(staging, 'command-line');
  const dist = path.join(staged, 'dist');
  await mkdir(dist, { recursive: true });
  const { outputFiles, metafile } = await bundleProgram(root, { minifyWhitespace: true });
  for (const { path: name, contents } of outputFiles) {
    await writeFile(path.join(dist, path.basename(name)), contents);
  }
  // Where each stage is: the program looks beside itself.
  for (const stage of STAGES) {
    await copyFile(path.join(root, `lib/stages/${stage}.json`), path.join(dist, `${stage}.json`));
  }
  for (const file of ENTRY) await copyFile(path.join(workspace, file), path.join(staged, file));
  await writeFile(
    path.join(staged, NOTICES_FILE),
    await licenceNotices(root, bundledFiles(metafile)),
  );
  await writeManifest(workspace, staged, {
    bin: { sluice: 'sluice.mjs' },
    files: ['dist', ...ENTRY, NOTICES_FILE],
  });
  return staged;
}
