import { decimalOf } from '../money/decimal-text.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { SweepAmount } from './sweep-amount.ts';
import { amountIn } from './wording.ts';

/** "withdraws 50 of the surplus of 100 BTC ...": how the amount came about, in words. */
export function explainAmount(rule: SweepRule, swept: SweepAmount): string {
  const { currency, keep } = rule;
  const cuts = cutsOf(rule, swept);
  const cut = cuts.length === 0 ? '' : `, ${cuts.join(' and ')}`;
  const { balance, committed } = swept.held;
  const left = balance.minus(committed).minus(swept.amount);
  const spoken = committed.isZero()
    ? ''
    : ` beside ${amountIn(currency, committed)} already spoken for`;
  return `${amountIn(currency, swept.amount)} of the ${amountIn(currency, swept.surplus)} above the kept ${amountIn(currency, keep)}${cut}; ${amountIn(currency, left)} stays${spoken}`;
}

function cutsOf(rule: SweepRule, { surplus, allocated, wanted, amount }: SweepAmount): string[] {
  const cuts: string[] = [];
  const { allocation, maximum, step } = rule;
  if (allocation.kind === 'percentage') cuts.push(`taking ${allocation.percent} % of it`);
  if (allocation.kind === 'fixed') {
    cuts.push(allocated.equals(surplus) ? 'all there is' : `a fixed ${allocation.amount}`);
  }
  if (maximum !== undefined && allocated.greaterThan(decimalOf(maximum))) {
    cuts.push(`cut to the maximum of ${maximum}`);
  }
  if (amount.lessThan(wanted)) cuts.push('cut to what is left of the budget');
  cuts.push(`in steps of ${step}`);
  return cuts;
}
