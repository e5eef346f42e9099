import * as z from 'zod/mini';
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
export const moment = z.pipe(
  z.iso.datetime({ offset: true, error: 'expected an ISO-8601 time such as 2026-01-31T09:00:00Z' }),
  z.transform((text) => instantOf(Date.parse(text))),
);

export const paging = {
  limit: z._default(
    z.coerce
      .number({ error: `expected 1 to ${MAX_LIMIT}` })
      .check(
        z.int(`expected 1 to ${MAX_LIMIT}`),
        z.gte(1, `expected 1 to ${MAX_LIMIT}`),
        z.lte(MAX_LIMIT, `expected 1 to ${MAX_LIMIT}`),
      ),
    DEFAULT_LIMIT,
  ),
  cursor: z.exactOptional(
    z.string().check(z.maxLength(MAX_CURSOR_CHARACTERS, 'expected a cursor of this list')),
  ),
};

export const pageQuery = z.strictObject(paging);
export const changesQuery = z.strictObject({
  state: z.exactOptional(z.enum(CHANGE_STATES)),
  ...paging,
});
export const noQuery = z.strictObject({});
export const instructionsQuery = z.strictObject({
  state: z.exactOptional(instructionState),
  ...paging,
});
export const currency = z
  .string()
  .check(z.regex(/^[A-Z0-9]{1,20}$/, 'expected a currency code in capitals'));
const range = { from: z.exactOptional(moment), to: z.exactOptional(moment) };

export const withdrawalsQuery = z.strictObject({
  state: z.exactOptional(instructionState),
  currency: z.exactOptional(currency),
  rule: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(63))),
  ...range,
  ...paging,
});

const instrument = z
  .string()
  .check(z.regex(/^[A-Z0-9._-]{1,20}\/[A-Z0-9._-]{1,20}$/, 'expected BASE/QUOTE in capitals'));

export const tradesQuery = z.strictObject({
  state: z.exactOptional(instructionState),
  instrument: z.exactOptional(instrument),
  ...range,
  ...paging,
});

const word = z
  .string()
  .check(z.minLength(1, 'expected at least 1 character'), z.maxLength(200, 'expected at most 200'));
export const auditQuery = z.strictObject({
  by: z.exactOptional(word),
  action: z.exactOptional(word),
  subject: z.exactOptional(word),
  ...range,
  format: z._default(z.enum(['json', 'csv'], { error: 'expected one of json, csv' }), 'json'),
  ...paging,
});
/** Denials are counted by person, route and hour: by when the last one was. */
export const denialsQuery = z.strictObject({ by: z.exactOptional(word), ...range, ...paging });
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in 64 hex digits'));
export const verificationQuery = z
  .strictObject({
    afterSequence: z.exactOptional(z.coerce.number().check(z.int(), z.nonnegative())),
    afterHash: z.exactOptional(hash),
  })
  .check(
    z.refine(
      ({ afterSequence, afterHash }) => (afterSequence === undefined) === (afterHash === undefined),
      'expected afterSequence and afterHash together, or neither',
    ),
  );
export const decisionsQuery = z.strictObject({
  rule: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(63))),
  reason: z.exactOptional(z.enum(NO_SWEEP_REASONS)),
  ...range,
  ...paging,
});
