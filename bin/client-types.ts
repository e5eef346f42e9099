import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clientFiles } from './client-types/client-files.ts';

/**
 * Writes the generated files of clients/typescript: the types of docs/openapi.json, and the problems with their
 * remedies. `--json` prints them instead, by name, for the test that compares them.
 */
const files = await clientFiles();
if (process.argv.includes('--json')) {
  process.stdout.write(JSON.stringify(files));
} else {
  const folder = path.resolve(import.meta.dirname, '../clients/typescript/src/generated');
  for (const [name, content] of Object.entries(files)) {
    const target = path.join(folder, name);
    await writeFile(target, content);
    process.stdout.write(`written: ${path.relative(process.cwd(), target)}\n`);
  }
}
