import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Folders within sources that tools write. */
const MADE = ['node_modules', 'dist'];

/** A digest (hex) of files and folders of the project, and of the Node.js that builds from them. */
export function digestOf(projectRoot: string, sources: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) digestInto(hash, projectRoot, source);
  return hash.digest('hex');
}

function digestInto(hash: Hash, root: string, relative: string): void {
  const place = path.join(root, relative);
  if (statSync(place).isDirectory()) {
    for (const name of readdirSync(place).sort()) {
      if (!MADE.includes(name)) digestInto(hash, root, path.join(relative, name));
    }
    return;
  }
  const content = readFileSync(place);
  hash.update(`${relative}\0${content.length}\0`).update(content);
}
