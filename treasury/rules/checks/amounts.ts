import type { ApprovalFact, HoldingFact } from '../../facts/amount-facts.ts';
import type { ApprovalRoom } from '../../instructions/approval-room.ts';
import type { Budget } from '../../instructions/budget.ts';
import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import { compare, isPositive, type Money, money, subtract } from '../../money/money.ts';
import { allocate } from '../../policy/allocate.ts';
import type { BalanceReading } from '../../valuation/balance.ts';
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

export function holdingFact({ balance, committed, unbooked }: Holding): HoldingFact {
  return {
    balance: textOf(balance),
    committed: textOf(committed),
    unbooked: textOf(unbooked),
  };
}

/** No answer has ever listed the currency. */
export function checkBalance(currency: string): CheckResult {
  return refused({ limit: 'threshold', code: 'not-held', currency }, 'currency-not-held');
}

/** What is held is not known, which uses nothing up: the next answer may state it. */
export function checkStated(
  currency: string,
  reading: Exclude<BalanceReading, { readonly kind: 'stated' }>,
): CheckResult {
  const fact = { limit: 'threshold', code: 'not-stated', currency, reading } as const;
  return refused(fact, 'balance-not-stated');
}

/** The rule fires above its threshold, not at it; committed amounts do not count. */
export function checkThreshold({ currency, threshold }: AmountRule, holding: Holding): CheckResult {
  const found = { currency, threshold, ...holdingFact(holding) };
  const fact = { limit: 'threshold', code: 'threshold', ...found } as const;
  const isAbove = compare(freeOf(holding), money(currency, threshold)) > 0;
  return isAbove ? passed(fact) : refused(fact, 'below-threshold');
}

/** The rest after the amount must not be less than the rule keeps. */
export function checkKeep(keep: Money, holding: Holding, amount: Money): CheckResult {
  const { currency } = keep;
  const found = { amount: textOf(amount), keep: textOf(keep), ...holdingFact(holding) };
  const fact = { limit: 'keep', code: 'keep', currency, ...found } as const;
  if (compare(subtract(freeOf(holding), amount), keep) >= 0) return passed(fact);
  // Nothing is taken, so this is not the reason: the balance was below the kept amount before.
  return isPositive(amount) ? refused(fact, 'exceeds-surplus') : notPassed(fact);
}

/** No more than the rule takes of the part above the kept amount now, which may be less than at the decision. */
export function checkAllocation(
  { currency, allocation }: AmountRule,
  surplus: Money,
  amount: Money,
): CheckResult {
  const found = { currency, amount: textOf(amount), surplus: textOf(surplus), allocation };
  const fact = { limit: 'allocation', code: 'allocation', ...found } as const;
  const isTaken = amount.amount.lessThanOrEqualTo(allocate(allocation, surplus.amount));
  return isTaken ? passed(fact) : refused(fact, 'exceeds-surplus');
}

export function checkMaximum(rule: AmountRule, amount: Money): CheckResult {
  const { currency, maximum = null } = rule;
  const found = { currency, amount: textOf(amount), maximum };
  const fact = { limit: 'maximum', code: 'maximum', ...found } as const;
  const fits = maximum === null || compare(amount, money(currency, maximum)) <= 0;
  return fits ? passed(fact) : refused(fact, 'above-maximum');
}

/**
 * A budget must have room for the required amount: the amount itself, or, if that is not settled yet, the smallest
 * amount that the rule would withdraw.
 */
export function checkBudget(
  limit: 'budget-24h' | 'budget-30d',
  budget: Budget | undefined,
  needed: Money,
): CheckResult {
  const { currency } = needed;
  const fact = { limit, code: 'budget', currency, needed: textOf(needed) } as const;
  if (budget === undefined) return passed({ ...fact, budget: null });
  const found = { ...fact, budget: budgetFact(budget) };
  const hasRoom = compare(money(currency, budget.remaining), needed) >= 0;
  return hasRoom ? passed(found) : refused(found, 'budget-exhausted');
}

export function budgetFact({ cap, spent }: Budget) {
  return { cap: formatDecimal(cap), spent: formatDecimal(spent) };
}

/** An amount that this rule cannot compute did not come from the current rule. */
export function checkStep({ currency, step }: AmountRule, amount: Money): CheckResult {
  const fact = { limit: 'step', code: 'step', currency, amount: textOf(amount), step } as const;
  const isMultiple = amount.amount.modulo(decimalOf(step)).isZero();
  return isMultiple ? passed(fact) : refused(fact, 'rule-changed');
}

export function checkMinimum(rule: AmountRule, amount: Money): CheckResult {
  const { currency, minimum, step } = rule;
  const found = { currency, amount: textOf(amount), minimum, step };
  const fact = { limit: 'minimum', code: 'minimum', ...found } as const;
  const isEnough = isPositive(amount) && compare(amount, money(currency, minimum)) >= 0;
  return isEnough ? passed(fact) : refused(fact, 'below-minimum');
}

/** Never refuses: a withdrawal above the limit waits for an approval. */
export function checkApproval(amount: Money, room: ApprovalRoom): CheckResult {
  const fact = approvalFact(amount, room);
  return needsApproval(amount, room) ? notPassed(fact) : passed(fact);
}

/** The same for each part of a split, as one check: a part waits by itself. */
export function checkApprovals(
  currency: string,
  parts: readonly { readonly part: number; readonly amount: Money; readonly room: ApprovalRoom }[],
): CheckResult {
  const each = parts.map(({ part, amount, room }) => ({ part, ...withinRoom(amount, room) }));
  const fact = { limit: 'approval', code: 'approvals', currency, parts: each } as const;
  const isAsked = parts.some(({ amount, room }) => needsApproval(amount, room));
  return isAsked ? notPassed(fact) : passed(fact);
}

/**
 * The same at the claim of a withdrawal without approval: at this point it cannot be approved any more, so the next
 * run decides again.
 */
export function checkUnapproved(amount: Money, room: ApprovalRoom): CheckResult {
  const fact = approvalFact(amount, room);
  return needsApproval(amount, room) ? refused(fact, 'approval-missing') : passed(fact);
}

/**
 * Whether it is more, together with everything that went to the account without approval in 24 hours, than the limit
 * allows.
 */
export function needsApproval(amount: Money, { limit, unapproved }: ApprovalRoom): boolean {
  return limit !== null && amount.amount.plus(unapproved).greaterThan(decimalOf(limit));
}

function approvalFact(amount: Money, room: ApprovalRoom) {
  const { currency } = amount;
  return { limit: 'approval', code: 'approval', currency, ...withinRoom(amount, room) } as const;
}

function withinRoom(amount: Money, { limit: above, unapproved }: ApprovalRoom): ApprovalFact {
  return { amount: textOf(amount), above, unapproved: formatDecimal(unapproved) };
}

function textOf({ amount }: Money): string {
  return formatDecimal(amount);
}
