import { type HttpResponse, json } from '../../api/problems/problem.ts';
import { cursorHeaders, type List } from '../../api/responses/list.ts';
import type { PageFormat } from '../../api/routes/query-fields.ts';
import { rateText, type UsedRate } from '../../treasury/policy/used-rate.ts';
import type { PeriodRow } from '../../treasury/series/report.ts';
import { isWhole, type SeriesPoint } from '../../treasury/series/series.ts';
import { csv } from '../responses/csv.ts';
import type { SeriesQuery } from './series-page.ts';

type Row = (SeriesPoint | PeriodRow) & { readonly manualRates: readonly UsedRate[] };

/** Rows of one currency, or of the total if that is null. */
export function seriesResponse(
  { interval, timeZone, format }: SeriesQuery & { readonly format: PageFormat },
  { items, ...cursors }: List<Row>,
  currency: string | null,
): HttpResponse {
  const rows = items.map((row) => (currency === null ? totalRow(row) : balanceRow(row)));
  if (format === 'json') {
    const named = currency === null ? {} : { currency };
    return json(200, { ...named, interval, timeZone, items: rows, ...cursors });
  }
  const columns = columnsOf(interval === 'raw', currency === null);
  const cells = rows.map((row: Readonly<Record<string, unknown>>) =>
    columns.map((column) => cellOf(row[column])),
  );
  return csv([columns, ...cells], cursorHeaders(cursors));
}

/** Rows that are valued in a named currency: see series-in.ts. */
export function seriesInResponse(
  { interval, timeZone, format }: SeriesQuery & { readonly format: PageFormat },
  { items, ...cursors }: List<object>,
  currency: string | null,
): HttpResponse {
  if (format === 'json') {
    const named = currency === null ? {} : { currency };
    return json(200, { ...named, interval, timeZone, items, ...cursors });
  }
  const columns = columnsIn(interval === 'raw', currency === null);
  const cells = items.map((row) =>
    columns.map((column) => cellOf((row as Readonly<Record<string, unknown>>)[column])),
  );
  return csv([columns, ...cells], cursorHeaders(cursors));
}

/** The columns of values in a named currency. */
export function columnsIn(raw: boolean, total: boolean): readonly string[] {
  const path = total ? [] : ['path', 'instruments'];
  return [...columnsOf(raw, total), ...path, 'unvaluedBecause', 'refusedRates', 'snapshotKept'];
}

export function columnsOf(raw: boolean, total: boolean): readonly string[] {
  const marks = ['manualRates'];
  if (raw && total) {
    return ['at', 'value', 'partialValue', 'reportingCurrency', 'unvalued', ...marks];
  }
  if (raw) return ['at', 'balance', 'price', 'value', 'reportingCurrency', ...marks];
  const window = ['period', 'from', 'to', 'open', 'close', 'low', 'high'];
  const ends = ['firstAt', 'lastAt', 'snapshots'];
  const parts = ['unvalued', 'partialSnapshots'];
  return total
    ? [...window, 'reportingCurrency', ...parts, ...ends, ...marks]
    : [...window, 'price', 'value', 'reportingCurrency', ...ends, ...marks];
}

function cellOf(value: unknown): string {
  return value === null || value === undefined ? '' : textOf(value);
}

/** Lists with blanks between; a manual rate by its name; reasons behind what they are of; everything else is text already. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (isUsedRate(value)) return rateText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, why]) => `${name} ${why}`)
    .join(', ');
}

function isUsedRate(part: unknown): part is Parameters<typeof rateText>[0] {
  return typeof part === 'object' && part !== null && 'id' in part && 'version' in part;
}

export function balanceRow(row: Row) {
  if (!('period' in row)) {
    const { at, amount, price, value, reportingCurrency, manualRates } = row;
    return { at, balance: amount, price, value, reportingCurrency, manualRates };
  }
  const { price, value, reportingCurrency, manualRates } = row;
  return { ...windowOf(row), price, value, reportingCurrency, ...endsOf(row), manualRates };
}

export function totalRow(row: Row) {
  const { reportingCurrency, unvalued, manualRates } = row;
  if ('period' in row) {
    const parts = { unvalued, partialSnapshots: row.partial };
    return { ...windowOf(row), reportingCurrency, ...parts, ...endsOf(row), manualRates };
  }
  const { at, amount } = row;
  const worth = isWhole(row) ? { value: amount } : { value: null, partialValue: amount };
  return { at, ...worth, reportingCurrency, unvalued, manualRates };
}

function windowOf({ period, open, close, low, high }: PeriodRow) {
  return { period: period.name, from: period.from, to: period.to, open, close, low, high };
}

function endsOf({ firstAt, lastAt, points }: PeriodRow) {
  return { firstAt, lastAt, snapshots: points };
}
