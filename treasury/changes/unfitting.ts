import type { Policy } from '../policy/policy.ts';
import { ruleProblems } from '../policy/policy-cross-checks.ts';
import { MAX_ACCOUNTS, MAX_RULES, MAX_RULES_PER_CURRENCY } from '../policy/policy-limits.ts';
import { type PolicyProblem, showValue } from '../policy/policy-problem.ts';
import { accountDraftOf, ruleDraftOf, type Wanted } from './drafts.ts';
import { currenciesOf } from './writes-of.ts';

/** Currencies armed by one change at most: each is a write of its transaction, which has 100. */
const MAX_NEW_LANES = 40;

/**
 * What must hold between a piece of policy and the rest of it, and does not. What was wrong before in
 * the very same way is left out: it must not keep anybody from switching a rule off.
 */
export function unfitting(
  wanted: Wanted,
  policy: Policy,
  armed: readonly string[],
): readonly PolicyProblem[] {
  const wrong = [...problemsOf(wanted, policy), ...newLaneProblems(wanted, armed)];
  const before = standingIn(wanted, policy);
  if (before === null) return wrong;
  const known = problemsOf(before, policy).map(textOf);
  return wrong.filter((problem) => !known.includes(textOf(problem)));
}

function problemsOf(wanted: Wanted, policy: Policy): readonly PolicyProblem[] {
  switch (wanted.kind) {
    case 'rule': {
      const others = policy.rules.filter(({ id }) => id !== wanted.after.id);
      const { currency } = wanted.after;
      const ofCurrency = others.filter((rule) => rule.currency === currency);
      return [
        ...ruleProblems(wanted.after, policy.accounts.map(accountDraftOf)),
        ...tooMany('id', others.length, MAX_RULES, 'rules'),
        ...tooMany('currency', ofCurrency.length, MAX_RULES_PER_CURRENCY, `rules for ${currency}`),
      ];
    }
    case 'account':
      return accountProblems(wanted, policy);
    case 'controls':
      return [];
    default:
      return wanted satisfies never;
  }
}

function accountProblems(
  { after }: Wanted & { readonly kind: 'account' },
  { accounts, rules }: Policy,
): readonly PolicyProblem[] {
  const others = accounts.filter(({ id }) => id !== after.id);
  // The service does not tell uuids apart by case, so neither may a policy.
  const twin = others.find(({ id }) => id.toLowerCase() === after.id.toLowerCase());
  const users = rules.filter(
    (rule) => rule.withdrawalAccountId === after.id && rule.currency !== after.currency,
  );
  return [
    ...(twin === undefined
      ? []
      : [{ path: 'id', seen: showValue(after.id), accepted: `no other spelling of ${twin.id}` }]),
    ...users.map(({ id, currency }) => ({
      path: 'currency',
      seen: showValue(after.currency),
      accepted: `${showValue(currency)}, the currency of rule "${id}" that pays to it`,
    })),
    ...tooMany('id', others.length, MAX_ACCOUNTS, 'accounts'),
  ];
}

function newLaneProblems(wanted: Wanted, armed: readonly string[]): readonly PolicyProblem[] {
  const fresh = currenciesOf(wanted).filter((currency) => !armed.includes(currency));
  if (fresh.length <= MAX_NEW_LANES) return [];
  const accepted = `at most ${MAX_NEW_LANES} currencies at once that were never used before`;
  return [{ path: 'trades.instruments', seen: `${fresh.length} such currencies`, accepted }];
}

function tooMany(
  path: string,
  others: number,
  maximum: number,
  what: string,
): readonly PolicyProblem[] {
  if (others < maximum) return [];
  return [{ path, seen: `${others + 1} ${what}`, accepted: `at most ${maximum} ${what}` }];
}

function standingIn(wanted: Wanted, { rules, accounts }: Policy): Wanted | null {
  if (wanted.kind === 'controls') return null;
  const { id } = wanted.after;
  if (wanted.kind === 'rule') {
    const rule = rules.find((each) => each.id === id);
    return rule === undefined ? null : { kind: 'rule', after: ruleDraftOf(rule) };
  }
  const account = accounts.find((each) => each.id === id);
  return account === undefined ? null : { kind: 'account', after: accountDraftOf(account) };
}

function textOf({ path, seen }: PolicyProblem): string {
  return `${path}: ${seen}`;
}
