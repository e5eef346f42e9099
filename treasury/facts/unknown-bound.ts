import * as z from 'zod/mini';
import { SHARED_COUNTS } from '../counters/counter.ts';
import { record, type Stored } from '../records/record.ts';
import { noPriceSchema } from '../valuation/no-value.ts';

export const unknownBoundSchema = z.union([
  noPriceSchema,
  z.discriminatedUnion('code', [
    record(() => ({
      code: z.literal('no-usable-price'),
      currency: z.string(),
      into: z.string(),
    })),
    /** What left lately is counted in another currency, or too many are counted at once. */
    record(() => ({ code: z.literal('counted-otherwise') })),
    /** There is no price of currencies in which other withdrawals are open. */
    record(() => ({
      code: z.literal('open-unpriced'),
      currencies: z.array(z.string()),
      into: z.string(),
      /** So many further ones are not named. Absent: all of them are. */
      more: z.exactOptional(z.int()),
    })),
    /** What is open in a currency, or what left of it to unnamed places, is on record and cannot be read. */
    record(() => ({ code: z.literal('lane-unreadable'), currency: z.string() })),
    /** The item of what left lately cannot be read. */
    record(() => ({ code: z.literal('counts-unreadable'), counts: z.enum(SHARED_COUNTS) })),
  ]),
]);

/** Why it is not known what a floor or a limit over several currencies leaves. */
export type UnknownBound = Stored<typeof unknownBoundSchema>;
