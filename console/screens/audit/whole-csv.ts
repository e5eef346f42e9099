/** Entries of one request: the most that the API gives. */
const PAGE_SIZE = 200;

/** A page of the log as CSV: the format, how many entries, and where it begins. */
interface CsvPage {
  readonly format: 'csv';
  readonly limit: number;
  readonly cursor?: string;
}

/** Every page of the log as CSV, which becomes one file: the line of column names stands in it once. */
export async function wholeCsv(
  download: (page: CsvPage) => Promise<Response>,
  onPage: (pages: number) => void,
): Promise<readonly string[]> {
  const parts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const begins = cursor === undefined ? {} : { cursor };
    const response = await download({ format: 'csv', limit: PAGE_SIZE, ...begins });
    const text = await response.text();
    parts.push(parts.length === 0 ? text : withoutFirstLine(text));
    onPage(parts.length);
    cursor = response.headers.get('x-next-cursor');
  }
  return parts;
}

/** Column names have no line breaks in them. */
function withoutFirstLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}
