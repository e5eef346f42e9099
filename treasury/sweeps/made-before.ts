import type { RuleDecision } from '../decisions/decision.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { withoutSweep } from './authorise-sweeps.ts';

/** By rule: an instruction that is on record for the very occurrence that was decided, and that the lane knows nothing of. */
export type MadeBefore = ReadonlyMap<string, Instruction>;

/**
 * Which of these proposals are on record already. Their ids are fixed by rule and occurrence, so the ledger takes none of
 * them twice; a lane that has lost its last occurrence would have them decided, and refused, in every run.
 */
export async function readMadeBefore(
  ledger: Pick<Ledger, 'readInstruction'>,
  tenant: string,
  proposed: readonly Instruction[],
): Promise<MadeBefore> {
  const found = await Promise.all(
    proposed.map(async ({ id }) => await ledger.readInstruction(tenant, id)),
  );
  return new Map(
    found.flatMap((instruction) =>
      instruction?.origin.kind === 'sweep' ? [[instruction.origin.ruleId, instruction]] : [],
    ),
  );
}

/** The decision as it is; or why nothing leaves on it: the occurrence was decided before. It is used up, which mends the lane. */
export function unlessMadeBefore(decision: RuleDecision, madeBefore: MadeBefore): RuleDecision {
  const made = madeBefore.get(decision.ruleId);
  if (decision.outcome !== 'sweep' || made?.origin.kind !== 'sweep') return decision;
  if (made.origin.occurrence !== decision.occurrence) return decision;
  const why = {
    code: 'made-before',
    currency: decision.currency,
    instructionId: made.id,
    state: made.status.state,
  } as const;
  return {
    ...withoutSweep(decision),
    consumesOccurrence: true,
    reason: 'not-scheduled',
    why,
  };
}
