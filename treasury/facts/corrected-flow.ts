import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const correctedFlowSchema = record(() => ({
  currency: z.string(),
  snapshot: instant,
  instructionIds: z.array(z.string()),
  unexplained: decimalText,
}));

/** A flow of a day that is over, of which later knowledge says other movements. */
export type CorrectedFlow = Stored<typeof correctedFlowSchema>;
