import * as z from 'zod/mini';
import {
  FULL_EXPORT_FORMATS,
  type FullExportFormat,
} from '../../adapters/exports/export-format.ts';
import { BREAK_STATES } from '../../treasury/ledger/break.ts';
import { PERIOD_KINDS } from '../../treasury/series/periods.ts';
import { MONTH } from '../../treasury/statements/month.ts';
import type { ProblemCode } from '../problems/problem-table.ts';
import { expectedFormats, fileOf, TABLE_FORMATS } from './exports.ts';
import {
  bound,
  code,
  codes,
  moment,
  PAGE_FORMATS,
  paging,
  searchText,
  sort,
  timeZone,
  valuedIn,
  wholeNumber,
} from './query-fields.ts';

/** Intervals of which there is a row each; "raw" is a row of each reading. */
const INTERVALS = ['raw', ...PERIOD_KINDS] as const;
export type Interval = (typeof INTERVALS)[number];

/** Rows of a page of a report at most, and by default: a year by day is one page. */
const MAX_ROWS = 1_000;
const DEFAULT_ROWS = 400;

/** The format of a page; the same data in every form. A refusal names `formats`, which include those of files. */
function pageFormat(formats: readonly FullExportFormat[]) {
  return z._default(code(PAGE_FORMATS, expectedFormats(formats)), 'json');
}

/** The file of a table: what its pages have beyond its rows is refused. */
const TABLE = {
  formats: TABLE_FORMATS,
  refused: {
    limit: 'absent: a file of all rows has no limit',
    cursor: 'absent: a file of all rows has no cursor',
    at: 'absent: a file of all rows has no at',
  },
} as const;

export const latestQuery = z.strictObject({ ...valuedIn, format: pageFormat(PAGE_FORMATS) });

const order = { sort };

const ticks = {
  from: z.exactOptional(bound),
  to: z.exactOptional(bound),
};

export const snapshotsQuery = z
  .strictObject({
    at: z.exactOptional(moment),
    ...ticks,
    ...valuedIn,
    ...order,
    format: pageFormat(TABLE_FORMATS),
    ...paging,
  })
  .check(
    z.refine(
      ({ at, from, to, cursor }) =>
        at === undefined || (from === undefined && to === undefined && cursor === undefined),
      'expected at alone, or from and to',
    ),
  );
export const snapshotsFile = fileOf({ ...ticks, ...valuedIn }, TABLE);

const series = {
  from: bound,
  to: z.exactOptional(bound),
  interval: z._default(code(INTERVALS), 'day'),
  timeZone: z.exactOptional(timeZone),
  ...valuedIn,
};

const seriesPage = {
  format: pageFormat(TABLE_FORMATS),
  limit: z._default(wholeNumber(1, MAX_ROWS), DEFAULT_ROWS),
  cursor: paging.cursor,
};

/** As the service names its currencies, which is more than rules may name. */
const held = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/, 'expected a currency code as balances have it'),
  );

const balances = { currency: held, ...series };
export const balancesQuery = z.strictObject({ ...balances, ...seriesPage });
export const balancesFile = fileOf(balances, TABLE);

export const totalsQuery = z.strictObject({ ...series, ...seriesPage });
export const totalsFile = fileOf(series, TABLE);

const tablePage = { format: pageFormat(TABLE_FORMATS), ...paging };

const flows = {
  ...ticks,
  currency: z.exactOptional(held),
  text: z.exactOptional(searchText),
};
export const flowsQuery = z.strictObject({ ...flows, ...order, ...tablePage });
export const flowsFile = fileOf(flows, TABLE);

const breaks = {
  ...ticks,
  state: z.exactOptional(codes(BREAK_STATES)),
  currency: z.exactOptional(held),
  class: z.exactOptional(searchText),
  text: z.exactOptional(searchText),
};
export const breaksQuery = z.strictObject({ ...breaks, ...order, ...tablePage });
export const breaksFile = fileOf(breaks, TABLE);

const MONTH_MESSAGE = 'expected a month such as "2026-03"';

const recordedMonth = {
  month: z.string({ error: MONTH_MESSAGE }).check(z.regex(MONTH, MONTH_MESSAGE)),
  timeZone: z.exactOptional(timeZone),
};
export const month = { ...recordedMonth, ...valuedIn };

/** Of all currencies, without their lines. */
export const statementQuery = z.strictObject({ ...month, format: pageFormat(FULL_EXPORT_FORMATS) });

/** What stands in it by pages, of one currency or of all, one after the other. */
const statementPage = {
  currency: z.exactOptional(held),
  ...seriesPage,
  format: pageFormat(PAGE_FORMATS),
};
export const statementLinesQuery = z.strictObject({ ...month, ...statementPage });
/** As they were recorded: a difference is none of prices. */
export const restatementsQuery = z.strictObject({ ...recordedMonth, ...statementPage });
const wholeStatement = fileOf(
  { ...month, currency: z.exactOptional(held) },
  { formats: FULL_EXPORT_FORMATS, refused: TABLE.refused },
);
const unavailable = { problem: 'format-unavailable' satisfies ProblemCode };
/**
 * Its digest and its totals are of all currencies: so is the file. For the ERP, `currency` asks for the statement of that
 * currency's account instead.
 */
export const statementFile = {
  ...wholeStatement,
  query: wholeStatement.query.check(
    z.refine(({ format, currency }) => format === 'camt053' || currency === undefined, {
      error: 'absent: a file of a statement is of all its currencies, save in camt053',
      path: ['currency'],
      params: unavailable,
    }),
  ),
};
