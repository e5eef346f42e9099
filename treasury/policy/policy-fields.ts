import * as z from 'zod/mini';
import { isCalendarDate } from '../time/calendar-date.ts';
import { isPlainLabel } from './label.ts';
import {
  CURRENCY_CODE,
  MAX_GENERAL_LEDGER_CODE_CHARACTERS,
  MAX_LABEL_CHARACTERS,
  RULE_ID,
} from './policy-limits.ts';

/* The fields that several pieces of policy share, as people write them. */

/** The permitted values of every field, including the optional ones: a field that is missing here could not be set. */
export type Fields<Draft> = Readonly<Record<keyof Draft, z.ZodMiniType>>;

/** The id of a piece of policy that people name themselves. */
export const pieceId = z.string().check(
  z.regex(RULE_ID, 'lower case letters, digits and "-", at most 63 characters'),
  z.refine((id) => id !== 'constructor', 'another name than "constructor"'),
);
export const currency = z
  .string()
  .check(z.regex(CURRENCY_CODE, 'a currency code in upper case, at most 20 characters'));
export const label = plainText(MAX_LABEL_CHARACTERS);

/** One line for people, which looks like what it is. */
export function plainText(maximum: number) {
  return z
    .string()
    .check(
      z.minLength(1, 'at least 1 character'),
      z.maxLength(maximum, `at most ${maximum} characters`),
      z.refine(isPlainLabel, 'visible characters, composed (NFC), with single blanks between them'),
    );
}

/** Letters, digits and what joins segments: no blank, and nothing that a spreadsheet would run. */
const GENERAL_LEDGER_CODE = /^[A-Za-z0-9](?:[A-Za-z0-9._:/-]*[A-Za-z0-9])?$/;

/** An account of the tenant's general ledger. */
export const generalLedgerCode = z
  .string()
  .check(
    z.maxLength(
      MAX_GENERAL_LEDGER_CODE_CHARACTERS,
      `at most ${MAX_GENERAL_LEDGER_CODE_CHARACTERS} characters`,
    ),
    z.regex(
      GENERAL_LEDGER_CODE,
      'a code such as "1020" or "1020.BTC-01": letters, digits, and . _ : / - between them',
    ),
  );

/** "HH:MM", as a clock on the wall shows it. */
export const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
export const timeOfDay = z.string().check(z.regex(TIME_OF_DAY, 'a time of day such as "08:30"'));

/** The end of hours on a day: a day ends at "24:00" and not at "00:00". */
export const END_OF_HOURS = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
const ACCEPTED_END = 'a time of day such as "17:30", at most "24:00"';
export const endOfHours = z.string().check(
  z.regex(END_OF_HOURS, { error: ACCEPTED_END, abort: true }),
  z.refine((text) => text !== '00:00', ACCEPTED_END),
);

/** The form of a date; which of them exist, only a calendar says. */
export const CALENDAR_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const ACCEPTED_DATE = 'the date of a day that exists, such as "2026-04-03"';
export const calendarDate = z
  .string()
  .check(
    z.regex(CALENDAR_DATE, { error: ACCEPTED_DATE, abort: true }),
    z.refine(isCalendarDate, ACCEPTED_DATE),
  );

export function wholeNumber(minimum: number, maximum: number, of = 'a whole number') {
  const accepted = `${of} from ${minimum} to ${maximum}`;
  return z.int(accepted).check(z.gte(minimum, accepted), z.lte(maximum, accepted));
}

export function seconds(minimum: number, maximum: number) {
  return wholeNumber(minimum, maximum, 'whole seconds');
}
