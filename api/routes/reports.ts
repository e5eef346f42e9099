import * as z from 'zod/mini';
import { BREAK_STATES } from '../../treasury/ledger/break.ts';
import { isTimeZone } from '../../treasury/schedules/wall-clock.ts';
import { MONTH } from '../../treasury/statements/month.ts';
import { expectedFormats, PAGE_FORMATS } from './exports.ts';
import { moment, paging, wholeNumber } from './query-fields.ts';

/** Intervals of which there is a row each; "raw" is a row of each reading. */
export const PERIODS = ['hour', 'day', 'month'] as const;
const INTERVALS = ['raw', ...PERIODS] as const;
export type Interval = (typeof INTERVALS)[number];

/** Rows of a page of a report at most, and by default: a year by day is one page. */
const MAX_ROWS = 1_000;
const DEFAULT_ROWS = 400;

/** The format of a response; the same data in every form. The refusal of an unknown format names the files as well. */
function formatOf(routeKey: string) {
  return z._default(z.enum(PAGE_FORMATS, { error: expectedFormats(routeKey) }), 'json');
}

export const formatQuery = z.strictObject({ format: formatOf('GET /v1/snapshots/latest') });

export const snapshotsQuery = z
  .strictObject({
    at: z.exactOptional(moment),
    from: z.exactOptional(moment),
    to: z.exactOptional(moment),
    format: formatOf('GET /v1/snapshots'),
    ...paging,
  })
  .check(
    z.refine(
      ({ at, from, to, cursor }) =>
        at === undefined || (from === undefined && to === undefined && cursor === undefined),
      'expected at alone, or from and to',
    ),
  );

const timeZone = z
  .string()
  .check(z.refine(isTimeZone, 'expected an IANA time zone such as "Europe/Zurich"'));

const series = {
  from: moment,
  to: z.exactOptional(moment),
  interval: z._default(
    z.enum(INTERVALS, { error: `expected one of ${INTERVALS.join(', ')}` }),
    'day',
  ),
  timeZone: z._default(timeZone, 'UTC'),
  format: formatOf('GET /v1/reports/totals'),
  limit: z._default(wholeNumber(1, MAX_ROWS), DEFAULT_ROWS),
  cursor: paging.cursor,
};

/** As the service names its currencies, which is more than rules may name. */
const held = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/, 'expected a currency code as balances have it'),
  );

export const balancesQuery = z.strictObject({ currency: held, ...series });
export const totalsQuery = z.strictObject(series);

const ticks = {
  from: z.exactOptional(moment),
  to: z.exactOptional(moment),
};

export const flowsQuery = z.strictObject({
  ...ticks,
  currency: z.exactOptional(held),
  format: formatOf('GET /v1/reports/flows'),
  ...paging,
});

export const breaksQuery = z.strictObject({
  ...ticks,
  state: z.exactOptional(z.enum(BREAK_STATES, `expected one of ${BREAK_STATES.join(', ')}`)),
  format: formatOf('GET /v1/reports/breaks'),
  ...paging,
});

const MONTH_WORDS = 'expected a month such as "2026-03"';

export const statementQuery = z.strictObject({
  month: z.string({ error: MONTH_WORDS }).check(z.regex(MONTH, MONTH_WORDS)),
  currency: z.exactOptional(held),
  timeZone: z.exactOptional(timeZone),
  format: formatOf('GET /v1/reports/statement'),
});
