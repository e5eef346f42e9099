import type { RuleDecision } from '../decisions/decision.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import { type BasisJudgement, type DecisionBasis, judgeBasis } from '../sealing/decision-basis.ts';
import { sealedInstruction } from '../sealing/instruction-seals.ts';
import type { SealedLedger } from '../sealing/policy-seals.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { Seals } from '../seals/ports.ts';

/** A decision, and the instruction that would follow from it. */
interface Evaluated {
  readonly decision: RuleDecision;
  readonly proposed: Instruction | null;
}

interface Authorised {
  readonly decisions: readonly RuleDecision[];
  /** Sealed. */
  readonly proposed: readonly Instruction[];
  /** The halt, where a seal does not hold. */
  readonly tampering: readonly LedgerWrite[];
}

/**
 * What would be sent is sealed, if the policy that it was decided on is. Where nothing would be, no key is asked for
 * anything. Throws where the keys cannot be asked: nothing of this currency is written then, and its occurrences stay
 * due.
 */
export async function authorise(
  seals: Seals,
  ledger: SealedLedger & { readonly policy: Policy },
  evaluated: readonly Evaluated[],
): Promise<Authorised> {
  const decisions: RuleDecision[] = [];
  const proposed: Instruction[] = [];
  const tampering: LedgerWrite[] = [];
  for (const { decision, proposed: instruction } of evaluated) {
    if (decision.outcome !== 'sweep' || instruction === null) {
      decisions.push(decision);
      continue;
    }
    const basis = basisOf(decision, ledger.policy);
    const judged = await judgeBasis(seals, ledger, basis);
    if (judged.ok) {
      const { epoch } = ledger;
      const at = decision.decidedAt;
      decisions.push(decision);
      proposed.push(await sealedInstruction(seals, instruction, { epoch, at, pins: judged.pins }));
      continue;
    }
    decisions.push(disarmed(decision, judged));
    if (judged.verdict === 'invalid' && tampering.length === 0) {
      tampering.push(tamperingHalt(instruction.id, judged.words, decision.decidedAt));
    }
  }
  return { decisions, proposed, tampering };
}

function basisOf(
  { ruleId, withdrawalAccountId }: RuleDecision,
  { controls, rules, accounts }: Policy,
): DecisionBasis {
  const rule = rules.find(({ id }) => id === ruleId);
  const account = accounts.find(({ id }) => id === withdrawalAccountId);
  if (controls === null || rule === undefined || account === undefined) {
    throw new Error(`rule ${ruleId} decided to sweep without controls, rule or account`);
  }
  return { controls, rule, account };
}

/** It stays due: what is in the way is nothing of the balance or the limits. */
function disarmed(
  decision: RuleDecision & { readonly outcome: 'sweep' },
  { words }: BasisJudgement & { readonly ok: false },
): RuleDecision {
  const { outcome: _outcome, amount: _amount, needsApproval: _needs, ...base } = decision;
  const consumesOccurrence = false;
  const reason = 'disarmed';
  return { ...base, consumesOccurrence, outcome: 'no-sweep', reason, explanation: words };
}
