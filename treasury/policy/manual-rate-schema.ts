import * as z from 'zod/mini';
import { positiveDecimalText } from '../money/decimal-text.ts';
import type { Stored } from '../records/record.ts';
import type { manualRateDraftSchema } from './manual-rate.ts';
import { currency, type Fields, label, pieceId } from './policy-fields.ts';

/** As people write it. */
export type ManualRateDraft = Stored<typeof manualRateDraftSchema>;

const DATE = 'a date such as "2026-03-31"';
const date = z
  .string()
  .check(
    z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, DATE),
    z.refine(isDate, DATE),
  );

/** The 31st of a month that has no such day is none. */
function isDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** One manual rate as people write it; an unknown field is refused. */
export const manualRateDraft: z.ZodMiniType<ManualRateDraft> = z.strictObject({
  id: pieceId,
  label,
  currency,
  in: currency,
  rate: positiveDecimalText,
  from: date,
  until: date,
  source: label,
} satisfies Fields<ManualRateDraft>);
