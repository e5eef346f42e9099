import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { problemsPage } from '../api/problems/problems-page.ts';

/** Writes docs/problems.md from the table of problems. */
const target = path.resolve(import.meta.dirname, '../docs/problems.md');
await writeFile(target, problemsPage());
process.stdout.write(`written: ${path.relative(process.cwd(), target)}\n`);
