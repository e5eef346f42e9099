import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openApiDocument } from '../api/openapi/document.ts';

/** Writes docs/openapi.json from the routes and the schemas that validate. */
const target = path.resolve(import.meta.dirname, '../docs/openapi.json');
await writeFile(target, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
process.stdout.write(`written: ${path.relative(process.cwd(), target)}\n`);
