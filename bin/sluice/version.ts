import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of the project that this command line is part of. */
export function readVersion(root: string): string {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
}
