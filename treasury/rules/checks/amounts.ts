import { type Decimal, ROUNDING } from '../../money/decimal.ts';
import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import type { Budget } from '../budget.ts';
import { amountIn } from '../wording.ts';
import { type Finding, held, notHeld, refused } from './finding.ts';

/** A balance with what of it is spoken for by instructions that are still open. */
export interface Held {
  readonly balance: Decimal;
  readonly committed: Decimal;
}

export function checkHeld(currency: string): Finding {
  const checked = { limit: 'threshold', seen: 'not held', accepted: `a balance in ${currency}` };
  const words = `The service lists no balance in ${currency}.`;
  return refused({ ...checked, limit: 'threshold' }, 'currency-not-held', words);
}

/** The rule fires above its threshold, not at it; what is spoken for does not count. */
export function checkThreshold(rule: SweepRule, { balance, committed }: Held): Finding {
  const free = balance.minus(committed);
  const seen = committed.isZero()
    ? formatDecimal(balance)
    : `${formatDecimal(free)} (${formatDecimal(balance)} less ${formatDecimal(committed)} already spoken for)`;
  const checked = { limit: 'threshold', seen, accepted: `more than ${rule.threshold}` } as const;
  if (free.greaterThan(decimalOf(rule.threshold))) return held(checked);
  const less = committed.isZero()
    ? ''
    : `, less ${amountIn(rule.currency, committed)} already spoken for,`;
  const words = `The balance of ${amountIn(rule.currency, balance)}${less} is not above the threshold of ${amountIn(rule.currency, rule.threshold)}.`;
  return refused(checked, 'below-threshold', words);
}

/** What is left after the amount must not be less than what the rule keeps. */
export function checkKeep(
  currency: string,
  keep: string,
  { balance, committed }: Held,
  amount: Decimal,
): Finding {
  const left = balance.minus(committed).minus(amount);
  const seen = `${formatDecimal(left)} stays`;
  const checked = { limit: 'keep', seen, accepted: `at least ${keep} stays` } as const;
  if (left.greaterThanOrEqualTo(decimalOf(keep))) return held(checked);
  // Nothing is taken, so this is not what went wrong: the balance was below what is kept before.
  if (amount.isZero()) return notHeld(checked);
  const words = `Withdrawing ${amountIn(currency, amount)} would leave ${amountIn(currency, left)}; at least ${amountIn(currency, keep)} must stay.`;
  return refused(checked, 'exceeds-surplus', words);
}

export function checkMaximum(rule: SweepRule, amount: Decimal): Finding {
  const seen = formatDecimal(amount);
  if (rule.maximum === undefined) return held({ limit: 'maximum', seen, accepted: 'no maximum' });
  const checked = { limit: 'maximum', seen, accepted: `at most ${rule.maximum}` } as const;
  if (amount.lessThanOrEqualTo(decimalOf(rule.maximum))) return held(checked);
  const words = `${amountIn(rule.currency, amount)} is more than the maximum of ${amountIn(rule.currency, rule.maximum)} per withdrawal.`;
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
  currency: string,
  budget: Budget | undefined,
  needed: Decimal,
): Finding {
  if (budget === undefined) return held({ limit, seen: 'no budget set', accepted: 'no budget' });
  const [cap, spent, remaining] = [budget.cap, budget.spent, budget.remaining].map(formatDecimal);
  const seen = `${spent} of ${cap} used in ${BUDGETS[limit]}, ${remaining} left`;
  const checked = { limit, seen, accepted: `at least ${formatDecimal(needed)} left` };
  if (budget.remaining.greaterThanOrEqualTo(needed)) return held(checked);
  const words = `The budget of ${cap} ${currency} per ${BUDGETS[limit]} has ${remaining} ${currency} left; ${amountIn(currency, needed)} would be needed.`;
  return refused(checked, 'budget-exhausted', words);
}

/** An amount that this rule could not have worked out did not come from the rule as it stands. */
export function checkStep(rule: SweepRule, amount: Decimal): Finding {
  const step = decimalOf(rule.step);
  const seen = formatDecimal(amount);
  const checked = { limit: 'step', seen, accepted: `a multiple of ${rule.step}` } as const;
  if (amount.toNearest(step, ROUNDING.down).equals(amount)) return held(checked);
  const words = `${amountIn(rule.currency, amount)} is not a multiple of ${rule.step}, as the rule asks for.`;
  return refused(checked, 'rule-changed', words);
}

export function checkMinimum(rule: SweepRule, amount: Decimal): Finding {
  const minimum = decimalOf(rule.minimum);
  const accepted = minimum.isZero() ? 'more than 0' : `at least ${rule.minimum}`;
  const checked = { limit: 'minimum', seen: formatDecimal(amount), accepted } as const;
  if (amount.greaterThan(0) && amount.greaterThanOrEqualTo(minimum)) return held(checked);
  const words = `Only ${amountIn(rule.currency, amount)} could be withdrawn, in steps of ${rule.step}; the smallest withdrawal is ${accepted} ${rule.currency}.`;
  return refused(checked, 'below-minimum', words);
}

/** Never refuses: a withdrawal above the limit waits for an approval. */
export function checkApproval(rule: SweepRule, amount: Decimal): Finding {
  const seen = formatDecimal(amount);
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

export function needsApproval({ approvalAbove }: SweepRule, amount: Decimal): boolean {
  return approvalAbove !== undefined && amount.greaterThan(decimalOf(approvalAbove));
}
