import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Beside the bundle, where `writeFilesBeside` puts it. */
const BESIDE = path.join(import.meta.dirname, 'openapi.json.br');
/** Where the function runs from its sources. */
const IN_DOCS = path.resolve(import.meta.dirname, '../../docs/openapi.json');

/** The API's own description. Requested rarely: no other request waits until it is read. */
export async function openApiDocument(): Promise<object> {
  const text = existsSync(BESIDE)
    ? brotliDecompressSync(await readFile(BESIDE)).toString('utf8')
    : await readFile(IN_DOCS, 'utf8');
  return JSON.parse(text);
}
