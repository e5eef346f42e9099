import * as z from 'zod/mini';
import { listBreaks, listFlows, withBreaks } from '../../adapters/store/flows.ts';
import type { PageRequest } from '../../adapters/store/pages.ts';
import { listSnapshots } from '../../adapters/store/snapshots.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { QUERY_REPORTS } from '../../api/routes/declared/query-reports.ts';
import { askedIn } from '../../treasury/report-values/valuation-in.ts';
import { type SeriesName, TOTAL } from '../../treasury/series/series.ts';
import { instructionIdsIn } from '../../treasury/statements/instruction-facts.ts';
import { NO_STATEMENT } from '../../treasury/statements/statement-of-month.ts';
import type { Cell, Column, ColumnType, Row } from '../formats/report.ts';
import { statementReport } from '../formats/statement-report.ts';
import { BREAK_COLUMNS, breakRow, FLOW_COLUMNS, flowRows } from '../reports/flows.ts';
import { balanceRow, columnsIn, columnsOf, textOf, totalRow } from '../reports/series.ts';
import { rowsIn } from '../reports/series-in.ts';
import { readSeries, type SeriesQuery } from '../reports/series-page.ts';
import { rowsOf, SNAPSHOT_COLUMNS } from '../reports/snapshots.ts';
import { allRows } from './all-rows.ts';
import type { Exportable } from './render-export.ts';
import { wholeForecasts } from './whole-forecasts.ts';
import type { FileKey, FileOf, WholePorts } from './whole-ports.ts';
import {
  wholeAccess,
  wholeDecisions,
  wholeInstructions,
  wholeJournal,
  wholeRollForward,
  wholeSums,
} from './whole-registers.ts';

/** Rows that are read at once for a file: the most that the reports themselves give. */
const SERIES_ROWS = 1_000;
const SNAPSHOT_ROWS = 100;
const LEDGER_ROWS = 200;

/** Before the first and after the last moment that four-digit years can name. */
const ALWAYS = { from: '0000-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' } as const;

const { routes: ROUTES } = QUERY_REPORTS;
type Routes = typeof ROUTES;
type QueryOf<Key extends FileKey> = FileOf<Key>['query'];

/** The reports with full exports, by the route of their pages: a route with a file and without its report does not compile. */
export type FullReports = {
  readonly [Key in FileKey]: (query: QueryOf<Key>) => Exportable | Promise<Exportable>;
};

export function fullReports(ports: WholePorts): FullReports {
  return {
    'GET /v1/snapshots': (query) => wholeSnapshots(ports, query),
    'GET /v1/reports/balances': ({ currency, ...filter }) => wholeSeries(ports, currency, filter),
    'GET /v1/reports/totals': (query) => wholeSeries(ports, TOTAL, query),
    'GET /v1/reports/flows': (query) => wholeFlows(ports, query),
    'GET /v1/reports/breaks': (query) => wholeBreaks(ports, query),
    'GET /v1/reports/statement': (query) => wholeStatement(ports, query),
    'GET /v1/reports/journal': (query) => wholeJournal(ports, query),
    'GET /v1/reports/sums': (query) => wholeSums(ports, query),
    'GET /v1/reports/roll-forward': (query) => wholeRollForward(ports, query),
    'GET /v1/reports/withdrawals': (query) => wholeInstructions(ports, 'withdrawal', query),
    'GET /v1/reports/trades': (query) => wholeInstructions(ports, 'trade', query),
    'GET /v1/reports/decisions': (query) => wholeDecisions(ports, query),
    'GET /v1/reports/forecasts': (query) => wholeForecasts(ports, query),
    'GET /v1/reports/access': (query) => wholeAccess(ports, query),
  };
}

/**
 * The report of a request that was stored, its parameters parsed as the route parses them.
 * @throws where the route has no file, or the parameters are none of its.
 */
