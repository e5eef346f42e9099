import type { ApprovalRoom } from '../instructions/approval-room.ts';
import { remainingBudget } from '../instructions/budget.ts';
import { floorOf, type OutflowBound } from '../limits/outflow-bounds.ts';
import { withFeesOfParts } from '../limits/split-bounds.ts';
import { money, zero } from '../money/money.ts';
import type { Instant } from '../time/instant.ts';
import { type BalanceReading, balanceOf, withdrawable } from '../valuation/balance.ts';
import type { ValuedLimits } from '../value-limits/limit-amounts.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import {
  checkApproval,
  checkApprovals,
  checkBalance,
  checkStated,
  freeOf,
  type Holding,
  holdingFact,
} from './checks/amounts.ts';
import { type CheckResult, firstRefusal } from './checks/check-result.ts';
import { checkLow } from './checks/conversion.ts';
import { checkLimitPrices } from './checks/limit-values.ts';
import { paymentsOf, showSplit } from './checks/split.ts';
import { type SweepAmount, type SweepCuts, sweepAmount } from './checks/sweep-amount.ts';
import { checkSweepAmount, showBounds, wouldSweep } from './checks/sweep-limits.ts';
import {
  type ConversionTerms,
  conversionTerms,
  type WeighedTerms,
  type WeighedTrade,
  weighTrade,
} from './conversion-trade.ts';
import { limitsOfParts, type PartView, partViews } from './parts.ts';
import type { RuleView } from './rule-view.ts';
import type { SweepOfRule } from './sized-sweep.ts';

export interface Weighed {
  /** Null if the currency is not held, or the limits are not known: there is nothing to decide on. */
  readonly swept: SweepOfRule | null;
  /** What is withdrawn, or the one amount that is converted. */
  readonly parts: readonly PartView[];
  /** Null if the rule sweeps, or if there are no terms to trade on. */
  readonly trade: WeighedTrade | null;
  /** The limits by value behind the results. */
  readonly valued: ValuedLimits;
  readonly results: readonly CheckResult[];
}

/** The amount of one rule: from its balance, its limits and every bound over it. */
export function weigh(view: RuleView, occurrence: Instant): Weighed {
  const { limits, balances, lane, committed, unbooked, now } = view;
  const { currency } = view.rule;
  const reading = balanceOf(balances, currency);
  const priced = checkLimitPrices(limits);
  const { terms, results: weighed } = termsOf(view);
  if (reading.kind !== 'stated' || !limits.known) {
    const results = [...weighed, ...priced, ...withoutAmount(view.rule, reading)];
    return { swept: null, parts: [], trade: null, valued: {}, results };
  }
  const { balance } = reading;
  const { rule } = limits;
  const holding = { balance: money(currency, withdrawable(balance)), committed, unbooked };
  const budgets = lane === null ? {} : remainingBudget(rule, lane, now);
  const cuts = { budgets, trades: terms?.caps ?? [] };
  const { swept, parts, results } = weighAmount({ ...view, rule }, holding, cuts, occurrence);
  const trade = tradeIn(view, rule, terms, swept);
  const all = [
    ...weighed,
    ...priced,
    ...results,
    ...(trade?.results ?? []),
    ...checkLow(rule, holding.balance),
  ];
  const valued = valuedOf(limits.valued, view.destinations[0]?.approval);
  return { swept: { ...swept, rule }, parts, trade, valued, results: all };
}

/** Where there is no amount: why, and the low, which nothing is below that is not known. */
function withoutAmount(
  rule: Pick<RuleView['rule'], 'currency' | 'low' | 'enabled'>,
  reading: BalanceReading,
): readonly CheckResult[] {
  const { currency } = rule;
  if (reading.kind === 'stated') {
    return checkLow(rule, money(currency, withdrawable(reading.balance)));
  }
  const isNeverListed = reading.kind === 'not-listed' && reading.away === null;
  return isNeverListed
    ? [checkBalance(currency), ...checkLow(rule, zero(currency))]
    : [checkStated(currency, reading)];
}

/** The limit without approval that applies is the strictest of all rules with the same destination. */
function valuedOf(own: ValuedLimits, room: ApprovalRoom | undefined): ValuedLimits {
  const { approval: _, ...others } = own;
  return room?.valued === undefined ? others : { ...others, approval: room.valued };
}

