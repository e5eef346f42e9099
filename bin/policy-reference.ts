import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { policyPage } from '../api/policy-reference/policy-page.ts';
import { policySchemaDocument } from '../api/policy-reference/policy-schema-document.ts';

/** Writes docs/policy.schema.json, and the tables of docs/policy.md, from the schema that parses a policy. */
const docs = path.resolve(import.meta.dirname, '../docs');
const page = path.join(docs, 'policy.md');
const schema = path.join(docs, 'policy.schema.json');
await writeFile(page, policyPage(await readFile(page, 'utf8')));
await writeFile(schema, `${JSON.stringify(policySchemaDocument(), null, 2)}\n`);
for (const target of [page, schema]) {
  process.stdout.write(`written: ${path.relative(process.cwd(), target)}\n`);
}