export async function storedReport(
  reports: FullReports,
  routeKey: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Exportable> {
  if (!isFileKey(routeKey)) throw new Error(`there is no file of ${routeKey}`);
  const read = reports[routeKey] as (query: unknown) => Exportable | Promise<Exportable>;
  return await read(z.parse(ROUTES[routeKey].file.query, parameters));
}

function isFileKey(key: string): key is FileKey {
  return Object.hasOwn(ROUTES, key) && 'file' in ROUTES[key as keyof Routes];
}

async function wholeStatement(
  ports: WholePorts,
  { month, timeZone, in: into, format, currency }: QueryOf<'GET /v1/reports/statement'>,
): Promise<Exportable> {
  const found = await ports.statement(month, timeZone, into);
  if (found === null) throw notFound(NO_STATEMENT);
  const { statement, later } = found;
  const report = statementReport(statement, ports.now(), later.length);
  if (format !== 'camt053') return { report, statement };
  const account = {
    native: currency ?? null,
    facts: await ports.facts(instructionIdsIn(statement)),
  };
  const name = currency === undefined ? report.name : `${report.name}-${currency}`;
  return { report: { ...report, name }, statement, account };
}

function wholeFlows(ports: WholePorts, query: QueryOf<'GET /v1/reports/flows'>): Exportable {
  const { tenant, ledgerTable } = ports;
  const filter = { ...ALWAYS, ...query };
  const pages = async (cursor: Pick<PageRequest, 'cursor'>) => {
    const page = await listFlows(ledgerTable, tenant, filter, { limit: LEDGER_ROWS, ...cursor });
    return await withBreaks(ledgerTable, tenant, page);
  };
  const rows = allRows(pages, (flow) => flowRows(flow).map((cells) => rowOf(FLOW_COLUMNS, cells)));
  return oneTable(ports, 'flows', FLOW_COLUMNS, rows);
}

function wholeBreaks(ports: WholePorts, query: QueryOf<'GET /v1/reports/breaks'>): Exportable {
  const { tenant, ledgerTable } = ports;
  const filter = { ...ALWAYS, ...query };
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

async function wholeSnapshots(
  ports: WholePorts,
  { from = ALWAYS.from, to = ALWAYS.to, in: into }: QueryOf<'GET /v1/snapshots'>,
): Promise<Exportable> {
  const { tenant, snapshotsTable } = ports;
  const asked = await askedIn(ports.readRates, tenant, into);
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    listSnapshots(snapshotsTable, tenant, { from, to }, { limit: SNAPSHOT_ROWS, ...cursor });
  const rows = allRows(pages, (snapshot) =>
    rowsOf(snapshot, asked).map((cells) => rowOf(SNAPSHOT_COLUMNS, cells)),
  );
  return oneTable(ports, 'snapshots', SNAPSHOT_COLUMNS, rows);
}

type ZonedQuery = Omit<SeriesQuery, 'timeZone'> & {
  readonly timeZone?: string;
  readonly in?: string;
};

async function wholeSeries(
  ports: WholePorts,
  series: SeriesName,
  { timeZone = ports.reportingTimeZone, in: into, ...range }: ZonedQuery,
): Promise<Exportable> {
  const { tenant, now } = ports;
  const filter = { ...range, timeZone };
  const generatedAt = now();
  // One end for all pages: rows added meanwhile belong to the next file. One reading of the rates, too.
  const fixed = { ...filter, to: filter.to ?? generatedAt };
  const rates = await ports.readRates(tenant);
  const total = series === TOTAL;
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    readSeries(ports, rates, tenant, series, fixed, { limit: SERIES_ROWS, ...cursor });
  const isRaw = filter.interval === 'raw';
  const rows =
    into === undefined
      ? allRows(pages, (row) => [seriesRow(total ? totalRow(row) : balanceRow(row))])
      : allRows(
          async (cursor) => {
            const page = await pages({ ...cursor });
            const asked = { into, rates, currency: total ? null : series };
            return { ...page, items: await rowsIn(ports, tenant, page.items, asked) };
          },
          (row) => [seriesRow(row)],
        );
  const names = into === undefined ? columnsOf(isRaw, total) : columnsIn(isRaw, total);
  const columns = names.map((key) => columnNamed(key, total ? 'value' : 'amount'));
  const name = total ? 'totals' : `balances-${series}`;
  const title = total ? 'Totals' : `Balances ${series}`;
  return { report: { name, tenant, generatedAt, parts: [{ name: 'rows', title, columns, rows }] } };
}

function seriesRow(row: object): Row {
  return Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, cellOf(cell)]));
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
  notStatedSince: 'instant',
  lastTotal: 'amount',
  lastReadAt: 'instant',
  lastValue: 'value',
  amount: 'amount',
  snapshot: 'instant',
  openedAt: 'instant',
  closedAt: 'instant',
  explainedAt: 'instant',
  balance: 'amount',
  price: 'price',
  value: 'value',
  snapshots: 'integer',
  partialSnapshots: 'integer',
  partialValue: 'value',
};

/** `ends`: the kind of the values at the ends of a period. */
function columnNamed(key: string, ends: ColumnType = 'amount'): Column {
  const isEnd = ['open', 'close', 'low', 'high'].includes(key);
  const type = isEnd ? ends : (TYPES[key] ?? 'text');
  const title = key.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return { key, title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`, type };
}

function cellOf(cell: unknown): Cell {
  return typeof cell === 'number' || cell === null || cell === undefined
    ? (cell ?? null)
    : textOf(cell);
}
