import * as z from 'zod/mini';
import { ruleDecisionSchema } from '../decisions/decision.ts';
import { shownRuleDecisionSchema } from '../decisions/shown-decision.ts';
import type { Language, Reader } from '../facts/sentences/language.ts';
import { showDecision } from '../facts/sentences/say/show-decision.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

const recordedDecision = {
  decision: ruleDecisionSchema,
  /** Set if the decision became an instruction. */
  instructionId: z.exactOptional(z.string()),
};

export const storedDecisionSchema = record(() => ({
  tenant: z.string(),
  /** The snapshot's tick that the run belongs to; with rule and tenant it is the identity. */
  snapshot: instant,
  ...recordedDecision,
}));

/** What a run decided about a rule. */
export type StoredDecision = Stored<typeof storedDecisionSchema>;

export const shownDecisionSchema = record(() => ({
  ...storedDecisionSchema.shape,
  decision: shownRuleDecisionSchema,
}));

/** The same in words. */
export type ShownDecision = Stored<typeof shownDecisionSchema>;

export function showStored(
  stored: StoredDecision,
  reader: Language | Reader = 'en',
): ShownDecision {
  return { ...stored, decision: showDecision(stored.decision, reader) };
}

export const decisionRunSchema = record(() => ({
  tenant: z.string(),
  /** The tick of the snapshot that the rules were evaluated on. */
  snapshot: instant,
  /**
   * From 0. A run is one part unless its instructions do not fit into one transaction. Part n is written only by a run
   * that has read the parts before it, so no rule is decided twice on one snapshot.
   */
  part: z.int().check(z.nonnegative()),
  decisions: z.array(record(() => recordedDecision)),
}));

/** The decisions about all rules on one snapshot, or a part of them, as one record. */
export type DecisionRun = Stored<typeof decisionRunSchema>;

/** The decisions of a run, each by itself. */
export function decisionsOf({
  tenant,
  snapshot,
  decisions,
}: DecisionRun): readonly StoredDecision[] {
  return decisions.map((each) => ({ ...each, tenant, snapshot }));
}
