import path from 'node:path';
import { synthesise } from '../local/synthesis/synthesise.ts';

/**
 * Makes the templates once, before the tests that start whole machines: each of those would otherwise make
 * them for itself, all at the same time.
 */
export async function setup(): Promise<void> {
  await synthesise(path.resolve(import.meta.dirname, '..'), () => undefined);
}
