import { type HttpResponse, json } from '../../api/problems/problem.ts';
import { cursorHeaders, type List, mapped } from '../../api/responses/list.ts';
import type { PageFormat } from '../../api/routes/query-fields.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import { shownTotal, totalValue } from '../../treasury/valuation/total-value.ts';
import { csv } from '../responses/csv.ts';

export const COLUMNS = [
  'scheduledFor',
  'kind',
  'takenAt',
  'currency',
  'total',
  'available',
  'price',
  'path',
  'instruments',
  'value',
  'reportingCurrency',
  'missedBecause',
] as const;

/** A page of snapshots; as CSV a row of each currency, and one of each miss. */
export function snapshotsResponse(page: List<Snapshot>, format: PageFormat): HttpResponse {
  if (format === 'json') return json(200, mapped(page, snapshotView));
  const rows = page.items.flatMap(rowsOf);
  return csv([COLUMNS, ...rows], cursorHeaders(page));
}

/** One snapshot, in the same columns. */
export function snapshotResponse(snapshot: Snapshot, format: PageFormat): HttpResponse {
  return format === 'json'
    ? json(200, snapshotView(snapshot))
    : csv([COLUMNS, ...rowsOf(snapshot)]);
}

/** As stored, but for a total that is one of a part only. */
export function snapshotView(snapshot: Snapshot): object {
  if (snapshot.kind === 'missed') return snapshot;
  const { total: _, ...valuation } = snapshot.valuation;
  const shown = shownTotal(totalValue(snapshot.valuation, snapshot.balances));
  return { ...snapshot, valuation: { ...valuation, ...shown } };
}

export function rowsOf(snapshot: Snapshot): readonly (readonly string[])[] {
  if (snapshot.kind === 'missed') {
    const { scheduledFor, kind, missedAt, code, reason } = snapshot;
    const empty = Array.from({ length: COLUMNS.length - 4 }, () => '');
    return [[scheduledFor, kind, missedAt, ...empty, `${code}: ${reason}`]];
  }
  const { scheduledFor, kind, takenAt, balances, valuation } = snapshot;
  return Object.entries(balances).map(([currency, { total, available = '' }]) => {
    const valued = Object.hasOwn(valuation.values, currency)
      ? valuation.values[currency]
      : undefined;
    return [
      scheduledFor,
      kind,
      takenAt,
      currency,
      total,
      available,
      valued?.price ?? '',
      valued?.path ?? '',
      valued?.instruments.join(' ') ?? '',
      valued?.value ?? '',
      valuation.reportingCurrency,
      '',
    ];
  });
}
