import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const keptForecastSchema = record(() => ({
  tenant: z.string(),
  /** By the clock of the time zone: "2026-11-27". */
  day: z.string(),
  timeZone: z.string(),
  /** From this moment on it says what leaves: the beginning of the day, or somewhat later. */
  madeAt: instant,
  /** The end of the day. */
  to: instant,
  /** Whether all of the day was decided; if not, nothing is said of what leaves. */
  complete: z.boolean(),
  leaving: z.array(
    record(() => ({
      ruleId: z.string(),
      currency: z.string(),
      /** Runs of which something leaves, and decimal text. */
      sweeps: z.int().check(z.nonnegative()),
      amount: decimalText,
    })),
  ),
}));

/** What was forecast for a day when the day began: written once, and kept for ever. */
export type KeptForecast = Stored<typeof keptForecastSchema>;
