import * as z from 'zod/mini';
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
    /** There is no price of a currency in which other withdrawals are open. */
    record(() => ({ code: z.literal('open-unpriced') })),
  ]),
]);

/** Why it is not known what a floor or a limit over several currencies leaves. */
export type UnknownBound = Stored<typeof unknownBoundSchema>;
