import { isValueLimit, type Limit } from '../policy/limit.ts';
import type { RollingBudgets, SweepRule } from '../policy/sweep-rule.ts';

/** The fields of a rule that may be a value instead of an amount. */
export interface RuleLimits {
  readonly currency: string;
  readonly threshold: Limit;
  readonly keep: Limit;
  readonly minimum: Limit;
  readonly maximum?: Limit;
  readonly budgets: { readonly per24Hours?: Limit; readonly per30Days?: Limit };
  readonly approvalAbove?: Limit;
}

/** The same fields, all of them amounts: decimal text in the rule's currency. */
interface Amounts {
  readonly threshold: string;
  readonly keep: string;
  readonly minimum: string;
  readonly maximum?: string;
  readonly budgets: { readonly per24Hours?: string; readonly per30Days?: string };
  readonly approvalAbove?: string;
}

/** A rule whose limits are all amounts in its currency, as decisions calculate with them. Everything else is unchanged. */
export type InAmounts<Rule extends RuleLimits> = Omit<Rule, keyof Amounts> & Amounts;

/** A sweep rule in amounts: every calculation is made with one. */
export type AmountRule = InAmounts<SweepRule>;

/**
 * The limits in the order in which they are checked, under the names of their checks. A floor holds back the more the
 * higher it is, a cap the lower it is.
 */
export const LIMIT_SIDES = {
  threshold: 'floor',
  keep: 'floor',
  maximum: 'cap',
  'budget-24h': 'cap',
  'budget-30d': 'cap',
  minimum: 'floor',
  approval: 'cap',
} as const;

export type LimitSide = 'floor' | 'cap';
export type RuleLimitName = keyof typeof LIMIT_SIDES;

/** The limits of a rule by the names of their checks; undefined: the rule sets no such limit. */
export function limitsOf(rule: RuleLimits): Readonly<Record<RuleLimitName, Limit | undefined>> {
  return {
    threshold: rule.threshold,
    keep: rule.keep,
    maximum: rule.maximum,
    'budget-24h': rule.budgets.per24Hours,
    'budget-30d': rule.budgets.per30Days,
    minimum: rule.minimum,
    approval: rule.approvalAbove,
  };
}

/** Whether prices are needed to know the limits of a rule. */
export function hasValueLimits(rule: RuleLimits): boolean {
  return Object.values(limitsOf(rule)).some(isValueLimit);
}

/** The budgets that are amounts: all that can be said of a rule's budgets without prices. */
export function budgetAmounts({ per24Hours, per30Days }: RollingBudgets): AmountRule['budgets'] {
  return {
    ...(per24Hours !== undefined && !isValueLimit(per24Hours) && { per24Hours }),
    ...(per30Days !== undefined && !isValueLimit(per30Days) && { per30Days }),
  };
}
