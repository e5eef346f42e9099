import * as z from 'zod/mini';
import { PERIOD_KINDS } from '../../../treasury/series/periods.ts';
import { instant } from '../../../treasury/time/instant-schema.ts';
import type { ProblemCode } from '../../problems/problem-table.ts';
import { EXPORT_FAILURES } from '../../routes/exports.ts';
import { exportList, exportResponse } from '../export-response.ts';
import type { Documented } from '../operation.ts';
import { pageCursors, pageOf } from '../page-responses.ts';
import { snapshot, snapshotTaken } from '../response-schemas.ts';
import { path, unvaluedReason, valuationMarks } from '../valued-in.ts';
import { fullReport } from './full-export.ts';

const CSV = ['text/csv'];

const amount = z.string();
const unvalued = z.array(z.string());
const knownTotal = z.nullable(amount);

const window = {
  period: z.string(),
  from: instant,
  to: instant,
  open: amount,
  close: amount,
  low: amount,
  high: amount,
};
const ends = {
  firstAt: instant,
  lastAt: instant,
  snapshots: z.int().check(z.positive()),
};
const valued = {
  price: z.nullable(amount),
  value: z.nullable(amount),
  reportingCurrency: z.string(),
};

/** All but the rates stands beside values in a currency that the request names: it takes the snapshots. */
const marksIn = {
  manualRates: valuationMarks.manualRates,
  refusedRates: z.exactOptional(valuationMarks.refusedRates),
  snapshotKept: z.exactOptional(z.boolean()),
};
const totalsIn = {
  ...marksIn,
  unvaluedBecause: z.exactOptional(valuationMarks.unvaluedBecause),
};
const balanceIn = {
  ...{ path: z.exactOptional(z.nullable(path)), instruments: z.exactOptional(z.array(z.string())) },
  ...marksIn,
  unvaluedBecause: z.exactOptional(unvaluedReason),
};

const balancePoint = z
  .object({ at: instant, balance: amount, ...valued, ...balanceIn })
  .register(z.globalRegistry, { id: 'BalancePoint' });
const balancePeriod = z
  .object({ ...window, ...valued, ...ends, ...balanceIn })
  .register(z.globalRegistry, { id: 'BalancePeriod' });
const totalPoint = z
  .object({
    at: instant,
    value: knownTotal,
    partialValue: z.exactOptional(amount),
    reportingCurrency: z.string(),
    unvalued,
    ...totalsIn,
  })
  .register(z.globalRegistry, { id: 'TotalPoint' });
const totalPeriod = z
  .object({
    ...window,
    open: knownTotal,
    close: knownTotal,
    low: knownTotal,
    high: knownTotal,
    reportingCurrency: z.string(),
    unvalued,
    partialSnapshots: z.int().check(z.nonnegative()),
    ...ends,
    ...totalsIn,
  })
  .register(z.globalRegistry, { id: 'TotalPeriod' });

/** Points or periods: the interval says which. */
function report(
  id: string,
  [point, period]: readonly [z.ZodMiniType, z.ZodMiniType],
  more: Readonly<Record<string, z.ZodMiniType>> = {},
) {
  const rest = { timeZone: z.string(), ...pageCursors };
  return z
    .discriminatedUnion('interval', [
      z.object({ ...more, interval: z.literal('raw'), ...rest, items: z.array(point) }),
      z.object({ ...more, interval: z.enum(PERIOD_KINDS), ...rest, items: z.array(period) }),
    ])
    .register(z.globalRegistry, { id });
}

/** A report without pages. */
function whole(description: string, problems: readonly ProblemCode[] = []) {
  return { answers: { 200: { description, schema: fullReport } }, problems } as const;
}

export const REPORTS = {
  'GET /v1/reports/journal': whole(
    'The lines; the balances that they tie; sums by account; about. CSV has the lines',
  ),
  'GET /v1/reports/sums': whole('The sums, and the months that they tie to. CSV has the sums'),
  'GET /v1/reports/roll-forward': whole(
    'The lines, month by month; what trades were filled at; the statements that they are of. CSV has the lines',
  ),
  'GET /v1/reports/withdrawals': whole('Newest first'),
  'GET /v1/reports/trades': whole('Newest first'),
  'GET /v1/reports/decisions': whole('Newest first'),
  'GET /v1/reports/forecasts': whole(
    'A row for each day and rule of which something was forecast or left, the earliest day first; and each day, with whether a forecast of it was kept. CSV has the former',
  ),
  'GET /v1/reports/access': whole(
    'Callers with their roles; roles; acts of the period; entries of the audit log; refused requests. CSV has the callers',
  ),
  'GET /v1/exports': {
    answers: {
      200: {
        description:
          'Those of the caller, newest first; a report that the caller may not read is left out',
        schema: exportList,
      },
    },
    problems: [],
  },
  'GET /v1/exports/{id}': {
    answers: {
      200: { description: 'It is written: where to get it', schema: exportResponse },
      202: {
        description: 'It is being written; ask again',
        schema: exportResponse,
        headers: ['Retry-After'],
      },
    },
    problems: ['export-expired', ...EXPORT_FAILURES],
  },
  'GET /v1/snapshots/latest': {
    answers: {
      200: { description: 'The latest that was taken', schema: snapshotTaken, also: CSV },
    },
    problems: [],
  },
  'GET /v1/snapshots': {
    answers: {
      200: {
        description: 'Newest first; with `at` the last that was taken by then, or none',
        schema: pageOf(snapshot),
        also: CSV,
      },
    },
    problems: [],
  },
  'GET /v1/reports/balances': {
    answers: {
      200: {
        description: 'Oldest first: points where the interval is "raw", else a row of each period',
        schema: report('BalanceReport', [balancePoint, balancePeriod], {
          currency: z.string(),
        }),
        also: CSV,
      },
    },
    problems: [],
  },
  'GET /v1/reports/totals': {
    answers: {
      200: {
        description: 'Oldest first: points where the interval is "raw", else a row of each period',
        schema: report('TotalReport', [totalPoint, totalPeriod]),
        also: CSV,
      },
    },
    problems: [],
  },
} as const satisfies Readonly<Record<string, Documented>>;
