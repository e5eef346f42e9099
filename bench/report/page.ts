import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PAGE = path.resolve(import.meta.dirname, '../../docs/performance.md');

/**
 * Puts a section's latest text between its marks in docs/performance.md; the others stay as they were
 * measured. @throws where the page has no such marks.
 */
export async function writeSection(name: string, text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}`);
  const written = `${page.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
  await writeFile(PAGE, written);
}
