import { ExportStore } from '../../adapters/exports/export-store.ts';
import { cachedVerifier } from '../../adapters/seals/cached-verifier.ts';
import { callersIn } from '../../adapters/store/callers.ts';
import {
  createFlows,
  listBreaks,
  listFlows,
  readBreak,
  withBreaks,
} from '../../adapters/store/flows.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createOpenRequests } from '../../adapters/store/open-requests.ts';
import { namesIn } from '../../adapters/store/people.ts';
import { createReadings } from '../../adapters/store/readings.ts';
import { reportRates } from '../../adapters/store/report-rates.ts';
import { createSeries } from '../../adapters/store/series.ts';
import { createSnapshots, listSnapshots, takenBy } from '../../adapters/store/snapshots.ts';
import { createStatements } from '../../adapters/store/statements.ts';
import { createCursors, cursorProblem } from '../../api/cursors/cursors.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { saidJson } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { withEtag } from '../../api/requests/etag.ts';
import { wholeList } from '../../api/responses/list.ts';
import { serve } from '../../api/router/serve.ts';
import { QUERY_REPORTS } from '../../api/routes/declared/query-reports.ts';
import { connectFullReports } from '../../reporting/exports/connect-reports.ts';
import { type FullExportPorts, fullExport } from '../../reporting/exports/full-export.ts';
import type { FileKey, FileOf } from '../../reporting/exports/whole-ports.ts';
import { breaksResponse, flowsResponse } from '../../reporting/reports/flows.ts';
import { seriesInResponse, seriesResponse } from '../../reporting/reports/series.ts';
import { MAX_ROWS_IN, MAX_TOTALS_IN, rowsIn } from '../../reporting/reports/series-in.ts';
import { readSeries } from '../../reporting/reports/series-page.ts';
import { snapshotResponse, snapshotsResponse } from '../../reporting/reports/snapshots.ts';
import {
  linesResponse,
  pageOfLines,
  pageOfRestated,
  refuseFuture,
  restatedResponse,
  summaryResponse,
} from '../../reporting/reports/statement.ts';
import { connectCursorKeys } from '../../runtime/clients/cursor-keys.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { invokeLater } from '../../runtime/clients/invoke-later.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { effects } from '../../runtime/effects.ts';
import { queryReportsEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { showBreak } from '../../treasury/breaks/show-break.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import { askedIn } from '../../treasury/report-values/valuation-in.ts';
import { TOTAL } from '../../treasury/series/series.ts';
import {
  NO_STATEMENT,
  type StatementQuery,
  statementAlone,
  statementAskedIn,
  statementOfMonth,
} from '../../treasury/statements/statement-of-month.ts';
import { ticksOfMonth } from '../../treasury/statements/ticks-of-month.ts';
import { knownCurrency } from './known-currency.ts';

const environment = readEnvironment(queryReportsEnvironment);
const snapshotsTable = { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE };
const snapshots = createSnapshots(snapshotsTable);
const series = createSeries({ client: dynamo(), tableName: environment.SERIES_TABLE });
const ports = { ...effects, snapshots, series };
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const seals = cachedVerifier(connectSeals(environment));
const ratesOf = reportRates(ledgerTable, seals, { consistent: false });
const statementPorts = {
  ...effects,
  books: {
    readings: createReadings(snapshotsTable, false),
    flows: createFlows(ledgerTable, false),
    rates: ratesOf,
    ticks: ticksOfMonth(ports, environment.SNAPSHOT_EVERY_SECONDS),
  },
  readFrozen: createStatements(ledgerTable).readFrozen,
};
const { REPORTING_TIME_ZONE, STATEMENT_GRACE_HOURS } = environment;
/** The zone of reports that name no other. */
const ZONED = { timeZone: REPORTING_TIME_ZONE };
const statementRules = {
  graceSeconds: STATEMENT_GRACE_HOURS * 3_600,
  frozenTimeZones: [REPORTING_TIME_ZONE, 'UTC'],
};
const open = { ...effects, ...createOpenRequests(ledgerTable) };
const wholes: FullExportPorts = {
  ...effects,
  open,
  exports: new ExportStore(environment.EXPORTS_BUCKET),
  write: invokeLater(environment.WRITE_EXPORT_FUNCTION),
};
const known = knownCurrency({ ledger: createLedger(ledgerTable), ledgerTable, snapshots, series });
const cursors = createCursors({ keys: connectCursorKeys(environment) });

/** Before the first and after the last moment that four-digit years can name. */
const ALWAYS = { from: '0000-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' } as const;

/** All rows of a report in one file. */
const fileOf =
  <Key extends FileKey>(key: Key) =>
  async (input: FileOf<Key>) => {
    const asked = await withKnownCurrency(input);
    return await fullExport(wholes, asked, async () =>
      connectFullReports(environment, asked.tenant, dynamo())[key](asked.query),
    );
  };

/** A report without pages: every request to its route is one for its file. */
function whole<Key extends FileKey>(key: Key) {
  const page = async (): Promise<never> => {
    throw new Error(`${key} has no pages`);
  };
  return { page, file: fileOf(key) };
}

/** A request for a file names a currency that there is, as the balances have it: also in what writes the file later. */
async function withKnownCurrency<Input extends FileOf<FileKey>>(input: Input): Promise<Input> {
  const { tenant, parameters } = input;
  if (parameters.currency === undefined) return input;
  const asked = await known.resolved(tenant, { currency: parameters.currency });
  await known.refused(tenant, asked, { items: [] });
  return { ...input, query: { ...input.query, ...asked }, parameters: { ...parameters, ...asked } };
}

/** @throws ProblemError for a month that has not begun. */
function monthOf(
  tenant: string,
  { month, timeZone = REPORTING_TIME_ZONE }: { readonly month: string; readonly timeZone?: string },
): StatementQuery {
  refuseFuture(month, timeZone, effects.now());
  return { tenant, month, timeZone };
}

function ofCurrency<Item extends { readonly currency: string }>(
  items: readonly Item[],
  currency: string | undefined,
): readonly Item[] {
  return currency === undefined ? items : items.filter((each) => each.currency === currency);
}

/** Values in a named currency take snapshots: pages of them are shorter. */
function bounded(
  { in: into, interval }: { readonly in?: string; readonly interval: string },
  page: Parameters<typeof readSeries>[5],
  name: string = TOTAL,
): Parameters<typeof readSeries>[5] {
  if (into === undefined) return page;
  const most = name === TOTAL && interval !== 'raw' ? MAX_TOTALS_IN : MAX_ROWS_IN;
  return { ...page, limit: Math.min(page.limit, most) };
}

async function seriesPage(
  event: ApiEvent,
  filter: Parameters<typeof seriesResponse>[0] & { readonly in?: string },
  read: Awaited<ReturnType<typeof readSeries>>,
  { rates, currency }: { readonly rates: readonly ReportRate[]; readonly currency: string | null },
) {
  const page = await cursors.sealed(event, read);
  if (filter.in === undefined) return seriesResponse(filter, page, currency);
  const asked = { into: filter.in, rates, currency };
  return seriesInResponse(
    filter,
    { ...page, items: await rowsIn({ snapshots }, event.tenant, read.items, asked) },
    currency,
  );
}

/** GET routes of reporting: holdings and their values, from snapshots and their roll-ups. */
export const handler = serve(
  QUERY_REPORTS,
  {
    'GET /v1/snapshots/latest': async ({ tenant, query: { format, in: into } }) => {
      const [latest, asked] = await Promise.all([
        snapshots.latest(tenant),
        askedIn(ratesOf, tenant, into),
      ]);
      if (latest === null) throw notFound('There is no snapshot yet.');
      return snapshotResponse(latest, format, asked);
    },
    'GET /v1/snapshots': {
      page: async ({ event, query }) => {
        const { page, filter } = await cursors.paged(event, query);
        const { at, from = ALWAYS.from, to = ALWAYS.to, format } = filter;
        const asked = await askedIn(ratesOf, event.tenant, filter.in);
        if (at !== undefined) {
          const found = await takenBy(snapshotsTable, event.tenant, at);
          return snapshotsResponse(wholeList(found === null ? [] : [found]), format, asked);
        }
        const found = await listSnapshots(snapshotsTable, event.tenant, { from, to }, page);
        return snapshotsResponse(await cursors.sealed(event, found), format, asked);
      },
      file: fileOf('GET /v1/snapshots'),
    },
    'GET /v1/reports/balances': {
      page: async ({ event, query }) => {
        const asked = await known.resolved(event.tenant, query);
        const { page, filter } = await cursors.paged(event, { ...ZONED, ...asked });
        const rates = await ratesOf(event.tenant);
        const read = await readSeries(
          ports,
          rates,
          event.tenant,
          filter.currency,
          filter,
          bounded(filter, page, filter.currency),
        );
        await known.refused(event.tenant, asked, read);
        return await seriesPage(event, filter, read, { rates, currency: filter.currency });
      },
      file: fileOf('GET /v1/reports/balances'),
    },
    'GET /v1/reports/totals': {
      page: async ({ event, query }) => {
        const { page, filter } = await cursors.paged(event, { ...ZONED, ...query });
        const rates = await ratesOf(event.tenant);
        const asked = bounded(filter, page);
        const read = await readSeries(ports, rates, event.tenant, TOTAL, filter, asked);
        return await seriesPage(event, filter, read, { rates, currency: null });
      },
      file: fileOf('GET /v1/reports/totals'),
    },
    'GET /v1/reports/flows': {
      page: async ({ event, query }) => {
        const asked = await known.resolved(event.tenant, query);
        const { page, filter } = await cursors.paged(event, asked);
        const { format, ...wanted } = { ...ALWAYS, ...filter };
        const found = await listFlows(ledgerTable, event.tenant, wanted, page);
        await known.refused(event.tenant, asked, found);
        const explained = await withBreaks(ledgerTable, event.tenant, found);
        return flowsResponse(await cursors.sealed(event, explained), format);
      },
      file: fileOf('GET /v1/reports/flows'),
    },
    'GET /v1/reports/breaks': {
      page: async ({ event, query }) => {
        const asked = await known.resolved(event.tenant, query);
        const { page, filter } = await cursors.paged(event, asked);
        const { format, ...wanted } = { ...ALWAYS, ...filter };
        const found = await listBreaks(ledgerTable, event.tenant, wanted, page);
        await known.refused(event.tenant, asked, found);
        return breaksResponse(await cursors.sealed(event, found), format);
      },
      file: fileOf('GET /v1/reports/breaks'),
    },
    'GET /v1/breaks/{id}': async ({ tenant, path }) => {
      const found = await readBreak(ledgerTable, tenant, path.id);
      if (found === null) throw notFound('There is no such break.');
      return saidJson(200, (reader) => showBreak(found, reader), withEtag(found));
    },
    'GET /v1/reports/statement': {
      page: async ({ tenant, query }) => {
        const found = await statementOfMonth(
          statementPorts,
          monthOf(tenant, query),
          statementRules,
        );
        if (found === null) throw notFound(NO_STATEMENT);
        const statement = await statementAskedIn(statementPorts.books, found.statement, query.in);
        return summaryResponse({ ...found, statement }, query.format);
      },
      file: fileOf('GET /v1/reports/statement'),
    },
    'GET /v1/reports/statement/lines': async ({ event, query }) => {
      const { tenant } = event;
      const asked = await known.resolved(tenant, query);
      const { page, filter } = await cursors.paged(event, asked);
      const { format, in: into, currency } = filter;
      const month = monthOf(tenant, filter);
      const found = await statementAlone(statementPorts, month, statementRules);
      if (found === null) throw notFound(NO_STATEMENT);
      const currencies = ofCurrency(found.statement.currencies, currency);
      await known.refused(tenant, asked, { items: currencies });
      // Of another currency neither lines nor the snapshots that value them are needed.
      const chosen = { ...found.statement, currencies };
      const statement = await statementAskedIn(statementPorts.books, chosen, into);
      const lines = pageOfLines(statement.currencies, page);
      return linesResponse(statement, await cursors.sealed(event, lines), format);
    },
    'GET /v1/reports/statement/restatements': async ({ event, query }) => {
      const { tenant } = event;
      const asked = await known.resolved(tenant, query);
      const { page, filter } = await cursors.paged(event, asked);
      const month = monthOf(tenant, filter);
      const found = await statementOfMonth(statementPorts, month, statementRules);
      if (found === null) throw notFound(NO_STATEMENT);
      const later = ofCurrency(found.later, filter.currency);
      await known.refused(tenant, asked, { items: later });
      const restated = await cursors.sealed(event, pageOfRestated(later, page));
      return restatedResponse(found.statement, restated, filter.format);
    },
    'GET /v1/reports/journal': whole('GET /v1/reports/journal'),
    'GET /v1/reports/sums': whole('GET /v1/reports/sums'),
    'GET /v1/reports/roll-forward': whole('GET /v1/reports/roll-forward'),
    'GET /v1/reports/withdrawals': whole('GET /v1/reports/withdrawals'),
    'GET /v1/reports/trades': whole('GET /v1/reports/trades'),
    'GET /v1/reports/decisions': whole('GET /v1/reports/decisions'),
    'GET /v1/reports/forecasts': whole('GET /v1/reports/forecasts'),
    'GET /v1/reports/access': whole('GET /v1/reports/access'),
  },
  {
    problemOf: cursorProblem,
    callers: { ...callersIn(ledgerTable), now: effects.now },
    open,
    names: namesIn(ledgerTable),
    timeZone: REPORTING_TIME_ZONE,
  },
);
