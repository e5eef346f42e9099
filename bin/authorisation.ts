import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { authorisationPage } from '../api/roles/authorisation-page.ts';
import { contractTable, tableText } from '../api/roles/authorisation-table.ts';

/** Prints who may call what, and writes docs/authorisation.md. */
const target = path.resolve(import.meta.dirname, '../docs/authorisation.md');
const table = contractTable();
await writeFile(target, authorisationPage(table));
process.stdout.write(`${tableText(table)}\n\nwritten: ${path.relative(process.cwd(), target)}\n`);
