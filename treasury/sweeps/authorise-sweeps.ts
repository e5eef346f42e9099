import { type Settled, settleAll } from '../concurrency/settle-all.ts';
import type { RuleDecision } from '../decisions/decision.ts';
import type { Policy } from '../policy/policy.ts';
import { ownCalendarsOf } from '../policy/rule-calendars.ts';
import {
  type BasisJudgement,
  type DecisionBasis,
  judgeAccount,
  judgeBasis,
} from '../sealing/decision-basis.ts';
import type { SealedLedger } from '../sealing/policy-seals.ts';
import type { Seals } from '../seals/ports.ts';
import type { SweepDecision } from './propose.ts';

/** The versions of the policy that a sealed instruction rests on. */
export type SweepPins = (BasisJudgement & { readonly ok: true })['pins'];

/** Whether the policy behind a sweep is sealed: for each of its payments, by account. */
export type SweepJudgement =
  | { readonly ok: true; readonly pins: ReadonlyMap<string, SweepPins> }
  | (BasisJudgement & { readonly ok: false });

/** By rule: whether the policy behind a sweep is sealed, or why the keys did not say. */
export type Judgements = ReadonlyMap<string, Settled<SweepJudgement>>;

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
  const judged = await settleAll(sweeps, (decision) => judgeSweep(seals, ledger, decision));
  return new Map(
    sweeps.flatMap(({ ruleId }, index) => {
      const judgement = judged[index];
      return judgement === undefined ? [] : [[ruleId, judgement] as const];
    }),
  );
}

/** One account of a split whose seal does not hold disarms the whole run. */
async function judgeSweep(
  seals: Seals,
  ledger: SealedLedger & { readonly policy: Policy },
  decision: SweepDecision,
): Promise<SweepJudgement> {
  const pins = new Map<string, SweepPins>();
  let first: SweepPins | null = null;
  for (const accountId of accountsOf(decision)) {
    const basis = basisOf(decision, accountId, ledger.policy);
    // Controls and rule are the same for every part: they are verified with the first.
    const judgement: BasisJudgement =
      first === null || basis.account === undefined
        ? await judgeBasis(seals, ledger, basis)
        : await judgeAccount(seals, ledger, first, basis.account);
    if (!judgement.ok) return judgement;
    first ??= judgement.pins;
    pins.set(accountId, judgement.pins);
  }
  return { ok: true, pins };
}

/** A conversion pays to no account: its pins stand under none. */
export const NO_ACCOUNT = '';

function accountsOf({ parts, withdrawalAccountId = NO_ACCOUNT }: SweepDecision): readonly string[] {
  return parts?.map((part) => part.withdrawalAccountId) ?? [withdrawalAccountId];
}

export function isSweep(decision: RuleDecision): decision is SweepDecision {
  return decision.outcome === 'sweep';
}

function basisOf(
  { ruleId, into }: RuleDecision,
  accountId: string,
  { controls, rules, accounts, calendars: own = [] }: Policy,
): DecisionBasis {
  const rule = rules.find(({ id }) => id === ruleId);
  const account = accounts.find(({ id }) => id === accountId);
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
  { why }: SweepJudgement & { readonly ok: false },
): RuleDecision {
  return { ...withoutSweep(decision), consumesOccurrence: false, reason: 'disarmed', why };
}

/** A decision of which nothing leaves after all: the reason for it is still to be said. */
export function withoutSweep(decision: SweepDecision) {
  const { amount: _, needsApproval: __, parts: ___, trade: ____, sweep: _____, ...base } = decision;
  return { ...base, outcome: 'no-sweep' as const };
}
