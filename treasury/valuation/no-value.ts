import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

const found = <const Code extends string, Fields extends z.core.$ZodLooseShape>(
  code: Code,
  fields: () => Fields,
) => record(() => ({ code: z.literal(code), ...fields() }));

/** A price of a currency in another one. */
const pair = () => ({ currency: z.string(), into: z.string() });

const NO_VALUE = [
  found('no-price', pair),
  /** The prices were valued in another currency than it is compared in. */
  found('valued-otherwise', () => ({ into: z.string(), reportingCurrency: z.string() })),
  /** Nothing proves the snapshot that it is judged by, or its seal is forged. */
  found('unproven', () => ({ ...pair(), by: z.enum(['waits', 'forged']) })),
  /** An instrument and its inverse say otherwise. */
  found('contradicted', () => ({ instruments: z.array(z.string()) })),
  found('only-crossed', () => ({ ...pair(), instruments: z.array(z.string()) })),
  /** Too few readings have shown it so far. */
  found('new-price', () => ({ ...pair(), readings: z.int() })),
  found('jumped', () => ({ ...pair(), from: decimalText, to: decimalText, readings: z.int() })),
] as const;

export const noValueSchema = z.discriminatedUnion('code', NO_VALUE);

/** Why a currency has no value that anything may rest on: what was found. */
export type NoValue = Stored<(typeof NO_VALUE)[number]>;

const NO_PRICE = [
  ...NO_VALUE,
  found('limits-otherwise', () => ({ into: z.string(), reportingCurrency: z.string() })),
  found('stale', () => ({ readAt: instant, now: instant, maximumSeconds: z.int() })),
  found('jumped-since', () => ({ ...pair(), from: decimalText, to: decimalText })),
  /** At this price the value is no amount that can be. */
  found('no-amount', () => ({
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
