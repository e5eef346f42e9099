import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * Starts program.ts: as a package of its own from its bundle, within this repository from a bundle of the sources as they
 * stand. Bundled and with Node's compile cache it starts in a third of the time that the sources take; if there is no
 * place to keep a bundle, the sources run themselves.
 */

const packaged = path.join(import.meta.dirname, 'dist/program.mjs');
if (existsSync(packaged)) {
  enableCompileCache();
  await start(import.meta.dirname, pathToFileURL(packaged));
} else {
  const root = path.resolve(import.meta.dirname, '../../..');
  const cache = path.join(root, 'node_modules/.cache/sluice');
  enableCompileCache(path.join(cache, 'compiled'));
  const { currentBundle } = await import('./current-bundle.mjs');
  const bundle = await currentBundle(root, cache);
  await start(
    root,
    bundle === null ? new URL('../program.ts', import.meta.url) : pathToFileURL(bundle),
  );
}

async function start(root, program) {
  const { main } = await import(program.href);
  await main(root);
}
