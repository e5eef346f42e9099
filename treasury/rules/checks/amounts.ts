import type { ApprovalRoom } from '../../instructions/approval-room.ts';
import type { Budget } from '../../instructions/budget.ts';
import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import {
  compare,
  formatMoney,
  isPositive,
  type Money,
  money,
  subtract,
} from '../../money/money.ts';
import { amountIn, describeAllocation } from '../../policy/wording.ts';
import { type BalanceReading, notStatedMessage } from '../../valuation/balance.ts';
import type { AmountRule } from '../../value-limits/rule-limits.ts';
import { type CheckResult, notPassed, passed, refused } from './check-result.ts';

/** A balance and the committed part of it. */
export interface Holding {
  readonly balance: Money;
  /** By instructions that are still open. */
  readonly committed: Money;
  /** By amounts that have left, or may have, and that the service has not booked yet. */
  readonly unbooked: Money;
}

/** The part that is not committed. */
export function freeOf({ balance, committed, unbooked }: Holding): Money {
  return subtract(subtract(balance, committed), unbooked);
}

/** ", less 2 BTC already spoken for and 1 BTC not known to be booked"; empty if the whole balance is free. */
function lessOf({ committed, unbooked }: Holding, show: (amount: Money) => string): string {
  const parts = [
    ...(isPositive(committed) ? [`${show(committed)} already spoken for`] : []),
    ...(isPositive(unbooked) ? [`${show(unbooked)} not known to be booked`] : []),
  ];
  return parts.length === 0 ? '' : `less ${parts.join(' and ')}`;
}

/** No answer has ever listed the currency. */
export function checkBalance(currency: string): CheckResult {
  const accepted = `a balance in ${currency}`;
  const checked = { limit: 'threshold', seen: 'not held', accepted } as const;
  const message = `The service lists no balance in ${currency}.`;
  return refused(checked, 'currency-not-held', message);
}

/** What is held is not known, which uses nothing up: the next answer may state it. */
export function checkStated(
  currency: string,
  reading: Exclude<BalanceReading, { readonly kind: 'stated' }>,
): CheckResult {
  const accepted = `a balance in ${currency}`;
  const checked = { limit: 'threshold', seen: 'not stated', accepted } as const;
  return refused(checked, 'balance-not-stated', notStatedMessage(currency, reading));
}

/** The rule fires above its threshold, not at it; committed amounts do not count. */
export function checkThreshold(rule: AmountRule, holding: Holding): CheckResult {
  const { balance } = holding;
  const free = freeOf(holding);
  const taken = lessOf(holding, textOf);
  const value = textOf(free);
  const seen = taken === '' ? value : `${value} (${textOf(balance)} ${taken})`;
  const accepted = `more than ${rule.threshold}`;
  const checked = { limit: 'threshold', seen, accepted, value } as const;
  if (compare(free, money(rule.currency, rule.threshold)) > 0) return passed(checked);
  const lessText = lessOf(holding, formatMoney);
  const less = lessText === '' ? '' : `, ${lessText},`;
  const message = `The balance of ${formatMoney(balance)}${less} is not above the threshold of ${amountIn(rule.currency, rule.threshold)}.`;
  return refused(checked, 'below-threshold', message);
}

/** The rest after the amount must not be less than the rule keeps. */
export function checkKeep(keep: Money, holding: Holding, amount: Money): CheckResult {
  const left = subtract(freeOf(holding), amount);
  const value = textOf(left);
  const accepted = `at least ${textOf(keep)} stays`;
  const checked = { limit: 'keep', seen: `${value} stays`, accepted, value } as const;
  if (compare(left, keep) >= 0) return passed(checked);
  // Nothing is taken, so this is not the reason: the balance was below the kept amount before.
  if (!isPositive(amount)) return notPassed(checked);
  const message = `Withdrawing ${formatMoney(amount)} would leave ${formatMoney(left)}; at least ${formatMoney(keep)} must stay.`;
  return refused(checked, 'exceeds-surplus', message);
}

/** No more than the rule takes of the part above the kept amount now, which may be less than at the decision. */
export function checkAllocation(rule: AmountRule, allocated: Money, amount: Money): CheckResult {
  const accepted = `at most ${textOf(allocated)}, ${describeAllocation(rule.allocation)}`;
  const checked = { limit: 'allocation', ...shown(amount), accepted } as const;
  if (compare(amount, allocated) <= 0) return passed(checked);
  const message = `${formatMoney(amount)} is more than the ${formatMoney(allocated)} that the rule takes of the balance as it is now.`;
  return refused(checked, 'exceeds-surplus', message);
}

export function checkMaximum(rule: AmountRule, amount: Money): CheckResult {
  const { maximum } = rule;
  if (maximum === undefined) {
    return passed({ limit: 'maximum', ...shown(amount), accepted: 'no maximum' });
  }
  const checked = { limit: 'maximum', ...shown(amount), accepted: `at most ${maximum}` } as const;
  if (compare(amount, money(rule.currency, maximum)) <= 0) return passed(checked);
  const message = `${formatMoney(amount)} is more than the maximum of ${amountIn(rule.currency, maximum)} per withdrawal.`;
  return refused(checked, 'above-maximum', message);
}

