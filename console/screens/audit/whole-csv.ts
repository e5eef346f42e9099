import type { SluiceClient } from '@sluice/client';
import type { queryOfFilters } from './audit-query.ts';

/** Entries of one request: the most that the API gives. */
const PAGE_SIZE = 200;

/** Every page of the log as CSV, which becomes one file: the line of column names stands in it once. */
export async function wholeCsv(
  client: Pick<SluiceClient, 'download'>,
  query: ReturnType<typeof queryOfFilters>,
  onPage: (pages: number) => void,
): Promise<readonly string[]> {
  const parts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = {
      ...query,
      ...{ format: 'csv' as const, limit: PAGE_SIZE },
      ...(cursor !== undefined && { cursor }),
    };
    const response = await client.download('/v1/audit', { query: page });
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
