import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tracesOfToken } from './canary.ts';

/**
 * Traces of a test's tokens in the files of a folder, and in their names. Files are searched as bytes,
 * a database's too: whatever it has let go of but not overwritten is found as well.
 */
export function tracesInFolder(folder: string): readonly string[] {
  return filesOf(folder).flatMap((name) => {
    const bytes = read(path.join(folder, name));
    const traces = [...tracesOfToken(name), ...tracesOfToken(bytes.toString('latin1'))];
    return traces.map((trace) => `in the file ${name}: ${trace}`);
  });
}

/** Files may come and go while they are looked at: their process ends at this moment. */
function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isGone(error)) return Buffer.alloc(0);
    throw error;
  }
}

/** Gone, or never a folder: what a child was given may have been no folder at all. */
function isGone(error: unknown): boolean {
  const codes: readonly unknown[] = ['ENOENT', 'ENOTDIR'];
  return error instanceof Error && 'code' in error && codes.includes(error.code);
}
