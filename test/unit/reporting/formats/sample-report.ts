import type { Column, Part, Report, Row } from '../../../../reporting/formats/report.ts';
import type { Instant } from '../../../../treasury/time/instant.ts';

export const COLUMNS: readonly Column[] = [
  { key: 'currency', title: 'Currency', type: 'text' },
  { key: 'at', title: 'At', type: 'instant' },
  { key: 'day', title: 'Day', type: 'date' },
  { key: 'amount', title: 'Amount', type: 'amount' },
  { key: 'value', title: 'Value', type: 'value' },
  { key: 'count', title: 'Count', type: 'integer' },
];

export const ROWS: readonly Row[] = [
  {
    currency: 'BTC',
    at: '2026-03-29T00:59:59.123Z',
    day: '2026-03-29',
    amount: '-1.5',
    value: '-97500.123456789012345678',
    count: 3,
  },
  { currency: '=HYPERLINK("http://x")', amount: '0.000000000000000001', value: null },
];

export function part(rows: Part['rows'], columns = COLUMNS): Part {
  return { name: 'balances', title: 'Balances', columns, rows };
}

export function report(...parts: readonly Part[]): Report {
  return {
    name: 'balances',
    tenant: 'main',
    generatedAt: '2026-04-01T06:00:00.000Z' as Instant,
    parts,
  };
}

/** What a renderer gives, piece by piece. */
export async function collected<T>(chunks: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** All that a renderer gives, as one text. */
export async function text(chunks: AsyncIterable<string>): Promise<string> {
  return (await collected(chunks)).join('');
}
