import { listBreaks, listFlows } from '../../adapters/store/flows.ts';
import type { Page, PageRequest } from '../../adapters/store/pages.ts';
import { listSnapshots } from '../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { validatedQuery } from '../../api/requests/validate.ts';
import {
  balancesQuery,
  breaksQuery,
  flowsQuery,
  snapshotsQuery,
  statementQuery,
  totalsQuery,
} from '../../api/routes/reports.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import type { Series } from '../../treasury/series/ports.ts';
import { type SeriesName, TOTAL } from '../../treasury/series/series.ts';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { StatementOfMonth } from '../../treasury/statements/statement-of-month.ts';
import type { Column, ColumnType, Row } from '../formats/report.ts';
import { statementReport } from '../formats/statement-report.ts';
import { BREAK_COLUMNS, breakRow, FLOW_COLUMNS, flowRows } from '../reports/flows.ts';
import { balanceRow, columnsOf, totalRow } from '../reports/series.ts';
import { readSeries, type SeriesQuery } from '../reports/series-page.ts';
import { COLUMNS, rowsOf } from '../reports/snapshots.ts';
import { unavailable } from './refusal.ts';
import type { Exportable } from './render-export.ts';

/** Rows that are read at once for a file: the most that the reports themselves give. */
const SERIES_ROWS = 1_000;
const SNAPSHOT_ROWS = 100;
const LEDGER_ROWS = 200;

/** Before the first and after the last moment that four-digit years can name. */
const ALWAYS = { from: '0000-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' } as const;

export type Query = Readonly<Record<string, string>>;

export interface WholePorts extends Effects {
  readonly tenant: string;
  readonly snapshotsTable: StoreTable;
  readonly ledgerTable: StoreTable;
  readonly snapshots: Snapshots;
  readonly series: Series;
  /** The statement of a month; null where there is none. */
  readonly statement: (month: string, timeZone?: string) => Promise<StatementOfMonth | null>;
}

type FullReport = (query: Query) => Promise<Exportable>;

/** The reports with full exports, by the route of their pages. Queries are refused as they are there. */
export function fullReports(ports: WholePorts): Readonly<Record<string, FullReport>> {
  return {
    'GET /v1/snapshots': async (query) => wholeSnapshots(ports, query),
    'GET /v1/reports/balances': async (query) => {
      const { currency, ...filter } = validatedQuery(balancesQuery, query);
      return wholeSeries(ports, currency, filter);
    },
    'GET /v1/reports/totals': async (query) =>
      wholeSeries(ports, TOTAL, validatedQuery(totalsQuery, query)),
    'GET /v1/reports/flows': async (query) => wholeFlows(ports, query),
    'GET /v1/reports/breaks': async (query) => wholeBreaks(ports, query),
    'GET /v1/reports/statement': async (query) => wholeStatement(ports, query),
  };
}

async function wholeStatement(ports: WholePorts, query: Query): Promise<Exportable> {
  const { month, timeZone, currency } = validatedQuery(statementQuery, query);
  // Its digest and its totals are of all currencies: so is the file.
  if (currency !== undefined) throw unavailable('a file of a statement is of all its currencies');
  const found = await ports.statement(month, timeZone);
  if (found === null) throw notFound('There is no snapshot of that month or before it.');
  const { statement, later } = found;
  return { report: statementReport(statement, ports.now(), later.length), statement };
}

function wholeFlows(ports: WholePorts, query: Query): Exportable {
  const { tenant, ledgerTable } = ports;
  const { from = ALWAYS.from, to = ALWAYS.to, currency } = validatedQuery(flowsQuery, query);
  const filter = { from, to, ...(currency === undefined ? {} : { currency }) };
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    listFlows(ledgerTable, tenant, filter, { limit: LEDGER_ROWS, ...cursor });
  const rows = allRows(pages, (flow) => flowRows(flow).map((cells) => rowOf(FLOW_COLUMNS, cells)));
  return oneTable(ports, 'flows', FLOW_COLUMNS, rows);
}