const BUDGETS = {
  'budget-24h': '24 hours',
  'budget-30d': '30 days',
} as const;

/**
 * A budget must have room for the required amount: the amount itself, or, if that is not settled yet, the smallest
 * amount that the rule would withdraw.
 */
export function checkBudget(
  limit: keyof typeof BUDGETS,
  budget: Budget | undefined,
  needed: Money,
): CheckResult {
  if (budget === undefined) return passed({ limit, seen: 'no budget set', accepted: 'no budget' });
  const value = formatDecimal(budget.spent);
  const [cap, remaining] = [budget.cap, budget.remaining].map(formatDecimal);
  const seen = `${value} of ${cap} used in ${BUDGETS[limit]}, ${remaining} left`;
  const { currency } = needed;
  const accepted = `at least ${textOf(needed)} left`;
  const checked = { limit, seen, accepted, value };
  if (compare(money(currency, budget.remaining), needed) >= 0) return passed(checked);
  const message = `The budget of ${cap} ${currency} per ${BUDGETS[limit]} has ${remaining} ${currency} left; ${formatMoney(needed)} would be needed.`;
  return refused(checked, 'budget-exhausted', message);
}

/** An amount that this rule cannot compute did not come from the current rule. */
export function checkStep(rule: AmountRule, amount: Money): CheckResult {
  const accepted = `a multiple of ${rule.step}`;
  const checked = { limit: 'step', ...shown(amount), accepted } as const;
  if (amount.amount.modulo(decimalOf(rule.step)).isZero()) return passed(checked);
  const message = `${formatMoney(amount)} is not a multiple of ${rule.step}, as the rule asks for.`;
  return refused(checked, 'rule-changed', message);
}

export function checkMinimum(rule: AmountRule, amount: Money): CheckResult {
  const minimum = money(rule.currency, rule.minimum);
  const accepted = isPositive(minimum) ? `at least ${rule.minimum}` : 'more than 0';
  const checked = { limit: 'minimum', ...shown(amount), accepted } as const;
  if (isPositive(amount) && compare(amount, minimum) >= 0) return passed(checked);
  const message = `Only ${formatMoney(amount)} could be withdrawn, in steps of ${rule.step}; the smallest withdrawal is ${accepted} ${rule.currency}.`;
  return refused(checked, 'below-minimum', message);
}

/** Never refuses: a withdrawal above the limit waits for an approval. */
export function checkApproval(amount: Money, room: ApprovalRoom): CheckResult {
  const { limit } = room;
  const found = {
    limit: 'approval',
    seen: approvalSeen(amount, room),
    value: textOf(amount),
  } as const;
  if (limit === null) return passed({ ...found, accepted: 'no approval needed' });
  const checked = { ...found, accepted: approvalAccepted(limit) };
  return needsApproval(amount, room) ? notPassed(checked) : passed(checked);
}

/** The same for each part of a split, as one check: a part waits by itself. */
export function checkApprovals(
  parts: readonly { readonly part: number; readonly amount: Money; readonly room: ApprovalRoom }[],
): CheckResult {
  const each = parts.map(({ part, amount, room }) => {
    const { check } = checkApproval(amount, room);
    return {
      ...check,
      seen: `part ${part}: ${check.seen}`,
      accepted: `part ${part}: ${check.accepted}`,
    };
  });
  const [seen, accepted] = [each.map((one) => one.seen), each.map((one) => one.accepted)].map(
    (texts) => (texts.length === 0 ? 'no part' : texts.join('; ')),
  );
  const checked = { limit: 'approval', seen: seen ?? '', accepted: accepted ?? '' } as const;
  return each.every(({ holds }) => holds) ? passed(checked) : notPassed(checked);
}

/**
 * The same at the claim of a withdrawal without approval: at this point it cannot be approved any more, so the next
 * run decides again.
 */
export function checkUnapproved(amount: Money, room: ApprovalRoom): CheckResult {
  const result = checkApproval(amount, room);
  if (result.check.holds) return result;
  const { seen, accepted } = result.check;
  const checked = { limit: 'approval', seen, accepted, value: textOf(amount) } as const;
  const message = `${formatMoney(amount)} needs an approval that it does not have: ${seen} ${amount.currency}, ${accepted}.`;
  return refused(checked, 'approval-missing', message);
}

/**
 * Whether it is more, together with everything that went to the account without approval in 24 hours, than the limit
 * allows.
 */
export function needsApproval(amount: Money, { limit, unapproved }: ApprovalRoom): boolean {
  return limit !== null && amount.amount.plus(unapproved).greaterThan(decimalOf(limit));
}

function approvalSeen(amount: Money, { limit, unapproved }: ApprovalRoom): string {
  return limit === null || unapproved.isZero()
    ? textOf(amount)
    : `${textOf(amount)} after ${formatDecimal(unapproved)} without approval`;
}

function approvalAccepted(limit: string): string {
  return `at most ${limit} without approval in 24 hours`;
}

/** An amount that is seen as it is. */
function shown(amount: Money): { readonly seen: string; readonly value: string } {
  const value = textOf(amount);
  return { seen: value, value };
}

function textOf({ amount }: Money): string {
  return formatDecimal(amount);
}
