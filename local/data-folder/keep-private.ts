import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './write-atomically.ts';

/**
 * Takes a folder, and all that is in it, from everybody but its owner: it may have been made by hand, or
 * copied from a place where others could read it. What a link leads to is not of this folder.
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
