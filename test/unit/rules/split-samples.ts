import type { RuleDecision } from '../../../treasury/decisions/decision.ts';
import type { ShownRuleDecision } from '../../../treasury/decisions/shown-decision.ts';
import type { PartOfRun } from '../../../treasury/instructions/instruction.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import type { RuleSplit } from '../../../treasury/policy/split-schema.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { ACCOUNT, account, rule } from '../../samples/policy.ts';

/* A rule that divides what it takes among three accounts. */

export const SECOND = account({ id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02', label: 'Exchange' });
export const THIRD = account({ id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a03', label: 'Payroll' });
export const ACCOUNTS: readonly RegisteredAccount[] = [ACCOUNT, SECOND, THIRD];

export function byWeights(...percents: readonly [string, string, string]): RuleSplit {
  return {
    kind: 'weights',
    parts: ACCOUNTS.map(({ id: withdrawalAccountId }, index) => ({
      withdrawalAccountId,
      percent: percents[index] ?? '0',
    })),
  };
}

export function byAmounts(first: string, second: string): RuleSplit {
  return {
    kind: 'amounts',
    parts: [
      { withdrawalAccountId: ACCOUNT.id, amount: first },
      { withdrawalAccountId: SECOND.id, amount: second },
      { withdrawalAccountId: THIRD.id },
    ],
  };
}

/** 15 BTC of 20: 7.5, 4.5 and 3. */
export function splitRule(change: Partial<SweepRule> = {}): SweepRule {
  return rule({ split: byWeights('50', '30', '20'), ...change });
}

export function accountsById(
  accounts: readonly RegisteredAccount[] = ACCOUNTS,
): ReadonlyMap<string, RegisteredAccount> {
  return new Map(accounts.map((each) => [each.id, each]));
}

/** The part of a decision as its instruction carries it. */
export function partOf(
  decision: RuleDecision | ShownRuleDecision,
  part: number,
  of = 3,
): PartOfRun {
  if (decision.outcome !== 'sweep') throw new Error('nothing is swept');
  const parts = (decision.parts ?? []).map(({ needsApproval: _, instructionId = '', ...each }) => ({
    ...each,
    instructionId,
  }));
  return { part, of, total: decision.amount, parts };
}
