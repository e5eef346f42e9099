import { CursorRefusedError, type Page, type PageRequest } from '../../adapters/store/pages.ts';
import type { Interval } from '../../api/routes/reports.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import {
  type PeriodRow,
  periodsReport,
  pointsReport,
  type ReportPorts,
  type Rows,
} from '../../treasury/series/report.ts';
import type { SeriesName, SeriesPoint } from '../../treasury/series/series.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';

export interface SeriesQuery {
  readonly from: Instant;
  readonly to?: Instant;
  readonly interval: Interval;
  readonly timeZone: string;
}

/** One page of a series. Its cursor is the moment that the next one begins with. */
export async function readSeries(
  ports: ReportPorts & Pick<Effects, 'now'>,
  tenant: string,
  name: SeriesName,
  query: SeriesQuery,
  { limit, cursor }: PageRequest,
): Promise<Page<SeriesPoint | PeriodRow>> {
  const { interval, timeZone } = query;
  // There are no snapshots of the future; the moment itself still belongs to it.
  const now = instantOf(Date.parse(ports.now()) + 1);
  const to = query.to === undefined || query.to > now ? now : query.to;
  const from = cursor === undefined ? query.from : startOf(cursor, { from: query.from, to });
  const asked = { tenant, name, from, to, limit };
  const { items, next }: Rows<SeriesPoint | PeriodRow> =
    interval === 'raw'
      ? await pointsReport(ports, asked)
      : await periodsReport(ports, { ...asked, kind: interval, timeZone });
  return next === undefined
    ? { items }
    : { items, cursor: Buffer.from(next).toString('base64url') };
}

function startOf(cursor: string, { from, to }: { readonly from: Instant; readonly to: Instant }) {
  const ms = Date.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  const start = Number.isNaN(ms) ? '' : instantOf(ms);
  if (start < from || start > to) throw new CursorRefusedError('not a cursor of this list');
  return start;
}
