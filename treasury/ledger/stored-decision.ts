import * as z from 'zod/mini';
import { ruleDecisionSchema } from '../decisions/decision.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const storedDecisionSchema = record({
  tenant: z.string(),
  /** The snapshot's tick that the run belongs to; with rule and tenant it is the identity. */
  snapshot: instant,
  decision: ruleDecisionSchema,
  /** Set if the decision became an instruction. */
  instructionId: z.exactOptional(z.string()),
});

/** A run's decision about a rule, kept for every run. */
export type StoredDecision = Stored<typeof storedDecisionSchema>;
