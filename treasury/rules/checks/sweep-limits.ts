import type { RemainingBudgets } from '../../instructions/budget.ts';
import type { OutflowBound } from '../../limits/outflow-bounds.ts';
import { formatDecimal } from '../../money/decimal-text.ts';
import { compare, money } from '../../money/money.ts';
import { smallestSweep } from '../../policy/smallest-sweep.ts';
import type { AmountRule } from '../../value-limits/rule-limits.ts';
import {
  checkBudget,
  checkKeep,
  checkMaximum,
  checkMinimum,
  checkStep,
  checkThreshold,
  type Holding,
} from './amounts.ts';
import { type CheckResult, firstRefusal, onlyShown, passed } from './check-result.ts';
import { refuseOutflow } from './outflow.ts';
import { type SweepAmount, type SweepCuts, sweepAmount } from './sweep-amount.ts';

/** Every limit on an amount but the approvals, checked on the computed amount. */
export function checkSweepAmount(
  rule: AmountRule,
  swept: SweepAmount,
  budgets: RemainingBudgets,
  bounds: readonly OutflowBound[] = [],
): readonly CheckResult[] {
  const { holding, amount } = swept;
  return [
    checkThreshold(rule, holding),
    checkKeep(money(rule.currency, rule.keep), holding, amount),
    showAllocation(rule, swept),
    checkMaximum(rule, amount),
    ...checkBudgets(rule, swept, budgets),
    ...refuseOutflow(bounds, smallestSweep(rule)),
    checkStep(rule, amount),
    checkMinimum(rule, amount),
  ];
}

/** Whether the rule would withdraw the amount, as far as the amount alone decides. */
export function wouldSweep(rule: AmountRule, holding: Holding, cuts: SweepCuts): boolean {
  const swept = sweepAmount(rule, holding, cuts);
  return firstRefusal(checkSweepAmount(rule, swept, cuts.budgets)) === null;
}

/** A budget is the reason only if, without it, the sweep would have been large enough. */
function checkBudgets(
  rule: AmountRule,
  { wanted }: SweepAmount,
  { per24Hours, per30Days }: RemainingBudgets,
): readonly CheckResult[] {
  const needed = smallestSweep(rule);
  const results = [
    checkBudget('budget-24h', per24Hours, needed),
    checkBudget('budget-30d', per30Days, needed),
  ];
  if (compare(wanted, needed) >= 0) return results;
  return results.map(onlyShown);
}

/** Floors and limits over several currencies, if another check refuses already. */
export function showBounds(
  rule: AmountRule,
  bounds: readonly OutflowBound[],
): readonly CheckResult[] {
  return refuseOutflow(bounds, smallestSweep(rule)).map(onlyShown);
}

function showAllocation({ currency, allocation }: AmountRule, swept: SweepAmount): CheckResult {
  const found = { currency, surplus: formatDecimal(swept.surplus.amount), allocation };
  return passed({ limit: 'allocation', code: 'taken', ...found });
}
