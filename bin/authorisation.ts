import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { authorisationPage } from '../api/roles/authorisation-page.ts';
import { contractTable, tableText } from '../api/roles/authorisation-table.ts';
import { twoPeoplePage } from '../api/roles/two-people.ts';
import { ROUTES } from '../api/routes/routes.ts';

/** Prints who may call what, and writes docs/authorisation.md and docs/two-people.md. */
const docs = path.resolve(import.meta.dirname, '../docs');
const table = contractTable();
await writeFile(path.join(docs, 'authorisation.md'), authorisationPage(table));
await writeFile(path.join(docs, 'two-people.md'), twoPeoplePage(ROUTES));
process.stdout.write(`${tableText(table)}\n\nwritten: docs/authorisation.md, docs/two-people.md\n`);
