import { CursorRefusedError, cursorTo, placeIn } from '../../adapters/store/list-place.ts';
import type { Page, PageRequest } from '../../adapters/store/pages.ts';
import type { Interval } from '../../api/routes/reports.ts';
import type { UsedRate } from '../../treasury/policy/used-rate.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import {
  readingsWithRates,
  type StoredReadings,
} from '../../treasury/report-values/series-with-rates.ts';
import {
  type PeriodRow,
  periodsReport,
  pointsReport,
  type ReportQuery,
  type Rows,
} from '../../treasury/series/report.ts';
import { type SeriesName, type SeriesPoint, TOTAL } from '../../treasury/series/series.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';

export interface SeriesQuery {
  readonly from: Instant;
  readonly to?: Instant;
  readonly interval: Interval;
  readonly timeZone: string;
}

/** A row in the currency that it was recorded in, and the manual rates in its values. */
export type SeriesRow = (SeriesPoint | PeriodRow) & { readonly manualRates: readonly UsedRate[] };

/** One page of a series, oldest first, with the values that manual rates give. A cursor is the moment that the next page begins with, or the previous one ends before. */
export async function readSeries(
  ports: StoredReadings & Pick<Effects, 'now'>,
  rates: readonly ReportRate[],
  tenant: string,
  name: SeriesName,
  query: SeriesQuery,
  { limit, cursor }: PageRequest,
): Promise<Page<SeriesRow>> {
  const { interval, timeZone } = query;
  // There are no snapshots of the future; the moment itself still belongs to it.
  const now = instantOf(Date.parse(ports.now()) + 1);
  const to = query.to === undefined || query.to > now ? now : query.to;
  const range = { from: query.from, to };
  const edge = cursor === undefined ? null : edgeOf(cursor, range);
  const asked = { tenant, name, ...range, limit, ...edge };
  const { usedBetween, ...readings } = readingsWithRates(ports, rates);
  const rows: Rows<SeriesPoint | PeriodRow> =
    interval === 'raw'
      ? await pointsReport(readings, asked)
      : await periodsReport(readings, { ...asked, kind: interval, timeZone });
  const items = rows.items.map((row) => {
    const [firstAt, lastAt] = 'period' in row ? [row.firstAt, row.lastAt] : [row.at, row.at];
    // A currency has a value at the close alone.
    return { ...row, manualRates: usedBetween(name, name === TOTAL ? firstAt : lastAt, lastAt) };
  });
  return { items, ...cursorsOf(rows) };
}

function cursorsOf({ next, previous }: Rows<unknown>): Pick<Page<unknown>, 'next' | 'previous'> {
  return {
    ...(next !== undefined && {
      next: cursorTo({ direction: 'next', key: next, inclusive: true }),
    }),
    ...(previous !== undefined && {
      previous: cursorTo({ direction: 'previous', key: previous, inclusive: false }),
    }),
  };
}

function edgeOf(
  cursor: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Pick<ReportQuery, 'after' | 'before'> {
  const { direction, key } = placeIn(cursor);
  const ms = Date.parse(key);
  const at = Number.isNaN(ms) ? '' : instantOf(ms);
  if (at < from || at > to) throw new CursorRefusedError('not a cursor of this list');
  return direction === 'next' ? { after: at } : { before: at };
}
