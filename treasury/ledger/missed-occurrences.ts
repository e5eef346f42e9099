import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { missedSchema } from '../schedules/missed.ts';
import { instant } from '../time/instant-schema.ts';

export const missedOccurrencesSchema = record(() => ({
  tenant: z.string(),
  /** The tick of the snapshot that was decided; with rule and tenant it is the identity. */
  snapshot: instant,
  ruleId: z.string(),
  ruleVersion: z.int().check(z.positive()),
  currency: z.string(),
  decidedAt: instant,
  missed: missedSchema,
}));

/** Occurrences of a rule's schedule that its rule will never carry out. The record stays when the run has expired. */
export type MissedOccurrences = Stored<typeof missedOccurrencesSchema>;
