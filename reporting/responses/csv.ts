import { type HttpResponse, SECURITY_HEADERS } from '../../api/problems/problem.ts';
import { csvText } from '../formats/csv.ts';

/**
 * Rows as CSV (RFC 4180), the first one the header. Cells that a spreadsheet would run as a formula are escaped,
 * amounts stay the text they are.
 */
export function csv(
  rows: readonly (readonly string[])[],
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    statusCode: 200,
    headers: { ...SECURITY_HEADERS, 'content-type': 'text/csv; charset=utf-8', ...headers },
    body: csvText(rows),
  };
}
