import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventSchemasDocument, withEventTable } from '../api/events/event-documents.ts';

/** Writes docs/events.schema.json and the table in docs/events.md from the schemas that validate. */
const docs = path.resolve(import.meta.dirname, '../docs');
const page = path.join(docs, 'events.md');
const schemas = path.join(docs, 'events.schema.json');
await writeFile(page, withEventTable(await readFile(page, 'utf8')));
await writeFile(schemas, `${JSON.stringify(eventSchemasDocument(), null, 2)}\n`);
for (const file of [page, schemas]) {
  process.stdout.write(`written: ${path.relative(process.cwd(), file)}\n`);
}
