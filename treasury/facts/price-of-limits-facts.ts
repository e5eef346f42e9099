import * as z from 'zod/mini';
import type { Stored } from '../records/record.ts';
import { noPriceSchema } from '../valuation/no-value.ts';
import { fact } from './fact.ts';
import { LIMIT_NAMES } from './limit-name.ts';
import { numberText } from './number-in.ts';
import { valuedLimitSchema } from './valued-limit.ts';

export const LIMIT_PRICE_FACTS = [
  fact('price-of-limits', 'no-limit-price', () => ({
    /** What was found, so that no limit rests on it. */
    why: noPriceSchema,
  })),
  fact('price-of-limits', 'limit-prices', () => ({
    prices: z.array(z.pick(valuedLimitSchema, { price: true, in: true, instruments: true })),
  })),
  fact('price-of-limits', 'keep-above-threshold', () => ({
    currency: z.string(),
    keep: numberText,
    threshold: numberText,
  })),
] as const;

/** The prices behind the limits of a rule that are values. */
export type LimitPriceFact = Stored<(typeof LIMIT_PRICE_FACTS)[number]>;

export const valuesFactSchema = z.partialRecord(z.enum(LIMIT_NAMES), valuedLimitSchema);

/** Limits by value in the amounts that they are, by the check that holds them. */
export type ValuesFact = Stored<typeof valuesFactSchema>;
