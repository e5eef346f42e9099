import { formatDecimal } from '../money/decimal-text.ts';
import { compare, type Money, money } from '../money/money.ts';
import { parseSchedule } from '../rules/schedule.ts';
import { smallestSweep } from '../rules/sweep-amount.ts';
import { MAX_RULES_PER_CURRENCY } from './policy-limits.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import type { PolicyFile, RegisteredAccountDraft, SweepRuleDraft } from './policy-schema.ts';

/** What must hold between the fields of a policy whose shape is right. Empty: everything does. */
export function policyRuleProblems({
  accounts,
  rules,
}: Pick<PolicyFile, 'accounts' | 'rules'>): readonly PolicyProblem[] {
  // The service does not tell uuids apart by case, so neither may a policy.
  const accountIds = accounts.map(({ id }) => id.toLowerCase());
  return [
    ...duplicates(accountIds, 'accounts'),
    ...duplicates(
      rules.map(({ id }) => id),
      'rules',
    ),
    ...tooManyOfACurrency(rules),
    ...rules.flatMap((rule, index) =>
      ruleProblems(rule, accounts).map((problem) => ({
        ...problem,
        path: `rules[${index}].${problem.path}`,
      })),
    ),
  ];
}

/** What must hold between the fields of one rule, and with the accounts there are. */
export function ruleProblems(
  rule: SweepRuleDraft,
  accounts: readonly RegisteredAccountDraft[],
): readonly PolicyProblem[] {
  return [
    ...destinationProblems(rule, accounts),
    ...amountProblems(rule),
    ...scheduleProblems(rule),
    ...backoffProblems(rule),
  ];
}

function destinationProblems(
  { withdrawalAccountId, currency }: SweepRuleDraft,
  accounts: readonly RegisteredAccountDraft[],
): readonly PolicyProblem[] {
  const account = accounts.find(({ id }) => id === withdrawalAccountId);
  if (account === undefined) {
    const accepted = 'the id of one of the accounts, letter for letter';
    return [{ path: 'withdrawalAccountId', seen: showValue(withdrawalAccountId), accepted }];
  }
  if (account.currency === currency) return [];
  const accepted = `${showValue(account.currency)}, the currency of "${account.label}"`;
  return [{ path: 'currency', seen: showValue(currency), accepted }];
}

/** A limit that no amount could ever satisfy is a mistake, not a rule that never sweeps. */
function amountProblems(rule: SweepRuleDraft): readonly PolicyProblem[] {
  const smallest = smallestSweep(rule);
  const room = (path: string, text: string | undefined) =>
    text === undefined ? [] : atLeast(path, text, smallest);
  const { allocation, budgets, keep, threshold } = rule;
  return [
    ...(compare(money(rule.currency, keep), money(rule.currency, threshold)) > 0
      ? [{ path: 'keep', seen: showValue(keep), accepted: `at most the threshold, ${threshold}` }]
      : []),
    ...room('maximum', rule.maximum),
    ...room('budgets.per24Hours', budgets.per24Hours),
    ...room('budgets.per30Days', budgets.per30Days),
    ...room('allocation.amount', allocation.kind === 'fixed' ? allocation.amount : undefined),
  ];
}

function atLeast(path: string, text: string, smallest: Money): readonly PolicyProblem[] {
  if (compare(money(smallest.currency, text), smallest) >= 0) return [];
  const accepted = `at least ${formatDecimal(smallest.amount)}, the smallest sweep by minimum and step`;
  return [{ path, seen: showValue(text), accepted }];
}

function scheduleProblems({ schedule }: SweepRuleDraft): readonly PolicyProblem[] {
  const parsed = parseSchedule(schedule);
  if (parsed.ok) return [];
  const { field, seen, accepted } = parsed;
  return [{ path: `schedule.${field}`, seen: showValue(seen), accepted }];
}

function backoffProblems({ backoff }: SweepRuleDraft): readonly PolicyProblem[] {
  const { firstSeconds, maximumSeconds } = backoff;
  if (firstSeconds <= maximumSeconds) return [];
  const accepted = `at most maximumSeconds, ${maximumSeconds}`;
  return [{ path: 'backoff.firstSeconds', seen: `${firstSeconds}`, accepted }];
}

function duplicates(ids: readonly string[], list: string): readonly PolicyProblem[] {
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (first === index) return [];
    const accepted = `an id of its own; ${list}[${first}] has this one`;
    return [{ path: `${list}[${index}].id`, seen: showValue(id), accepted }];
  });
}

function tooManyOfACurrency(rules: readonly SweepRuleDraft[]): readonly PolicyProblem[] {
  const byCurrency = Map.groupBy(rules, ({ currency }) => currency);
  return [...byCurrency]
    .filter(([, { length }]) => length > MAX_RULES_PER_CURRENCY)
    .map(([currency, { length }]) => ({
      path: 'rules',
      seen: `${length} rules for ${currency}`,
      accepted: `at most ${MAX_RULES_PER_CURRENCY} rules per currency`,
    }));
}
