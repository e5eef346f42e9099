import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { missedSchema } from '../schedules/missed.ts';
import { instant } from '../time/instant-schema.ts';

/** How an instruction ends from which nothing left, and that no person ended. */
export const ENDED_UNSENT = ['cancelled', 'not-sent', 'rejected', 'expired', 'released'] as const;
export type EndedUnsent = (typeof ENDED_UNSENT)[number];

export const missedOccurrencesSchema = record(() => ({
  tenant: z.string(),
  /** The tick of the snapshot that was decided; with rule and tenant it is the identity. */
  snapshot: instant,
  ruleId: z.string(),
  ruleVersion: z.int().check(z.positive()),
  currency: z.string(),
  decidedAt: instant,
  missed: missedSchema,
  /** Of an occurrence that was decided: the instruction that ended without anything having left. */
  ended: z.exactOptional(
    record(() => ({
      instructionId: z.string(),
      state: z.enum(ENDED_UNSENT),
      /** The code of the end, or the status of the service's answer. */
      reason: z.string(),
    })),
  ),
}));

/** Occurrences of a rule's schedule that its rule will never carry out. The record stays when the run has expired. */
export type MissedOccurrences = Stored<typeof missedOccurrencesSchema>;
