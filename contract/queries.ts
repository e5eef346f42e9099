import * as z from 'zod';
import { CHANGE_STATES } from '../treasury/changes/policy-change.ts';
import { INSTRUCTION_STATES } from '../treasury/instructions/advance.ts';
import { NO_SWEEP_REASONS } from '../treasury/rules/decision.ts';
import { instantOf } from '../treasury/time/instant.ts';

/** Items of a page where none is asked for: what a person looks at. */
const DEFAULT_LIMIT = 50;
/** Items of a page at most: with snapshots of 5 kB it stays far below Lambda's 6 MB answer. */
const MAX_LIMIT = 200;
/** Characters of a cursor: the longest sort key, encoded, and 55 for its signature. */
const MAX_CURSOR_CHARACTERS = 400;

const instructionState = z.enum(INSTRUCTION_STATES);
export const moment = z.iso
  .datetime({ offset: true, error: 'expected an ISO-8601 time such as 2026-01-31T09:00:00Z' })
  .transform((text) => instantOf(Date.parse(text)));

export const paging = {
  limit: z.coerce
    .number({ error: `expected 1 to ${MAX_LIMIT}` })
    .int(`expected 1 to ${MAX_LIMIT}`)
    .min(1, `expected 1 to ${MAX_LIMIT}`)
    .max(MAX_LIMIT, `expected 1 to ${MAX_LIMIT}`)
    .default(DEFAULT_LIMIT),
  cursor: z.string().max(MAX_CURSOR_CHARACTERS, 'expected a cursor of this list').exactOptional(),
};

export const pageQuery = z.strictObject(paging);
export const changesQuery = z.strictObject({
  state: z.enum(CHANGE_STATES).exactOptional(),
  ...paging,
});
export const noQuery = z.strictObject({});
export const instructionsQuery = z.strictObject({
  state: instructionState.exactOptional(),
  ...paging,
});
export const currency = z
  .string()
  .regex(/^[A-Z0-9]{1,20}$/, 'expected a currency code in capitals');
const range = { from: moment.exactOptional(), to: moment.exactOptional() };

export const withdrawalsQuery = z.strictObject({
  state: instructionState.exactOptional(),
  currency: currency.exactOptional(),
  rule: z.string().min(1).max(63).exactOptional(),
  ...range,
  ...paging,
});

const instrument = z
  .string()
  .regex(/^[A-Z0-9._-]{1,20}\/[A-Z0-9._-]{1,20}$/, 'expected BASE/QUOTE in capitals');

export const tradesQuery = z.strictObject({
  state: instructionState.exactOptional(),
  instrument: instrument.exactOptional(),
  ...range,
  ...paging,
});

const word = z.string().min(1, 'expected at least 1 character').max(200, 'expected at most 200');
export const auditQuery = z.strictObject({
  by: word.exactOptional(),
  action: word.exactOptional(),
  subject: word.exactOptional(),
  ...range,
  format: z.enum(['json', 'csv'], { error: 'expected "json" or "csv"' }).default('json'),
  ...paging,
});
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in 64 hex digits');
export const verificationQuery = z
  .strictObject({
    afterSequence: z.coerce.number().int().nonnegative().exactOptional(),
    afterHash: hash.exactOptional(),
  })
  .refine(
    ({ afterSequence, afterHash }) => (afterSequence === undefined) === (afterHash === undefined),
    'expected afterSequence and afterHash together, or neither',
  );
export const decisionsQuery = z.strictObject({
  rule: z.string().min(1).max(63).exactOptional(),
  reason: z.enum(NO_SWEEP_REASONS).exactOptional(),
  ...range,
  ...paging,
});
