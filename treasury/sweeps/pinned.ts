import type { RuleDecision } from '../decisions/decision.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';

/** What a decision rests on that stays from tick to tick: its rule and the accounts that the rule names, without their seals. */
export function pinnedBy(policy: Policy, { ruleId }: Pick<RuleDecision, 'ruleId'>): object {
  const rule = [...policy.rules, ...(policy.unreadableRules ?? [])].find(({ id }) => id === ruleId);
  if (rule === undefined) return {};
  const { seal: _, split, ...said }: Partial<SweepRule> = rule;
  const ids = [rule, ...(split?.parts ?? [])].flatMap(({ withdrawalAccountId }) =>
    withdrawalAccountId === undefined ? [] : [accountKey(withdrawalAccountId)],
  );
  const accounts = policy.accounts
    .filter(({ id }) => ids.includes(accountKey(id)))
    .map(({ id, label, status, currency }) => ({ id, label, status, currency }));
  return { ...said, ...(split === undefined ? {} : { split }), accounts };
}
