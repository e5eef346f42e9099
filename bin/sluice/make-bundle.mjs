import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { bundleProgram } from './bundle-program.ts';
import { MANIFEST } from './entry/manifest.mjs';

/** Bundles that are kept: that of a process which is just starting may be the one before. */
const KEPT_BUNDLES = 3;

/** A module that reads files beside itself finds them also from within the bundle. */
const OWN_FOLDERS = {
  name: 'own-folders',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      if (file.includes('node_modules')) return undefined;
      const text = readFileSync(file, 'utf8');
      const folder = JSON.stringify(path.dirname(file));
      return { contents: text.replaceAll('import.meta.dirname', folder), loader: 'ts' };
    });
  },
};

/**
 * Makes the bundle of the sources as they stand, and keeps it. Two processes may do so at once: each writes files whose
 * names come from their content, and then the manifest in one step.
 */
export async function makeBundle(root, cache) {
  try {
    const { outputFiles, metafile } = await bundleProgram(root, { plugins: [OWN_FOLDERS] });
    const inputs = Object.keys(metafile.inputs).map((file) => {
      const { mtimeMs, size } = statSync(path.join(root, file));
      return { file, mtimeMs, size };
    });
    return keep(cache, outputFiles, inputs);
  } catch (error) {
    if (process.env.SLUICE_DEBUG === '1') process.stderr.write(`no bundle: ${error}\n`);
    // The sources say themselves what is wrong with them, and run without a folder to write to.
    return null;
  }
}

function keep(cache, outputFiles, inputs) {
  const digest = createHash('sha256');
  for (const { contents } of outputFiles) digest.update(contents);
  const folder = path.join(cache, `bundle-${digest.digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true });
  for (const { path: name, contents } of outputFiles) {
    writeBeside(path.join(folder, path.basename(name)), contents);
  }
  const bundle = path.join(folder, 'program.mjs');
  writeBeside(path.join(cache, MANIFEST), JSON.stringify({ bundle, inputs }));
  removeOld(cache);
  return bundle;
}

function writeBeside(file, content) {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, content);
  renameSync(beside, file);
}

function removeOld(cache) {
  const folders = readdirSync(cache)
    .filter((name) => name.startsWith('bundle-'))
    .map((name) => ({ name, mtimeMs: statSync(path.join(cache, name)).mtimeMs }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { name } of folders.slice(KEPT_BUNDLES)) {
    rmSync(path.join(cache, name), { recursive: true, force: true });
  }
}
