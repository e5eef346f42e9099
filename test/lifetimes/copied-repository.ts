import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Neither read by a command nor changed by a person who fills in a stage's file. */
const LEFT_OUT: readonly string[] = ['.git', '.sluice', 'node_modules', 'cdk.out', 'test'];

/** The sources as they are now in a folder of their own, with the packages of this one: a place where a person fills in files. */
export function copyRepository(folder: string): string {
  const copy = path.join(folder, 'repository');
  mkdirSync(copy);
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (source) => !LEFT_OUT.includes(path.relative(ROOT, source)),
  });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}
