import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './write-atomically.ts';

/**
 * Makes a folder, and all that is in it, private to its owner: it may have been made by hand, or copied from a place
 * where others could read it. The target of a link is not part of this folder.
 */
export function keepPrivate(folder: string): void {
  chmodSync(folder, PRIVATE_FOLDER);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) keepPrivate(place);
    else if (entry.isFile() && isOpen(place)) chmodSync(place, PRIVATE_FILE);
  }
}

function isOpen(file: string): boolean {
  return (lstatSync(file).mode & 0o077) !== 0;
}
