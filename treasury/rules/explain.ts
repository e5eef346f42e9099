import { decimalOf } from '../money/decimal-text.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { needsApproval } from './checks/amounts.ts';
import type { SweepAmount } from './sweep-amount.ts';
import { amountIn } from './wording.ts';

/** A sweep as one sentence: how much, where to, how the amount came about, what stays. */
export function explainSweep(
  rule: SweepRule,
  account: RegisteredAccount | null,
  swept: SweepAmount,
): string {
  const { currency } = rule;
  const { balance, committed } = swept.held;
  const left = amountIn(currency, balance.minus(committed).minus(swept.amount));
  const spoken = committed.isZero()
    ? ''
    : ` beside ${amountIn(currency, committed)} already spoken for`;
  const approval = needsApproval(rule, swept.amount)
    ? `, once it is approved (needed above ${amountIn(currency, rule.approvalAbove ?? '0')})`
    : '';
  const how = [partOf(rule, swept), ...cutsOf(rule, swept)].join(', ');
  return `${amountIn(currency, swept.amount)} to "${account?.label ?? rule.withdrawalAccountId}"${approval}: ${how}; ${left} stays${spoken}.`;
}

function partOf({ allocation, currency, keep }: SweepRule, swept: SweepAmount): string {
  const surplus = `the ${amountIn(currency, swept.surplus)} above the kept ${amountIn(currency, keep)}`;
  switch (allocation.kind) {
    case 'all':
      return `all of ${surplus}`;
    case 'percentage':
      return `${allocation.percent} % of ${surplus}`;
    case 'fixed':
      return swept.allocated.equals(swept.surplus)
        ? `all of ${surplus}`
        : `a fixed amount out of ${surplus}`;
    default:
      return allocation satisfies never;
  }
}

function cutsOf({ maximum, step }: SweepRule, swept: SweepAmount): readonly string[] {
  const { allocated, wanted, amount } = swept;
  const cuts: string[] = [];
  const capped = maximum !== undefined && allocated.greaterThan(decimalOf(maximum));
  if (capped) cuts.push(`cut to the maximum of ${maximum}`);
  if (amount.lessThan(wanted)) cuts.push('cut to what is left of the budget');
  else if (!capped && amount.lessThan(allocated))
    cuts.push(`rounded down to a multiple of ${step}`);
  return cuts;
}
