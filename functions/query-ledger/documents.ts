import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type OperationRoles, operationsIn } from '../../api/roles/operations.ts';

/** Where the function runs from its sources. */
const DOCS = path.resolve(import.meta.dirname, '../../docs');

/** A generated document of docs/, which lies beside the bundle. Requested rarely: no other request waits until it is read. */
async function documentOf(name: string): Promise<object> {
  return (await beside(name)) ?? JSON.parse(await readFile(path.join(DOCS, name), 'utf8'));
}

/** A file beside the bundle, where `writeFilesBeside` puts it; null where there is no bundle. */
async function beside(name: string): Promise<object | null> {
  const file = path.join(import.meta.dirname, `${name}.br`);
  if (!existsSync(file)) return null;
  return JSON.parse(brotliDecompressSync(await readFile(file)).toString('utf8'));
}

/** The API's own description. */
export const openApiDocument = () => documentOf('openapi.json');

/** The schema of every type of event. */
export const eventSchemas = () => documentOf('events.schema.json');

let known: Promise<readonly OperationRoles[]> | undefined;

/** Every operation with its roles: a small extract of the API's description, read once. */
export async function readOperations(): Promise<readonly OperationRoles[]> {
  known ??= extractOperations();
  return await known;
}

async function extractOperations(): Promise<readonly OperationRoles[]> {
  const extract = await beside('operations.json');
  // Written by `writeFilesBeside` with the very function below.
  return extract === null
    ? operationsIn(await openApiDocument())
    : (extract as readonly OperationRoles[]);
}
