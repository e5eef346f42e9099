import * as z from 'zod/mini';
import { positiveDecimalText } from '../money/decimal-text.ts';
import type { Stored } from '../records/record.ts';
import type { manualRateDraftSchema } from './manual-rate.ts';
import { calendarDate, currency, type Fields, label, pieceId } from './policy-fields.ts';

/** As people write it. */
export type ManualRateDraft = Stored<typeof manualRateDraftSchema>;

/** One manual rate as people write it; an unknown field is refused. */
export const manualRateDraft: z.ZodMiniType<ManualRateDraft> = z.strictObject({
  id: pieceId,
  label,
  currency,
  in: currency,
  rate: positiveDecimalText,
  from: calendarDate,
  until: calendarDate,
  source: label,
} satisfies Fields<ManualRateDraft>);
