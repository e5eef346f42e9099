import { renameSync, writeFileSync } from 'node:fs';

/** Only the person who runs the stack may read what it keeps. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Replaces a file so that, whenever the process dies, either the old or the new one is there. */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  const beside = `${file}.new`;
  writeFileSync(beside, content, { mode: PRIVATE_FILE });
  renameSync(beside, file);
}
