import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import {
  compare,
  formatMoney,
  isPositive,
  type Money,
  money,
  subtract,
} from '../../money/money.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import type { Budget } from '../budget.ts';
import { amountIn } from '../wording.ts';
import { type Finding, held, notHeld, refused } from './finding.ts';

/** A balance with what of it is spoken for by instructions that are still open. */
export interface Held {
  readonly balance: Money;
  readonly committed: Money;
}

/** What is not spoken for. */
function freeOf({ balance, committed }: Held): Money {
  return subtract(balance, committed);
}

export function checkHeld(currency: string): Finding {
  const accepted = `a balance in ${currency}`;
  const checked = { limit: 'threshold', seen: 'not held', accepted } as const;
  const words = `The service lists no balance in ${currency}.`;
  return refused(checked, 'currency-not-held', words);
}

/** The rule fires above its threshold, not at it; what is spoken for does not count. */
export function checkThreshold(rule: SweepRule, standing: Held): Finding {
  const { balance, committed } = standing;
  const free = freeOf(standing);
  const seen = isPositive(committed)
    ? `${textOf(free)} (${textOf(balance)} less ${textOf(committed)} already spoken for)`
    : textOf(balance);
  const checked = { limit: 'threshold', seen, accepted: `more than ${rule.threshold}` } as const;
  if (compare(free, money(rule.currency, rule.threshold)) > 0) return held(checked);
  const less = isPositive(committed) ? `, less ${formatMoney(committed)} already spoken for,` : '';
  const words = `The balance of ${formatMoney(balance)}${less} is not above the threshold of ${amountIn(rule.currency, rule.threshold)}.`;
  return refused(checked, 'below-threshold', words);
}

/** What is left after the amount must not be less than what the rule keeps. */
export function checkKeep(keep: Money, standing: Held, amount: Money): Finding {
  const left = subtract(freeOf(standing), amount);
  const seen = `${textOf(left)} stays`;
  const checked = { limit: 'keep', seen, accepted: `at least ${textOf(keep)} stays` } as const;
  if (compare(left, keep) >= 0) return held(checked);
  // Nothing is taken, so this is not what went wrong: the balance was below what is kept before.
  if (!isPositive(amount)) return notHeld(checked);
  const words = `Withdrawing ${formatMoney(amount)} would leave ${formatMoney(left)}; at least ${formatMoney(keep)} must stay.`;
  return refused(checked, 'exceeds-surplus', words);
}

export function checkMaximum(rule: SweepRule, amount: Money): Finding {
  const seen = textOf(amount);
  if (rule.maximum === undefined) return held({ limit: 'maximum', seen, accepted: 'no maximum' });
  const checked = { limit: 'maximum', seen, accepted: `at most ${rule.maximum}` } as const;
  if (compare(amount, money(rule.currency, rule.maximum)) <= 0) return held(checked);
  const words = `${formatMoney(amount)} is more than the maximum of ${amountIn(rule.currency, rule.maximum)} per withdrawal.`;
  return refused(checked, 'above-maximum', words);
}

const BUDGETS = {
  'budget-24h': '24 hours',
  'budget-30d': '30 days',
} as const;

/**
 * A budget must have room for what is needed: the amount itself, or, where that is not settled yet,
 * the smallest amount that the rule would withdraw.
 */
export function checkBudget(
  limit: keyof typeof BUDGETS,
  budget: Budget | undefined,
  needed: Money,
): Finding {
  if (budget === undefined) return held({ limit, seen: 'no budget set', accepted: 'no budget' });
  const [cap, spent, remaining] = [budget.cap, budget.spent, budget.remaining].map(formatDecimal);
  const seen = `${spent} of ${cap} used in ${BUDGETS[limit]}, ${remaining} left`;
  const { currency } = needed;
  const checked = { limit, seen, accepted: `at least ${textOf(needed)} left` };
  if (compare(money(currency, budget.remaining), needed) >= 0) return held(checked);
  const words = `The budget of ${cap} ${currency} per ${BUDGETS[limit]} has ${remaining} ${currency} left; ${formatMoney(needed)} would be needed.`;
  return refused(checked, 'budget-exhausted', words);
}

/** An amount that this rule could not have worked out did not come from the rule as it stands. */
export function checkStep(rule: SweepRule, amount: Money): Finding {
  const seen = textOf(amount);
  const checked = { limit: 'step', seen, accepted: `a multiple of ${rule.step}` } as const;
  if (amount.amount.modulo(decimalOf(rule.step)).isZero()) return held(checked);
  const words = `${formatMoney(amount)} is not a multiple of ${rule.step}, as the rule asks for.`;
  return refused(checked, 'rule-changed', words);
}

export function checkMinimum(rule: SweepRule, amount: Money): Finding {
  const minimum = money(rule.currency, rule.minimum);
  const accepted = isPositive(minimum) ? `at least ${rule.minimum}` : 'more than 0';
  const checked = { limit: 'minimum', seen: textOf(amount), accepted } as const;
  if (isPositive(amount) && compare(amount, minimum) >= 0) return held(checked);
  const words = `Only ${formatMoney(amount)} could be withdrawn, in steps of ${rule.step}; the smallest withdrawal is ${accepted} ${rule.currency}.`;
  return refused(checked, 'below-minimum', words);
}

/** Never refuses: a withdrawal above the limit waits for an approval. */
export function checkApproval(rule: SweepRule, amount: Money): Finding {
  const seen = textOf(amount);
  if (rule.approvalAbove === undefined) {
    return held({ limit: 'approval', seen, accepted: 'no approval needed' });
  }
  const checked = {
    limit: 'approval',
    seen,
    accepted: `at most ${rule.approvalAbove} without approval`,
  } as const;
  return needsApproval(rule, amount) ? notHeld(checked) : held(checked);
}

export function needsApproval({ approvalAbove, currency }: SweepRule, amount: Money): boolean {
  return approvalAbove !== undefined && compare(amount, money(currency, approvalAbove)) > 0;
}

function textOf({ amount }: Money): string {
  return formatDecimal(amount);
}
