import * as z from 'zod/mini';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { INSTRUCTION_STATES } from '../../treasury/instructions/instruction.ts';
import { MONTH } from '../../treasury/statements/month.ts';
import { onlyFile, TABLE_FORMATS } from './exports.ts';
import {
  bound,
  code,
  codes,
  currency,
  instrument,
  searchText,
  timeZone,
  valuedIn,
} from './query-fields.ts';
import { month } from './reports.ts';

/* Reports that have no pages: each answer is the whole of it, in one of the formats of files. */

const policyId = z.exactOptional(z.string().check(z.minLength(1), z.maxLength(63)));
const range = { from: z.exactOptional(bound), to: z.exactOptional(bound) };
const text = z.exactOptional(searchText);
const state = z.exactOptional(codes(INSTRUCTION_STATES));

export const withdrawalsFile = onlyFile(
  {
    ...range,
    state,
    currency: z.exactOptional(currency),
    account: policyId,
    rule: policyId,
    text,
  },
  TABLE_FORMATS,
);

export const tradesFile = onlyFile(
  {
    ...range,
    state,
    currency: z.exactOptional(currency),
    instrument: z.exactOptional(instrument),
    rule: policyId,
    text,
  },
  TABLE_FORMATS,
);

export const decisionsFile = onlyFile(
  {
    ...range,
    rule: policyId,
    currency: z.exactOptional(currency),
    account: policyId,
    outcome: z.exactOptional(code(['sweep', 'no-sweep'])),
    reason: z.exactOptional(code(NO_SWEEP_REASONS)),
  },
  TABLE_FORMATS,
);

/** Whether the effect of prices is booked. */
export const revaluation = z._default(code(['true', 'false']), 'true');

export const journalFile = onlyFile({ ...month, revaluation }, TABLE_FORMATS);

/** The days that are compared, by the clock of the reporting time zone; without bounds the latest. */
export const forecastsFile = onlyFile(range, TABLE_FORMATS);

export const accessFile = onlyFile(range, TABLE_FORMATS);

const MONTH_MESSAGE = 'expected a month such as "2026-03"';
const someMonth = z.string({ error: MONTH_MESSAGE }).check(z.regex(MONTH, MONTH_MESSAGE));

/** Months of one report: each reads two snapshots and its flows. */
export const MAX_MONTHS = 24;

const months = {
  ...{ firstMonth: someMonth, lastMonth: someMonth },
  timeZone: z.exactOptional(timeZone),
  ...valuedIn,
};

export const sumsFile = onlyFile(months, TABLE_FORMATS);

export const rollForwardFile = onlyFile(months, TABLE_FORMATS);
