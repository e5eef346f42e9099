import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { instant } from '../time/instant-schema.ts';

/** The fields of a manual rate that people set. The permitted values are narrower: see `manual-rate-schema.ts`. */
export const manualRateDraftSchema = record(() => ({
  id: z.string(),
  label: z.string(),
  /** The currency that has no price. */
  currency: z.string(),
  /** The currency that the rate is in. */
  in: z.string(),
  /** Units of `in` for one unit of the currency; decimal text. */
  rate: decimalText,
  /** Dates: from midnight UTC of the first, included, to midnight UTC of the other, not included. */
  from: z.string(),
  until: z.string(),
  /** Where the rate was read, for whoever checks it. */
  source: z.string(),
}));

export const manualRateSchema = record(() => ({
  ...manualRateDraftSchema.shape,
  /** Counts the accepted changes of this rate, from 1. */
  version: z.int().check(z.positive()),
  /** When this version was agreed to. It values earlier moments of its dates too. */
  activeSince: instant,
  /** Set if it was deleted; then it values nothing, and only its history is shown. */
  deletedAt: z.exactOptional(instant),
  /** Over this version, by the function that wrote it. */
  seal: z.exactOptional(sealSchema),
}));

/**
 * A rate that two people agreed to for a currency without a price. It values reports. Nothing that sends reads it: it
 * stands in a partition of its own, and its type is no price.
 */
export type ManualRate = Stored<typeof manualRateSchema>;
