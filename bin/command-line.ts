import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandLinePage } from './sluice/page.ts';

/** Writes docs/command-line.md from the tree of commands. */
const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'docs/command-line.md');
await writeFile(target, await commandLinePage(root));
process.stdout.write(`written: ${path.relative(process.cwd(), target)}\n`);
