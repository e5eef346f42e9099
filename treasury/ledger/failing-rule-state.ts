import * as z from 'zod/mini';
import { stopFactSchema } from '../facts/stop-fact.ts';
import { FAILURE_OUTCOMES } from '../instructions/lane.ts';
import { seenFields } from '../outcomes/outcome.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const failingRuleStateSchema = record(() => ({
  tenant: z.string(),
  ruleId: z.string(),
  currency: z.string(),
  /** failing: several of it in a row did not leave. over: one has left since, or the rule asks for none any more. */
  state: z.enum(['failing', 'over']),
  /** When the last of them ended; when it was over. */
  at: instant,
  /** The label of the account, or the currency that it converts into. */
  to: z.string(),
  failures: z.int().check(z.positive()),
  /** The first of them ended then. */
  since: instant,
  instructionId: z.string(),
  outcome: z.enum(FAILURE_OUTCOMES),
  reason: z.string(),
  /** As in the lane's row. */
  ...seenFields,
  why: z.exactOptional(stopFactSchema),
  version: z.int().check(z.positive()),
}));

/** Whether a rule is known as one of which nothing leaves; there is none as long as it never was. */
export type FailingRuleState = Stored<typeof failingRuleStateSchema>;
