import * as z from 'zod/mini';
import { coded, record, type Stored } from '../records/record.ts';

/** Of a field, by what it lets through now: the two values stand beside it, old and new. */
export const FIELD_WIDENINGS = [
  'not-comparable',
  'not-known',
  'other',
  'other-place',
  'other-details',
  'other-name-of-destination',
  'other-name-of-rate',
  'other-name-of-movements',
  'other-source-of-rate',
  'other-network-at-service',
  'other-answered-amounts',
  'other-counterparty',
  'other-time-zone-of-days',
  'other-reporting-currency',
  'other-rate',
  'other-movements',
  'other-use-of-surplus',
  'other-shares',
  'other-currency-bought',
  'other-schedule',
  'other-priority',
  'other-receiver',
  'other-secret',
  'other-time-zone',
  'rule-on',
  'account-on',
  'webhook-on',
  'payment-arrived',
  'evidence-settles',
  'crossed-prices-permit',
  'omitted-is-zero',
  'amounts-removed',
  'amounts-changed',
  'hours-removed',
  'hours-changed',
  'times-removed',
  'times-changed',
  'cut-off-removed',
  'closed-days-gained',
  'more-kept-than-threshold',
  'divided-otherwise',
] as const;

export type FieldWidening = (typeof FIELD_WIDENINGS)[number];

/** Of a field that goes from one value to another. */
export const MOVED_WIDENINGS = [
  'falls',
  'rises',
  'only-prices-tell',
  'rounds-to-more',
  'other-kind-of-amount',
  'less-strict',
  'moves-to-other-days',
  'later-in-the-day',
  'begins-earlier',
  'ends-later',
] as const;

export type MovedWidening = (typeof MOVED_WIDENINGS)[number];

/** Of a list that gains names, or loses those that stopped something. */
export const LISTED_WIDENINGS = [
  'gains',
  'loses-calendars',
  'loses-weekdays',
  'loses-dates',
  'other-part',
] as const;

/** An amount with what it is in ("%" of a percentage), a time in seconds, or what has a text: a mode, a date, a count. */
const quantitySchema = z.union([
  z.string(),
  record(() => ({ value: z.string(), in: z.string() })),
  record(() => ({ seconds: z.number() })),
]);

export type Quantity = Stored<typeof quantitySchema>;

const field = z.string();

const wideningSchema = z.discriminatedUnion('code', [
  record(() => ({ code: z.literal(FIELD_WIDENINGS), field })),
  record(() => ({
    code: z.literal(MOVED_WIDENINGS),
    field,
    from: quantitySchema,
    to: quantitySchema,
  })),
  record(() => ({ code: z.literal(LISTED_WIDENINGS), field, names: z.array(z.string()) })),
  coded('removed', () => ({ field, was: quantitySchema })),
  coded('mixed-scripts', () => ({ field, scripts: z.array(z.string()) })),
  /** The whole piece is new; and each field of it was not there. */
  coded('new', () => ({ piece: z.string() })),
  coded('was-not-there', () => ({ piece: z.string() })),
  /** A smaller size evades the people who approve above that. */
  coded('no-approval', () => ({ above: quantitySchema })),
]);

/** Why more can leave by a change of the policy. */
export type Widening = Stored<typeof wideningSchema>;

/** What the audit entry of a proposal says of it, beside what is wanted. */
export const proposedWideningSchema = record(() => ({ widens: z.array(wideningSchema) }));
