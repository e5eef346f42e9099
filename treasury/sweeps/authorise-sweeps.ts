import type { RuleDecision } from '../decisions/decision.ts';
import type { Policy } from '../policy/policy.ts';
import { ownCalendarsOf } from '../policy/rule-calendars.ts';
import { type BasisJudgement, type DecisionBasis, judgeBasis } from '../sealing/decision-basis.ts';
import type { SealedLedger } from '../sealing/policy-seals.ts';
import type { Seals } from '../seals/ports.ts';
import type { SweepDecision } from './propose.ts';
import { type Settled, settleAll } from './settle-all.ts';

/** The versions of the policy that a sealed instruction rests on. */
export type SweepPins = (BasisJudgement & { readonly ok: true })['pins'];

/** By rule: whether the policy behind a sweep is sealed, or why the keys did not say. */
export type Judgements = ReadonlyMap<string, Settled<BasisJudgement>>;

/**
 * Verifies the policy behind each sweep. Without a sweep no key is used. A key that cannot be reached stops the
 * sweeps that need it, and no other.
 */
export async function judgeSweeps(
  seals: Seals,
  ledger: SealedLedger & { readonly policy: Policy },
  decisions: readonly RuleDecision[],
): Promise<Judgements> {
  const sweeps = decisions.filter(isSweep);
  const judged = await settleAll(sweeps, (decision) =>
    judgeBasis(seals, ledger, basisOf(decision, ledger.policy)),
  );
  return new Map(
    sweeps.flatMap(({ ruleId }, index) => {
      const judgement = judged[index];
      return judgement === undefined ? [] : [[ruleId, judgement] as const];
    }),
  );
}

export function isSweep(decision: RuleDecision): decision is SweepDecision {
  return decision.outcome === 'sweep';
}

function basisOf(
  { ruleId, withdrawalAccountId, into }: RuleDecision,
  { controls, rules, accounts, calendars: own = [] }: Policy,
): DecisionBasis {
  const rule = rules.find(({ id }) => id === ruleId);
  const account = accounts.find(({ id }) => id === withdrawalAccountId);
  if (controls === null || rule === undefined) {
    throw new Error(`rule ${ruleId} decided to sweep without controls or rule`);
  }
  const calendars = ownCalendarsOf(rule, own);
  if (into !== undefined) return { controls, rule, calendars };
  if (account === undefined) throw new Error(`rule ${ruleId} decided to sweep without account`);
  return { controls, rule, account, calendars };
}

/** The sweep that a seal does not cover. It stays due: neither the balance nor a limit is in the way. */
export function disarmed(
  decision: SweepDecision,
  { message }: BasisJudgement & { readonly ok: false },
): RuleDecision {
  const { outcome: _outcome, amount: _amount, needsApproval: _needs, ...base } = decision;
  const consumesOccurrence = false;
  const reason = 'disarmed';
  return { ...base, consumesOccurrence, outcome: 'no-sweep', reason, explanation: message };
}