function approvalCheck(
  { rule, destinations: [first] }: Pick<SizedView, 'rule' | 'destinations'>,
  { amount }: SweepAmount,
  parts: readonly PartView[],
): CheckResult {
  if (rule.split !== undefined) return checkApprovals(rule.currency, parts);
  if (first === undefined) throw new Error(`rule ${rule.id} pays to no account`);
  return checkApproval(amount, first.approval);
}

/** A rule whose limits are amounts, with everything its decision rests on. */
type SizedView = Omit<RuleView, 'rule'> & { readonly rule: AmountRule };

type WeighedAmount = Pick<Weighed, 'parts' | 'results'> & { readonly swept: SweepAmount };

/** The amount, and what it is cut to by floors and limits over several currencies. */
function weighAmount(
  view: SizedView,
  holding: Holding,
  cuts: SweepCuts,
  occurrence: Instant,
): WeighedAmount {
  const { rule } = view;
  const { budgets } = cuts;
  const bounds = boundsIn(view, holding);
  const free = divided(view, sweepAmount(rule, holding, cuts), occurrence);
  const alone = [...checkSweepAmount(rule, free.swept, budgets), ...free.shown];
  const blamed = blameEarlier(rule, holding, cuts, alone);
  if (firstRefusal(blamed) !== null) {
    // The balance or the budgets are the reason: floors and limits are only shown.
    return { ...free, results: [...blamed, ...showBounds(rule, bounds)] };
  }
  if (bounds.length === 0) return { ...free, results: [...blamed, ...free.limits] };
  const cut = sweepAmount(rule, holding, cuts, bounds);
  const { swept, parts, shown, limits } = divided(view, cut, occurrence);
  const checked = checkSweepAmount(rule, swept, budgets, bounds);
  return { swept, parts, results: [...checked, ...shown, ...limits] };
}

/** An amount with its parts, how they are shown, and the limits of the accounts that they go to. */
function divided(view: SizedView, swept: SweepAmount, occurrence: Instant) {
  const { rule, destinations } = view;
  const payments = paymentsOf(rule, occurrence, swept.amount.amount);
  const parts = partViews(rule, payments, destinations);
  const shown = [...showSplit(rule, payments), approvalCheck(view, swept, parts)];
  return { swept, parts, shown, limits: limitsOfParts(rule, parts) };
}

/** The floor of the currency binds whatever a rule takes of it; the others bind what leaves. */
function boundsIn(
  { rule, controls, bounds }: Pick<SizedView, 'rule' | 'controls' | 'bounds'>,
  holding: Holding,
): readonly OutflowBound[] {
  if (controls === null) return bounds;
  const floor = floorOf(controls, freeOf(holding));
  return [...withFeesOfParts(floor, rule.split?.parts.length ?? 1), ...bounds];
}

const NO_TERMS: WeighedTerms = { terms: null, results: [] };

function termsOf({ rule, controls, conversion, now }: RuleView): WeighedTerms {
  if (conversion === null || controls === null) return NO_TERMS;
  return conversionTerms(rule, conversion.conversion, controls, { ...conversion, now });
}

function tradeIn(
  { controls, conversion, now }: RuleView,
  rule: AmountRule,
  terms: ConversionTerms | null,
  swept: SweepAmount,
): WeighedTrade | null {
  if (terms === null || controls === null || conversion === null) return null;
  return weighTrade(rule, terms, swept, controls, { ...conversion, now });
}

/** If the whole balance would have been enough, the committed part is the reason, not the balance. */
function blameEarlier(
  rule: AmountRule,
  holding: Holding,
  cuts: SweepCuts,
  results: readonly CheckResult[],
): readonly CheckResult[] {
  const whole = { ...holding, committed: zero(rule.currency) };
  if (!wouldSweep(rule, whole, cuts)) return results;
  const { currency } = rule;
  const { balance, committed } = holdingFact(holding);
  const why = { code: 'spoken-for', currency, balance, committed } as const;
  return results.map((result) => {
    if (result.refusal === undefined) return result;
    return { ...result, refusal: { reason: 'nothing-left-by-earlier-rule', why } };
  });
}
