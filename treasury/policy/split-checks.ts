import { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import type { RegisteredAccountDraft, SweepRuleDraft } from './policy-schema.ts';
import { accountKey } from './registered-account.ts';
import { destinationsOf } from './rule-split.ts';
import type { RuleSplit } from './split-schema.ts';

/** The conditions between the parts of a split, the rule and the accounts. The rule's own account is checked before. */
export function splitProblems(
  rule: SweepRuleDraft,
  accounts: readonly RegisteredAccountDraft[],
): readonly PolicyProblem[] {
  const { split } = rule;
  if (split === undefined) return [];
  return [
    ...firstProblems(rule),
    ...countProblems(rule),
    ...destinationsOf(rule).flatMap((id, index) => [
      ...(index === 0 ? [] : accountProblems(rule, accounts, id, index)),
      ...twinProblems(destinationsOf(rule), index),
    ]),
    ...(split.kind === 'weights' ? weightProblems(split) : amountProblems(split, rule.step)),
  ];
}

/** The rule's own account is the one by which everything else names it: it is never left out of its own split. */
function firstProblems({ withdrawalAccountId, split }: SweepRuleDraft): readonly PolicyProblem[] {
  const first = split?.parts[0]?.withdrawalAccountId ?? '';
  if (first === withdrawalAccountId) return [];
  const accepted = `${showValue(withdrawalAccountId)}, the rule's own withdrawalAccountId, in the first part`;
  return [{ path: pathOf(0, 'withdrawalAccountId'), seen: showValue(first), accepted }];
}

/** A run leaves whole or not at all: with fewer withdrawals than parts none ever would. */
function countProblems({ split, withdrawalsPer24Hours }: SweepRuleDraft): readonly PolicyProblem[] {
  const parts = split?.parts.length ?? 0;
  if (withdrawalsPer24Hours === undefined || withdrawalsPer24Hours >= parts) return [];
  const seen = showValue(withdrawalsPer24Hours);
  return [
    { path: 'withdrawalsPer24Hours', seen, accepted: `at least ${parts}, one for each part` },
  ];
}

function accountProblems(
  { currency }: SweepRuleDraft,
  accounts: readonly RegisteredAccountDraft[],
  id: string,
  index: number,
): readonly PolicyProblem[] {
  const path = pathOf(index, 'withdrawalAccountId');
  const account = accounts.find((each) => accountKey(each.id) === accountKey(id));
  if (account === undefined) {
    return [{ path, seen: showValue(id), accepted: 'the id of one of the accounts' }];
  }
  if (account.currency === currency) return [];
  const seen = `"${account.label}", an account for ${account.currency}`;
  return [{ path, seen, accepted: `an account for ${currency}, the currency of the rule` }];
}

function twinProblems(ids: readonly string[], index: number): readonly PolicyProblem[] {
  const keys = ids.map(accountKey);
  const first = keys.indexOf(keys[index] ?? '');
  if (first === index) return [];
  const accepted = `an account of its own; parts[${first}] has this one`;
  return [{ path: pathOf(index, 'withdrawalAccountId'), seen: showValue(ids[index]), accepted }];
}

function weightProblems({
  parts,
}: RuleSplit & { readonly kind: 'weights' }): readonly PolicyProblem[] {
  const sum = parts.reduce((all, { percent }) => all.plus(decimalOf(percent)), new Decimal(0));
  if (sum.equals(100)) return [];
  const accepted = 'percentages that add to exactly 100';
  return [{ path: 'split.parts', seen: `percentages that add to ${formatDecimal(sum)}`, accepted }];
}

function amountProblems(
  { parts }: RuleSplit & { readonly kind: 'amounts' },
  step: string,
): readonly PolicyProblem[] {
  return parts.flatMap(({ amount }, index) => {
    const path = pathOf(index, 'amount');
    if (index === parts.length - 1) {
      if (amount === undefined) return [];
      return [{ path, seen: showValue(amount), accepted: 'none: the last part takes the rest' }];
    }
    if (amount === undefined) {
      return [{ path, seen: 'none', accepted: 'an amount; the last part alone takes the rest' }];
    }
    if (decimalOf(amount).modulo(decimalOf(step)).isZero()) return [];
    return [{ path, seen: showValue(amount), accepted: `a multiple of the step, ${step}` }];
  });
}

function pathOf(index: number, field: string): string {
  return `split.parts[${index}].${field}`;
}
