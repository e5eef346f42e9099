import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST } from './manifest.mjs';

/**
 * The bundle of the sources as they stand, made anew if any of them changed since; null if none can be kept. Times and
 * sizes are compared, not contents: some hundred files take a few milliseconds.
 */
export async function currentBundle(root, cache) {
  const kept = readManifest(cache);
  if (kept?.inputs.every((input) => isAsItWas(root, input))) return kept.bundle;
  // Loaded here alone: esbuild takes as long to load as a command takes to start.
  const { makeBundle } = await import('../make-bundle.mjs');
  return await makeBundle(root, cache);
}

function readManifest(cache) {
  try {
    const kept = JSON.parse(readFileSync(path.join(cache, MANIFEST), 'utf8'));
    statSync(kept.bundle);
    return kept;
  } catch {
    return null;
  }
}

function isAsItWas(root, { file, mtimeMs, size }) {
  const found = statSync(path.join(root, file), { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs === mtimeMs && found.size === size;
}
