import { decimalOf } from '../money/decimal-text.ts';
import { answeredTerms, type ServiceAmounts } from './answered-amounts.ts';
import type { PolicyProblem } from './policy-problem.ts';
import type { RegisteredAccountDraft, SweepRuleDraft } from './policy-schema.ts';
import { paysTo } from './rule-split.ts';

interface Terms {
  readonly answeredAmounts?: ServiceAmounts;
}

/** A rule whose step has more digits than the service carries out would sweep amounts that no answer can state. */
export function stepProblems(
  rule: SweepRuleDraft,
  accounts: readonly RegisteredAccountDraft[],
  controls: Terms | null,
): readonly PolicyProblem[] {
  const [finest] = accounts
    .filter(({ id }) => paysTo(rule, id))
    .flatMap((account) => answeredTerms(controls ?? {}, account).digits ?? [])
    .sort((left, right) => left - right);
  if (finest === undefined || decimalOf(rule.step).decimalPlaces() <= finest) return [];
  const accepted = `at most ${finest} fraction digits, to which the service cuts amounts (answeredAmounts)`;
  return [{ path: 'step', seen: `"${rule.step}"`, accepted }];
}

/** The same of the rules that are there, where the terms change. */
export function digitsProblems(
  rules: readonly SweepRuleDraft[],
  accounts: readonly RegisteredAccountDraft[],
  controls: Terms | null,
): readonly PolicyProblem[] {
  return rules.flatMap((rule) =>
    stepProblems(rule, accounts, controls).map(({ accepted }) => ({
      path: 'answeredAmounts.digits',
      seen: `the step ${rule.step} of rule "${rule.id}"`,
      accepted: `a step with ${accepted}`,
    })),
  );
}
