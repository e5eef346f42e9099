import { isValueLimit, type Limit } from './limit.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import type { SweepRuleDraft } from './policy-schema.ts';

/** Rules named in one refusal at most. */
const MAX_NAMED_RULES = 10;

type RuleLimitFields = Pick<
  SweepRuleDraft,
  'threshold' | 'keep' | 'minimum' | 'maximum' | 'budgets' | 'approvalAbove'
>;

/** A value is understood in the reporting currency alone. `reportingCurrency`: null without controls, absent if not known. */
export function valueCurrencyProblems(
  rule: SweepRuleDraft,
  reportingCurrency: string | null | undefined,
): readonly PolicyProblem[] {
  if (reportingCurrency === undefined) return [];
  return limitPaths(rule).flatMap(([path, limit]) => {
    if (!isValueLimit(limit) || limit.in === reportingCurrency) return [];
    const accepted =
      reportingCurrency === null
        ? 'an amount: without controls there is no reporting currency'
        : `${showValue(reportingCurrency)}, the reporting currency`;
    return [{ path: `${path}.in`, seen: showValue(limit.in), accepted }];
  });
}

/** Values of rules keep their meaning: the reporting currency that they are in stays, as long as there are any. */
export function reportingCurrencyProblems(
  reportingCurrency: string,
  rules: readonly Pick<SweepRuleDraft, 'id' | keyof RuleLimitFields>[],
): readonly PolicyProblem[] {
  const other = rules.flatMap((rule) => {
    const limits = limitPaths(rule).flatMap(([, limit]) => (isValueLimit(limit) ? [limit.in] : []));
    const into = limits.find((each) => each !== reportingCurrency);
    return into === undefined ? [] : [{ id: rule.id, into }];
  });
  const [first] = other;
  if (first === undefined) return [];
  const names = other.slice(0, MAX_NAMED_RULES).map(({ id }) => `"${id}"`);
  const more = other.length > names.length ? ` and ${other.length - names.length} more` : '';
  const accepted = `${showValue(first.into)} as long as limits by value are in it, of ${names.join(', ')}${more}`;
  return [{ path: 'reportingCurrency', seen: showValue(reportingCurrency), accepted }];
}

/**
 * Snapshots and reports value in the stage's currency. Controls in another one would measure limits in that, beside totals
 * that say something else. `stage`: absent where it is not known.
 */
export function otherCurrencyThanOfStage(
  own: string,
  stage: string | undefined,
): readonly PolicyProblem[] {
  if (stage === undefined || own === stage) return [];
  const accepted = `${showValue(stage)}, the reporting currency of the stage`;
  return [{ path: 'reportingCurrency', seen: showValue(own), accepted }];
}

function limitPaths(
  rule: RuleLimitFields,
): readonly (readonly [path: string, limit: Limit | undefined])[] {
  return [
    ['threshold', rule.threshold],
    ['keep', rule.keep],
    ['minimum', rule.minimum],
    ['maximum', rule.maximum],
    ['budgets.per24Hours', rule.budgets.per24Hours],
    ['budgets.per30Days', rule.budgets.per30Days],
    ['approvalAbove', rule.approvalAbove],
  ];
}