function wholeBreaks(ports: WholePorts, query: Query): Exportable {
  const { tenant, ledgerTable } = ports;
  const { from = ALWAYS.from, to = ALWAYS.to, state } = validatedQuery(breaksQuery, query);
  const filter = { from, to, ...(state === undefined ? {} : { state }) };
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    listBreaks(ledgerTable, tenant, filter, { limit: LEDGER_ROWS, ...cursor });
  const rows = allRows(pages, (each) => [rowOf(BREAK_COLUMNS, breakRow(each))]);
  return oneTable(ports, 'breaks', BREAK_COLUMNS, rows);
}

function oneTable(
  { tenant, now }: WholePorts,
  name: string,
  keys: readonly string[],
  rows: AsyncIterable<Row>,
): Exportable {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const part = { name, title, columns: keys.map((key) => columnNamed(key)), rows };
  return { report: { name, tenant, generatedAt: now(), parts: [part] } };
}

/** The cells of a page's row, in which an empty text is nothing. */
function rowOf(keys: readonly string[], cells: readonly string[]): Row {
  return Object.fromEntries(keys.map((key, index) => [key, cells[index] || null]));
}

function wholeSnapshots(ports: WholePorts, query: Query): Exportable {
  const { tenant, snapshotsTable } = ports;
  const { from = ALWAYS.from, to = ALWAYS.to } = validatedQuery(snapshotsQuery, query);
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    listSnapshots(snapshotsTable, tenant, { from, to }, { limit: SNAPSHOT_ROWS, ...cursor });
  const rows = allRows(pages, (snapshot) => rowsOf(snapshot).map((cells) => rowOf(COLUMNS, cells)));
  return oneTable(ports, 'snapshots', COLUMNS, rows);
}

function wholeSeries(ports: WholePorts, series: SeriesName, filter: SeriesQuery): Exportable {
  const { tenant, now } = ports;
  const generatedAt = now();
  // One end for all pages: rows added meanwhile belong to the next file.
  const fixed = { ...filter, to: filter.to ?? generatedAt };
  const total = series === TOTAL;
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    readSeries(ports, tenant, series, fixed, { limit: SERIES_ROWS, ...cursor });
  const rows = allRows(pages, (row) => [seriesRow(total ? totalRow(row) : balanceRow(row))]);
  const columns = columnsOf(filter.interval === 'raw', total).map((key) =>
    columnNamed(key, total ? 'value' : 'amount'),
  );
  const name = total ? 'totals' : `balances-${series}`;
  const title = total ? 'Totals' : `Balances ${series}`;
  return { report: { name, tenant, generatedAt, parts: [{ name: 'rows', title, columns, rows }] } };
}

function seriesRow(row: object): Row {
  return Object.fromEntries(
    Object.entries(row).map(([key, cell]) => [key, Array.isArray(cell) ? cell.join(' ') : cell]),
  );
}

/** Page after page, as they are needed; from the beginning in each iteration. */
function allRows<T>(
  read: (cursor: Pick<PageRequest, 'cursor'>) => Promise<Page<T>>,
  rowsOfItem: (item: T) => readonly Row[],
): AsyncIterable<Row> {
  return {
    async *[Symbol.asyncIterator]() {
      let cursor: Pick<PageRequest, 'cursor'> | null = {};
      while (cursor !== null) {
        const page: Page<T> = await read(cursor);
        for (const item of page.items) yield* rowsOfItem(item);
        cursor = page.cursor === undefined ? null : { cursor: page.cursor };
      }
    },
  };
}

const TYPES: Readonly<Record<string, ColumnType>> = {
  scheduledFor: 'instant',
  takenAt: 'instant',
  at: 'instant',
  from: 'instant',
  to: 'instant',
  firstAt: 'instant',
  lastAt: 'instant',
  total: 'amount',
  available: 'amount',
  amount: 'amount',
  snapshot: 'instant',
  openedAt: 'instant',
  closedAt: 'instant',
  balance: 'amount',
  price: 'value',
  value: 'value',
  snapshots: 'integer',
  partialSnapshots: 'integer',
  partialValue: 'value',
};

/** `ends`: the kind of the values at the ends of a period. */
function columnNamed(key: string, ends: ColumnType = 'amount'): Column {
  const isEnd = ['open', 'close', 'low', 'high'].includes(key);
  const type = isEnd ? ends : (TYPES[key] ?? 'text');
  const words = key.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return { key, title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, type };
}
