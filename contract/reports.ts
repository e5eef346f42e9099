import * as z from 'zod';
import { BREAK_STATES } from '../treasury/breaks/break.ts';
import { isTimeZone } from '../treasury/rules/wall-clock.ts';
import { MONTH } from '../treasury/statements/month.ts';
import { moment, paging } from './queries.ts';

export const INTERVALS = ['raw', 'hour', 'day', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Rows of a page of a report at most, and where none is asked for: a year by day is one page. */
const MAX_ROWS = 1_000;
const DEFAULT_ROWS = 400;

const rows = `expected 1 to ${MAX_ROWS}`;

/** How an answer is wanted; the same data in every form. */
export const format = z
  .enum(['json', 'csv'], { error: 'expected "json" or "csv"' })
  .default('json');

export const formatQuery = z.strictObject({ format });

export const snapshotsQuery = z
  .strictObject({
    at: moment.exactOptional().meta({ description: 'The last that was taken by this moment' }),
    from: moment.exactOptional(),
    to: moment.exactOptional(),
    format,
    ...paging,
  })
  .refine(
    ({ at, from, to, cursor }) =>
      at === undefined || (from === undefined && to === undefined && cursor === undefined),
    'expected at alone, or from and to',
  );

const series = {
  from: moment,
  to: moment.exactOptional().meta({ description: 'Exclusive; this moment where it is left out' }),
  interval: z.enum(INTERVALS, { error: `expected one of ${INTERVALS.join(', ')}` }).default('day'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'expected an IANA time zone such as "Europe/Zurich"')
    .default('UTC')
    .meta({ description: 'IANA time zone whose midnights bound days and months' }),
  format,
  limit: z.coerce
    .number({ error: rows })
    .int(rows)
    .min(1, rows)
    .max(MAX_ROWS, rows)
    .default(DEFAULT_ROWS),
  cursor: paging.cursor,
};

/** As the service names its currencies, which is more than rules may name. */
const held = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/, 'expected a currency code as balances have it');

export const balancesQuery = z.strictObject({ currency: held, ...series });
export const totalsQuery = z.strictObject(series);

const ticks = {
  from: moment.exactOptional().meta({ description: 'Tick of the snapshot that shows it' }),
  to: moment.exactOptional().meta({ description: 'Included' }),
};

export const flowsQuery = z.strictObject({
  ...ticks,
  currency: held.exactOptional(),
  format,
  ...paging,
});

export const breaksQuery = z.strictObject({
  ...ticks,
  state: z.enum(BREAK_STATES, `expected one of ${BREAK_STATES.join(', ')}`).exactOptional(),
  format,
  ...paging,
});

const MONTH_WORDS = 'expected a month such as "2026-03"';

export const statementQuery = z.strictObject({
  month: z.string({ error: MONTH_WORDS }).regex(MONTH, MONTH_WORDS),
  currency: held.exactOptional().meta({ description: 'Only this one; the digest is of the whole' }),
  timeZone: series.timeZone
    .removeDefault()
    .exactOptional()
    .meta({ description: "IANA time zone; that of the client's reports where it is left out" }),
  format,
});
