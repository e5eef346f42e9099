import { createHash } from 'node:crypto';
import { stateOf } from '../../../treasury/statements/entry-references.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import type { Instant } from '../../../treasury/time/instant.ts';

/** Characters of the schema's references. */
export const MAX_REFERENCE = 35;

/** Hex digits of a digest in an id of a message: two will never share them. */
const ID_DIGITS = 24;
/** The same beside words in an id, which is 35 characters at most; and at the end of a shortened id. */
const SHORT_ID_DIGITS = 16;
const SHORTENED_DIGITS = 12;

/**
 * The digits that tell time zones apart in a sequence number, which has 18 at most: 8 behind a month, 4 behind a
 * moment. Zones that share them still differ in the id of the report.
 */
const ZONE_DIGITS = { final: 8, interim: 4 } as const;

/** A statement of a frozen month has one id for ever, of each time zone its own; each interim report has another. */
export function reportId(
  statement: Statement,
  createdAt: Instant,
  marks: readonly string[] = [],
): string {
  const { tenant, month, timeZone } = statement;
  const state = stateOf(statement);
  const own = state === 'final' ? [] : [createdAt, messageId(statement)];
  const digits = sha256(JSON.stringify([tenant, month, timeZone, state, ...own, ...marks]));
  return `${month}-${state}-${digits.slice(0, SHORT_ID_DIGITS)}`;
}

/** Within one time zone and state it grows with time: by the month, or by the second of an interim report. */
export function sequenceNumber(statement: Statement, createdAt: Instant): string {
  const state = stateOf(statement);
  const digits = ZONE_DIGITS[state];
  const zone = BigInt(`0x${sha256(statement.timeZone)}`) % 10n ** BigInt(digits);
  const moment = createdAt.slice(0, '2026-01-05T09:00:00'.length).replaceAll(/\D/g, '');
  const time = state === 'final' ? statement.month.replace('-', '') : moment;
  return `${time}${String(zone).padStart(digits, '0')}`;
}

export function messageId(statement: Statement, marks: readonly string[] = []): string {
  const digest = statement.digest ?? sha256(JSON.stringify(statement));
  const own = marks.length === 0 ? digest : sha256(JSON.stringify([digest, ...marks]));
  return `SLUICE-${own.slice(0, ID_DIGITS)}`;
}

/** An id as a reference: whole, or its beginning and the first digits of its SHA-256. */
export function asReference(id: string): string {
  if (id.length <= MAX_REFERENCE) return id;
  const begins = id.slice(0, MAX_REFERENCE - SHORTENED_DIGITS - 1);
  return `${begins}-${sha256(id).slice(0, SHORTENED_DIGITS)}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
