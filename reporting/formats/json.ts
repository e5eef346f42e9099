import { cellOf } from './cells.ts';
import type { Part, Report } from './report.ts';

/** Characters of text that are passed on at once. */
const CHUNK_CHARACTERS = 64 * 1024;

/** A report as one JSON object: its parts with their columns and rows. Amounts stay text. */
export async function* renderJson(report: Report): AsyncGenerator<string> {
  const { name, tenant, generatedAt, parts } = report;
  const head = JSON.stringify({ name, tenant, generatedAt });
  yield `${head.slice(0, -1)},"parts":[`;
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield ',';
    yield* renderPart(part);
  }
  yield ']}\n';
}

async function* renderPart({ name, title, columns, rows }: Part): AsyncGenerator<string> {
  const head = JSON.stringify({ name, title, columns });
  let text = `${head.slice(0, -1)},"rows":[`;
  let separator = '';
  for await (const row of rows) {
    const cells = columns.map((column) => [column.key, cellOf(row, column)] as const);
    text += `${separator}${JSON.stringify(Object.fromEntries(cells))}`;
    separator = ',';
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield `${text}]}`;
}
