import type { Budget, RemainingBudgets } from '../../instructions/budget.ts';
import { type OutflowBound, roomIn } from '../../limits/outflow-bounds.ts';
import { decimalOf } from '../../money/decimal-text.ts';
import {
  compare,
  isPositive,
  type Money,
  money,
  roundToStep,
  smaller,
  subtract,
  zero,
} from '../../money/money.ts';
import { allocate } from '../../policy/allocate.ts';
import type { AmountRule } from '../../value-limits/rule-limits.ts';
import { freeOf, type Holding } from './amounts.ts';
import type { TradeCap } from './conversion.ts';

type BudgetName = 'budget-24h' | 'budget-30d';

/** What bounds an amount from above, beside the allocation. */
export type SweepCap =
  | { readonly kind: 'maximum' }
  | { readonly kind: 'budget'; readonly limit: BudgetName; readonly budget: Budget }
  | { readonly kind: 'trade'; readonly cap: TradeCap }
  | { readonly kind: 'bound'; readonly bound: OutflowBound };

/** A cap with the most that it leaves, in the rule's currency. */
type Room = SweepCap & { readonly room: Money };

/** The steps of an amount, from the surplus to the withdrawal; all in the rule's currency. */
export interface SweepAmount {
  readonly holding: Holding;
  /** Above the kept and the committed amounts; never less than zero. */
  readonly surplus: Money;
  /** The part of it that the allocation takes. */
  readonly allocated: Money;
  /** Allocated, cut by the maximum and rounded down: the withdrawal if there were no budgets. */
  readonly wanted: Money;
  /** Cut by the budgets too. */
  readonly budgeted: Money;
  /** Cut by the budgets, floors and limits too: the withdrawal, if every limit is met. */
  readonly amount: Money;
  /** What leaves the least, if the amount is smaller than the allocation alone would make it; of two alike, the first. */
  readonly binding: SweepCap | null;
}

/** What cuts an amount beside its own rule's maximum. */
export interface SweepCuts {
  readonly budgets: RemainingBudgets;
  /** The limits of trades cut a conversion as a budget does. */
  readonly trades: readonly TradeCap[];
}

/**
 * Surplus, allocation, maximum, budgets, the room that floors and limits over several currencies leave, then rounding
 * down to the step, in this order. A fixed amount is taken as far as the surplus reaches: with less surplus than that,
 * the sweep is the surplus, and the rule's minimum says whether that is still worth it.
 */
export function sweepAmount(
  rule: AmountRule,
  holding: Holding,
  cuts: SweepCuts,
  bounds: readonly OutflowBound[] = [],
): SweepAmount {
  const { currency } = rule;
  const surplus = surplusOf(rule, holding);
  const allocated = money(currency, allocate(rule.allocation, surplus.amount));
  const step = decimalOf(rule.step);
  const own = ownCap(rule);
  const within = [...own, ...capsOf(currency, cuts)];
  const all = [...within, ...bounds.map((bound) => roomOf(bound, currency))];
  const rounded = (caps: readonly Room[]): Money =>
    roundToStep(least(allocated, caps), step, 'down');
  const amount = rounded(all);
  const isCut = compare(amount, rounded([])) < 0;
  return {
    holding,
    surplus,
    allocated,
    wanted: rounded(own),
    budgeted: rounded(within),
    amount,
    binding: isCut ? leastOf(all) : null,
  };
}

/** Above the kept and the committed amounts; never less than zero. */
export function surplusOf({ currency, keep }: AmountRule, holding: Holding): Money {
  return atLeastZero(subtract(freeOf(holding), money(currency, keep)));
}

function ownCap({ currency, maximum }: AmountRule): readonly Room[] {
  return maximum === undefined ? [] : [{ kind: 'maximum', room: money(currency, maximum) }];
}

function capsOf(currency: string, { budgets, trades }: SweepCuts): readonly Room[] {
  return [
    ...budgetCap(currency, 'budget-24h', budgets.per24Hours),
    ...budgetCap(currency, 'budget-30d', budgets.per30Days),
    ...trades.map((cap): Room => ({ kind: 'trade', cap, room: cap.room })),
  ];
}

function budgetCap(
  currency: string,
  limit: BudgetName,
  budget: Budget | undefined,
): readonly Room[] {
  if (budget === undefined) return [];
  return [{ kind: 'budget', limit, budget, room: money(currency, budget.remaining) }];
}

function roomOf(bound: OutflowBound, currency: string): Room {
  return { kind: 'bound', bound, room: money(currency, roomIn(bound)) };
}

function least(first: Money, caps: readonly Room[]): Money {
  return caps.reduce((low, { room }) => smaller(low, room), first);
}

/** Null without any. */
function leastOf(caps: readonly Room[]): SweepCap | null {
  return caps.reduce<Room | null>(
    (low, each) => (low === null || compare(each.room, low.room) < 0 ? each : low),
    null,
  );
}

function atLeastZero(value: Money): Money {
  return isPositive(value) ? value : zero(value.currency);
}
