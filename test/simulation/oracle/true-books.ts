import type { Limit } from '../../../treasury/policy/limit.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { textOf, unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';
import { limitUnits, type TruePrices } from './limits.ts';

/** What the service's books held when a sweep was executed, and what of it is excused. */
export interface TrueBooks {
  /** Right before the execution, in the rule's currency. */
  readonly held: bigint;
  /**
   * What others took lately: a foreign debit looks like a booking to whoever reads balances (an assumption), and may
   * come between a reading and the execution.
   */
  readonly foreignDebits: bigint;
}

/**
 * What must be true of a sweep at the moment at which the service executes it, by the service's own books: the balance
 * is above the threshold, what is kept stays, and no more leaves than the allocation of the true surplus.
 */
export function trueBooksViolation(
  id: string,
  rule: SweepRule,
  amount: bigint,
  { held, foreignDebits }: TrueBooks,
  prices: TruePrices,
): Violation | null {
  const free = held + foreignDebits;
  const books = `the books hold ${textOf(held)} ${rule.currency}${
    foreignDebits > 0n ? ` (and ${textOf(foreignDebits)} that others took)` : ''
  }`;
  const sent = `${id} of ${textOf(amount)} is executed while ${books}`;
  const floor = (limit: Limit) => limitUnits(limit, 'floor', rule.currency, prices);
  const threshold = floor(rule.threshold);
  if (free <= threshold) {
    return { code: 'below-threshold', message: `${sent}; the threshold is ${textOf(threshold)}` };
  }
  const keep = floor(rule.keep);
  const surplus = free - keep;
  if (amount > surplus) {
    return { code: 'below-keep', message: `${sent}; to be kept are ${textOf(keep)}` };
  }
  const { maximum: cap } = rule;
  const maximum = cap === undefined ? null : limitUnits(cap, 'cap', rule.currency, prices);
  if (maximum !== null && amount > maximum) {
    return { code: 'above-maximum', message: `${sent}; the maximum is ${textOf(maximum)}` };
  }
  const allocated = allocationOf(rule, surplus);
  if (amount > allocated) {
    const message = `${sent}; the allocation of the surplus is ${textOf(allocated)}`;
    return { code: 'above-allocation', message };
  }
  return null;
}

function allocationOf({ allocation }: SweepRule, surplus: bigint): bigint {
  switch (allocation.kind) {
    case 'all':
      return surplus;
    case 'percentage':
      return (surplus * unitsOf(allocation.percent)) / (100n * unitsOf('1'));
    case 'fixed':
      return unitsOf(allocation.amount) < surplus ? unitsOf(allocation.amount) : surplus;
    default:
      return allocation satisfies never;
  }
}
