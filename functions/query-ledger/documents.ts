import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Where the function runs from its sources. */
const DOCS = path.resolve(import.meta.dirname, '../../docs');

/** A generated document of docs/, which lies beside the bundle. Requested rarely: no other request waits until it is read. */
async function documentOf(name: string): Promise<object> {
  const beside = path.join(import.meta.dirname, `${name}.br`);
  const text = existsSync(beside)
    ? brotliDecompressSync(await readFile(beside)).toString('utf8')
    : await readFile(path.join(DOCS, name), 'utf8');
  return JSON.parse(text);
}

/** The API's own description. */
export const openApiDocument = () => documentOf('openapi.json');

/** The schema of every type of event. */
export const eventSchemas = () => documentOf('events.schema.json');
