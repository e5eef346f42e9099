import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { WEEKDAYS } from '../time/calendar-date.ts';
import { instant } from '../time/instant-schema.ts';

/** The kinds of movements that can be expected. A foreign debit never is: a person has to look at it. */
export const EXPECTED_KINDS = [
  'deposit',
  'transfer',
  'fee',
  'interest',
  'correction',
  'other',
] as const;

export const EXPECTED_FLOWS = ['inflow', 'outflow'] as const;

const repeatedAmountSchema = record(() => ({
  amount: decimalText,
  /** How far an amount may lie from it, in either direction; zero: not at all. */
  tolerance: decimalText,
}));

const hoursSchema = record(() => ({
  /** IANA name. */
  timeZone: z.string(),
  /** "HH:MM", included; and "HH:MM", not included, "24:00" at the latest. */
  from: z.string(),
  to: z.string(),
  weekdays: z.array(z.enum(WEEKDAYS)),
}));

/** The hours of the week within which a movement is expected. */
export type ExpectedHours = Stored<typeof hoursSchema>;

const expectedScheduleSchema = record(() => ({
  /** EventBridge's six fields. */
  expression: z.string(),
  timeZone: z.string(),
  /** Seconds before and after an occurrence within which the movement shows. */
  toleranceSeconds: z.int().check(z.positive()),
}));

/** The fields of a matching rule that people set. The permitted values are narrower: see `matching-rule-schema.ts`. */
export const matchingRuleDraftSchema = record(() => ({
  id: z.string(),
  /** The name of the class: "network fee". Reports show it. */
  label: z.string(),
  kind: z.enum(EXPECTED_KINDS),
  direction: z.enum(EXPECTED_FLOWS),
  /** Absent: any currency, and the amounts below are values in the reporting currency. */
  currency: z.exactOptional(z.string()),
  /** Bounds of an amount without its sign, both included; an outgoing amount needs an upper one. */
  minimum: z.exactOptional(decimalText),
  maximum: z.exactOptional(decimalText),
  /** An amount that repeats, in place of bounds. */
  repeats: z.exactOptional(repeatedAmountSchema),
  hours: z.exactOptional(hoursSchema),
  /** One movement for each occurrence at most. */
  schedule: z.exactOptional(expectedScheduleSchema),
  /** The sum of what the rule explains in rolling 24 hours; required for outgoing amounts. */
  per24Hours: z.exactOptional(decimalText),
  enabled: z.boolean(),
  /** The account of the general ledger that its movements are booked against; absent: that of its kind. */
  generalLedgerCode: z.exactOptional(z.string()),
}));

export const matchingRuleSchema = record(() => ({
  ...matchingRuleDraftSchema.shape,
  /** Counts the accepted changes of this rule, from 1. */
  version: z.int().check(z.positive()),
  /** The start of this version: differences found before it are not explained by it. */
  activeSince: instant,
  /** Set if it was deleted; then it is switched off, and only its history is shown. */
  deletedAt: z.exactOptional(instant),
  /** Over this version, by the function that wrote it; without one it explains nothing. */
  seal: z.exactOptional(sealSchema),
}));

/**
 * A class of movements that the books expect: a difference between two readings that fits is explained by it. It moves
 * no money, is no evidence about a request, and frees no lane.
 */
export type MatchingRule = Stored<typeof matchingRuleSchema>;
