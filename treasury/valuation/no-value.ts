import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { coded, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

/** A price of a currency in another one. */
const pair = () => ({ currency: z.string(), into: z.string() });

const NO_VALUE = [
  coded('no-price', pair),
  /** The prices were valued in another currency than it is compared in. */
  coded('valued-otherwise', () => ({ into: z.string(), reportingCurrency: z.string() })),
  /** Nothing proves the snapshot that it is judged by, or its seal is forged. */
  coded('unproven', () => ({ ...pair(), by: z.enum(['waits', 'forged']) })),
  /** An instrument and its inverse say otherwise. */
  coded('contradicted', () => ({ instruments: z.array(z.string()) })),
  coded('only-crossed', () => ({ ...pair(), instruments: z.array(z.string()) })),
  /** Too few readings have shown it so far. */
  coded('new-price', () => ({ ...pair(), readings: z.int() })),
  coded('jumped', () => ({ ...pair(), from: decimalText, to: decimalText, readings: z.int() })),
] as const;

export const noValueSchema = z.discriminatedUnion('code', NO_VALUE);

/** Why a currency has no value that anything may rest on: what was found. */
export type NoValue = Stored<(typeof NO_VALUE)[number]>;

const NO_PRICE = [
  ...NO_VALUE,
  coded('limits-otherwise', () => ({ into: z.string(), reportingCurrency: z.string() })),
  coded('stale', () => ({ readAt: instant, now: instant, maximumSeconds: z.int() })),
  coded('jumped-since', () => ({ ...pair(), from: decimalText, to: decimalText })),
  /** At this price the value is no amount that can be. */
  coded('no-amount', () => ({
    currency: z.string(),
    value: decimalText,
    in: z.string(),
    /** It may have more digits than decimal text. */
    price: z.string(),
  })),
] as const;

export const noPriceSchema = z.discriminatedUnion('code', NO_PRICE);

/** Why nothing that rests on a price can be told: also what is found of the reading of prices, and of limits by value. */
export type NoPrice = Stored<typeof noPriceSchema>;

export type NoValueReason = 'no-price' | 'price-jumped';

/** Under which reason a decision names it. */
export function reasonOf(why: NoValue): NoValueReason;
export function reasonOf(why: NoPrice): NoValueReason | 'stale-price';
export function reasonOf({ code }: NoPrice): NoValueReason | 'stale-price' {
  switch (code) {
    case 'jumped':
    case 'jumped-since':
    case 'contradicted':
      return 'price-jumped';
    case 'stale':
      return 'stale-price';
    default:
      return 'no-price';
  }
}
