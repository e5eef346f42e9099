import type { NoSweepReason, RuleDecision } from '../decisions/decision.ts';
import { FLOORS, type LimitName, OUTFLOW_LIMITS } from '../facts/limit-name.ts';
import { remainingBudget } from '../instructions/budget.ts';
import type { Lane } from '../instructions/lane.ts';
import { type OutflowBound, roomIn } from '../limits/outflow-bounds.ts';
import { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { compare, money, zero } from '../money/money.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { distinctRates, type RefusedRate, type UsedRate } from '../policy/used-rate.ts';
import { sweepAmount } from '../rules/checks/sweep-amount.ts';
import type { Instant } from '../time/instant.ts';
import { limitAmounts } from '../value-limits/limit-amounts.ts';
import type { LimitMarket } from '../value-limits/price-of-limits.ts';
import { MAX_SWEEPS_LISTED } from './backtest-limits.ts';
import type { CountedValue } from './shown-values.ts';

/** The effects of a rule over a range. Counted up in place: a replay has one of its own. */
export interface RuleTotals {
  currency: string;
  decisions: number;
  sweeps: number;
  /** The number of sweeps that people would have had to approve. */
  approvals: number;
  total: string;
  largest: string;
  /** The value of the sweeps, each at the prices, or the manual rate, of its moment; without sweeps that had neither. */
  value: string;
  unvalued: number;
  reasons: Partial<Record<NoSweepReason, number>>;
  /** How often a limit made a sweep smaller. */
  cuts: Partial<Record<CutBy, number>>;
}

/** Limits that make a sweep smaller instead of refusing it. */
export const CUTTING_LIMITS = [
  'maximum',
  'budget-24h',
  'budget-30d',
  ...FLOORS,
  ...OUTFLOW_LIMITS,
] as const satisfies readonly LimitName[];
export type CutBy = (typeof CUTTING_LIMITS)[number];

export interface PastSweepListed {
  readonly at: Instant;
  readonly ruleId: string;
  readonly currency: string;
  readonly amount: string;
  /** People who would have had to approve. */
  readonly approvals: 0 | 1 | 2;
  /** Of a rule with a split: what each account gets. */
  readonly parts?: readonly PastPartListed[];
}

/** What one account gets of a divided sweep. */
export interface PastPartListed {
  readonly withdrawalAccountId: string;
  readonly amount: string;
  readonly approvals: 0 | 1 | 2;
}

export interface Lowest {
  readonly balance: string;
  readonly at: Instant;
}

/** The effects of one set of rules over a range. */
export interface Totals {
  rules: Record<string, RuleTotals>;
  lowest: Record<string, Lowest>;
  /** The first ones, at most MAX_SWEEPS_LISTED. */
  listed: PastSweepListed[];
  /** The manual rates in the values. */
  manualRates: readonly UsedRate[];
  /** Those that would have valued what has no value. */
  refusedRates: readonly RefusedRate[];
}

export function emptyTotals(rules: readonly SweepRule[]): Totals {
  const empty = rules.map(({ id, currency }): [string, RuleTotals] => [id, emptyRule(currency)]);
  const rates = { manualRates: [], refusedRates: [] };
  return { rules: Object.fromEntries(empty), lowest: {}, listed: [], ...rates };
}

function emptyRule(currency: string): RuleTotals {
  const counts = { decisions: 0, sweeps: 0, approvals: 0, unvalued: 0 };
  return { currency, ...counts, total: '0', largest: '0', value: '0', reasons: {}, cuts: {} };
}

/** Notes why a rule did not sweep. */
export function countRefusal(totals: Totals, ruleId: string, reason: NoSweepReason): void {
  const rule = totalsOf(totals, ruleId);
  rule.decisions += 1;
  rule.reasons[reason] = (rule.reasons[reason] ?? 0) + 1;
}

/** Notes a sweep, and what it was worth. */
export function countSweep(
  totals: Totals,
  sweep: PastSweepListed,
  { value, manualRate, refusedRate }: CountedValue,
  cuts: readonly CutBy[],
): void {
  const rule = totalsOf(totals, sweep.ruleId);
  const amount = decimalOf(sweep.amount);
  rule.decisions += 1;
  rule.sweeps += 1;
  if (sweep.approvals > 0) rule.approvals += 1;
  rule.total = formatDecimal(decimalOf(rule.total).plus(amount));
  rule.largest = formatDecimal(Decimal.max(decimalOf(rule.largest), amount));
  if (value === null) rule.unvalued += 1;
  else rule.value = formatDecimal(decimalOf(rule.value).plus(decimalOf(value)));
  if (manualRate !== undefined)
    totals.manualRates = distinctRates([...totals.manualRates, manualRate]);
  if (refusedRate !== undefined) {
    totals.refusedRates = distinctRates([...totals.refusedRates, refusedRate]);
  }
  for (const limit of cuts) rule.cuts[limit] = (rule.cuts[limit] ?? 0) + 1;
  if (totals.listed.length < MAX_SWEEPS_LISTED) totals.listed.push(sweep);
}

function totalsOf(totals: Totals, ruleId: string): RuleTotals {
  const rule = totals.rules[ruleId];
  if (rule === undefined) throw new Error(`rule ${ruleId} is none of those that are replayed`);
  return rule;
}

/**
 * Which limits reduced a sweep, computed by the function that the amount came from. `free`: the part of the balance
 * that was not committed at the decision.
 */
export function cutsOf(
  sized: SweepRule,
  market: LimitMarket,
  lane: Lane,
  free: Decimal,
  { decidedAt }: RuleDecision,
  bounds: readonly OutflowBound[],
): readonly CutBy[] {
  const limits = limitAmounts(sized, market);
  if (!limits.known) throw new Error(`rule ${sized.id} swept without a price for its limits`);
  const { rule } = limits;
  const { currency, maximum, budgets } = rule;
  const remaining = remainingBudget({ id: rule.id, budgets }, lane, decidedAt);
  const holding = {
    balance: money(currency, free),
    committed: zero(currency),
    unbooked: zero(currency),
  };
  const { allocated, wanted, budgeted } = sweepAmount(rule, holding, {
    budgets: remaining,
    trades: [],
  });
  const isLess = (limit: Decimal | undefined): boolean =>
    limit !== undefined && compare(money(currency, limit), wanted) < 0;
  const capped = maximum !== undefined && compare(money(currency, maximum), allocated) < 0;
  return [
    ...(capped ? (['maximum'] as const) : []),
    ...(isLess(remaining.per24Hours?.remaining) ? (['budget-24h'] as const) : []),
    ...(isLess(remaining.per30Days?.remaining) ? (['budget-30d'] as const) : []),
    ...bounds.filter((bound) => roomIn(bound).lessThan(budgeted.amount)).map(({ limit }) => limit),
  ];
}
