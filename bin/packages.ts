import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { stageClient } from './packages/client.ts';
import { stageCommandLine } from './packages/command-line.ts';
import { pack } from './packages/pack.ts';

/*
 * npm run packages [-- FOLDER]: the typed client and the command line as packages for other repositories. Within this
 * one both run from their sources, so nothing needs to be built here.
 */

const root = path.resolve(import.meta.dirname, '..');
const [folder = path.join(root, 'packages')] = process.argv.slice(2);
const staging = path.join(root, 'node_modules/.cache/packages', String(process.pid));

try {
  await mkdir(folder, { recursive: true });
  for (const stage of [stageClient, stageCommandLine]) {
    process.stdout.write(`${await pack(await stage(root, staging), path.resolve(folder))}\n`);
  }
} finally {
  await rm(staging, { recursive: true, force: true });
}
