import * as z from 'zod/mini';
import { limitCheckSchema } from '../decisions/shown-decision.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { instructionState } from './instruction.ts';

/** Of a request: what the person wrote, and the missed occurrence of a rule that it makes up for. */
const askedSchema = z.object({
  comment: z.exactOptional(z.string()),
  missed: z.exactOptional(record(() => ({ ruleId: z.string(), occurrence: instant }))),
});

export const shownEntrySchema = record(() => ({
  at: instant,
  state: instructionState,
  message: z.string(),
  /**
   * For an approval, its source: people, or the rule or limit that required none. For what was said of an outcome, and
   * taken back: who said it.
   */
  by: z.exactOptional(z.array(z.string())),
  ...askedSchema.shape,
}));

/** A line of an instruction's history, its fact in words. */
export type ShownEntry = Stored<typeof shownEntrySchema>;

export const shownCancellationSchema = record(() => ({
  state: z.literal('cancelled'),
  at: instant,
  reason: z.string(),
  explanation: z.string(),
  checks: z.array(limitCheckSchema),
}));

/** A cancellation, its facts in words. */
export type ShownCancellation = Stored<typeof shownCancellationSchema>;
