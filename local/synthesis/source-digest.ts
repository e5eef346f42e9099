import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** All sources of the assembly: the app, its bundles, and the tools that build them. */
export const SOURCES = [
  'bin/sluice-app.ts',
  'lib',
  'functions',
  'api',
  'reporting',
  'runtime',
  'adapters',
  'treasury',
  'cdk.json',
  'package-lock.json',
  'tsconfig.json',
] as const;

/** A digest (hex) that changes when a synthesis would give something else. */
export function sourceDigest(projectRoot: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) digestInto(hash, projectRoot, source);
  return hash.digest('hex');
}

function digestInto(hash: Hash, root: string, relative: string): void {
  const place = path.join(root, relative);
  if (statSync(place).isDirectory()) {
    for (const name of readdirSync(place).sort()) {
      digestInto(hash, root, path.join(relative, name));
    }
    return;
  }
  const content = readFileSync(place);
  hash.update(`${relative}\0${content.length}\0`).update(content);
}
