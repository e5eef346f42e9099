import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { operationsIn } from '../../api/roles/operations.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

interface FileBeside {
  readonly from: string;
  /** Its name beside the code, compressed by Brotli. */
  readonly name: string;
  /** The part of it that the function needs; absent: all. */
  readonly part?: (content: unknown) => unknown;
}

/** Files that functions read when they are asked for them: as code, they would be parsed and shipped at ten times the size. */
const FILES_BESIDE: Readonly<Record<string, readonly FileBeside[]>> = {
  'query-ledger': [
    { from: 'docs/openapi.json', name: 'openapi.json.br' },
    { from: 'docs/events.schema.json', name: 'events.schema.json.br' },
    { from: 'docs/openapi.json', name: 'operations.json.br', part: operationsIn },
  ],
};

/** Writes the files of functions/NAME beside its bundle. Returns their bytes. */
export function writeFilesBeside(name: string, outdir: string): number {
  const sizes = (FILES_BESIDE[name] ?? []).map(({ from, name: to, part }) => {
    const content = JSON.parse(readFileSync(path.join(PROJECT_ROOT, from), 'utf8'));
    const bytes = brotliCompressSync(JSON.stringify(part === undefined ? content : part(content)));
    writeFileSync(path.join(outdir, to), bytes);
    return bytes.length;
  });
  return sizes.reduce((sum, each) => sum + each, 0);
}
