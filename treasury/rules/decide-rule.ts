import type { Calendar } from '../calendars/calendar.ts';
import {
  isNoSweepReason,
  type NoSweepReason,
  type RuleDecision,
  traitsOf,
} from '../decisions/decision.ts';
import type { ApprovalRoom } from '../instructions/approval-room.ts';
import { type RemainingBudgets, remainingBudget } from '../instructions/budget.ts';
import type { Lane, RuleUsage } from '../instructions/lane.ts';
import { floorOf, type OutflowBound } from '../limits/outflow-bounds.ts';
import { withFeesOfParts } from '../limits/split-bounds.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { formatMoney, type Money, money, zero } from '../money/money.ts';
import type { Controls } from '../policy/controls.ts';
import type { Conversion } from '../policy/conversion.ts';
import type { Halting } from '../policy/halt-state.ts';
import type { UnreadableRule } from '../policy/policy.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { isNewer } from '../records/newer-version.ts';
import { countMissed, missedMessage } from '../schedules/missed.ts';
import type { Instant } from '../time/instant.ts';
import { type Balances, withdrawable } from '../valuation/balance.ts';
import type { LimitAmounts, ValuedLimits } from '../value-limits/limit-amounts.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import {
  checkApproval,
  checkApprovals,
  checkBalance,
  freeOf,
  type Holding,
} from './checks/amounts.ts';
import { checkLane, checkMode } from './checks/armed.ts';
import { checkCalendars, checkCutOff } from './checks/calendars.ts';
import {
  type CheckResult,
  comesBefore,
  firstRefusal,
  type Refusal,
  refusalOf,
} from './checks/check-result.ts';
import { checkLow } from './checks/conversion.ts';
import { checkDestinations, type DestinationView } from './checks/destination.ts';
import { type DecidedBefore, type Dueness, dueFor } from './checks/dueness.ts';
import { checkLimitPrices, explainValues, withValues } from './checks/limit-values.ts';
import { leastRoom } from './checks/outflow.ts';
import { checkEnabled } from './checks/rule-state.ts';
import { paymentsOf, showSplit } from './checks/split.ts';
import { type SweepAmount, sweepAmount } from './checks/sweep-amount.ts';
import { checkSweepAmount, showBounds, wouldSweep } from './checks/sweep-limits.ts';
import { checkBackoff, checkBalanceAge, checkCooldown, checkSchedule } from './checks/timing.ts';
import { checkVersions, newerRule } from './checks/versions.ts';
import {
  type ConversionTerms,
  conversionTerms,
  type Market,
  type WeighedTerms,
  type WeighedTrade,
  weighTrade,
} from './conversion-trade.ts';
import { explainSweep, type SizedSweep } from './explain.ts';
import { dividedInto, limitsOfParts, type PartView, partViews } from './parts.ts';

export interface ConversionBasis {
  readonly conversion: Conversion;
  readonly market: Market;
  /** Of the currency that it converts into. */
  readonly lane: Lane | null;
  /** The circle of currencies that the rule converts in; null if it is in none. */
  readonly circle: readonly string[] | null;
}

/** One rule with everything its decision rests on. */
export interface RuleView {
  readonly rule: SweepRule;
  /** The limits of the rule, in amounts. */
  readonly limits: LimitAmounts<SweepRule>;
  /** Every account that it pays to, in the order of its parts. */
  readonly destinations: readonly DestinationView[];
  /** Those of the policy. Absent: none. */
  readonly calendars?: readonly Calendar[];
  readonly controls: Controls | null;
  readonly halt: Halting;
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  readonly lane: Lane | null;
  /** Null without a lane: then the rule's use of its limits is not known. */
  readonly usage: RuleUsage | null;
  readonly epoch: string;
  readonly snapshot: Instant;
  readonly now: Instant;
  /** The part of this balance that is committed by open instructions and by earlier rules. */
  readonly committed: Money;
  /** The part of this balance that has left, or may have, and is not booked yet. */
  readonly unbooked: Money;
  /** What a rule that converts rests on beside all that. */
  readonly conversion: ConversionBasis | null;
  /** Floors and limits over several currencies. */
  readonly bounds: readonly OutflowBound[];
}

/** Computes every check of one rule and concludes from the first refusal, or from none. */
export function decideRule(view: RuleView): RuleDecision {
  const { rule, now } = view;
  const due = dueFor(rule, decidedBefore(view), view.snapshot, now, view.calendars);
  const occurrence = due.due ? due.occurrence : (due.missed?.last ?? view.snapshot);
  const weighed = weigh(view, occurrence);
  const results = [...currentChecks(view, due), ...weighed.results];
  const refusal = firstRefusal(results);
  const missed = missedOf(due, refusal);
  const base = {
    ruleId: rule.id,
    ruleVersion: rule.version,
    ...movedBy(view),
    decidedAt: now,
    occurrence,
    ...(due.due && due.lastScheduled !== undefined && { lastScheduled: due.lastScheduled }),
    ...missed.recorded,
    checks: withValues(
      results.map(({ check }) => check),
      weighed.valued,
    ),
  };
  const values = explainValues(rule.currency, weighed.valued);
  if (refusal === null) {
    const { swept, trade } = weighed;
    if (swept === null || (trade === null) !== (view.conversion === null)) {
      throw new Error(`rule ${rule.id} has nothing against no balance, or no trade`);
    }
    return {
      ...base,
      outcome: 'sweep',
      amount: formatDecimal(swept.amount.amount),
      needsApproval:
        weighed.parts.some((part) => part.needsApproval) || trade?.needsApproval === true,
      ...dividedInto(rule, weighed.parts, 'withdrawn'),
      ...(trade === null ? {} : { trade: trade.trade }),
      consumesOccurrence: true,
      explanation: `${actionOf(view)} ${explainSweep(swept, view, weighed.parts, trade?.trade)}${values}${missed.message}`,
    };
  }
  const { reason, message } = noSweep(rule, refusal);
  const consumesOccurrence = (due.due || reason === 'missed') && usesUp(rule, reason);
  const concluded = { ...base, outcome: 'no-sweep', reason, consumesOccurrence } as const;
  if (reason !== 'dry-run' || weighed.swept === null) {
    return { ...concluded, explanation: `${message}${values}${missed.message}` };
  }
  return {
    ...concluded,
    wouldSweep: formatDecimal(weighed.swept.amount.amount),
    ...dividedInto(rule, weighed.parts, 'not-withdrawn'),
    explanation: `${message} Otherwise it would ${actionOf(view).toLowerCase()} ${explainSweep(weighed.swept, view, weighed.parts, weighed.trade?.trade)}${values}${missed.message}`,
  };
}

function actionOf({ conversion }: RuleView): 'Withdraw' | 'Convert' {
  return conversion === null ? 'Withdraw' : 'Convert';
}

/** The currency, and where it goes. */
function movedBy({
  rule: { currency, withdrawalAccountId },
  conversion,
}: RuleView): Pick<RuleDecision, 'currency' | 'withdrawalAccountId' | 'into'> {
  if (conversion !== null) return { currency, into: conversion.conversion.into };
  return { currency, ...(withdrawalAccountId === undefined ? {} : { withdrawalAccountId }) };
}

function decidedBefore({ usage, lane }: RuleView): DecidedBefore {
  return {
    lastOccurrence: usage?.lastOccurrence,
    lastScheduled: usage?.lastScheduled,
    rearmedAt: lane?.rearmedAt,
  };
}

/** A rule that a later version of Sluice wrote: none of its limits can be read, and its occurrence stays due. */
export function decideUnreadable(
  { id, version, currency, withdrawalAccountId, into }: UnreadableRule,
  { now, occurrence }: { readonly now: Instant; readonly occurrence: Instant },
): RuleDecision {
  const refusal = newerRule();
  return {
    ruleId: id,
    ruleVersion: version,
    currency,
    ...(withdrawalAccountId === undefined ? {} : { withdrawalAccountId }),
    ...(into === undefined ? {} : { into }),
    decidedAt: now,
    occurrence,
    consumesOccurrence: false,
    checks: [refusal.check],
    outcome: 'no-sweep',
    reason: 'newer-version',
    explanation: refusal.message,
  };
}

/**
 * Missed occurrences are put on record once: with the first decision that is not refused for a reason that comes
 * before the schedule, such as a halt. Until then they stay to be counted.
 */
function missedOf(
  { missed }: Dueness,
  refusal: Refusal | null,
): { readonly recorded: Pick<RuleDecision, 'missed'>; readonly message: string } {
  if (missed === undefined || (refusal !== null && comesBefore(refusal, 'missed'))) {
    return { recorded: {}, message: '' };
  }
  const counted = countMissed(missed);
  const isReason = refusal?.reason === 'missed';
  return { recorded: { missed: counted }, message: missedMessage(missed, counted, isReason) };
}

function currentChecks(view: RuleView, due: Dueness): readonly CheckResult[] {
  const { rule, usage, now, conversion } = view;
  return [
    ...currenciesOf(view).map((each) => checkMode(view.controls, view.halt, each)),
    ...checkVersions({
      ...view,
      account: newestOf(view.destinations),
      otherLane: conversion?.lane ?? null,
    }),
    checkEnabled(rule),
    ...(conversion === null ? checkDestinations(view.destinations, rule.currency, now) : []),
    checkBalanceAge(rule, view.lane, view.balancesReadAt, now),
    checkSchedule(rule, due),
    ...timeChecks(view, due),
    checkLane(view.lane, rule.currency, view.epoch, rule.id),
    ...(conversion === null
      ? []
      : [checkLane(conversion.lane, conversion.conversion.into, view.epoch)]),
    ...(usage === null ? [] : [checkBackoff(usage, now), checkCooldown(rule, usage, now)]),
  ];
}

/** Whose modes have to allow it. */
function currenciesOf({ rule, conversion }: RuleView): readonly string[] {
  return conversion === null ? [rule.currency] : [rule.currency, conversion.conversion.into];
}

/** Of a rule that is not due, the day of now is judged: that is shown beside why it is not. */
function timeChecks({ rule, calendars = [], snapshot, now }: RuleView, due: Dueness) {
  const isMissed = !due.due && due.missed !== undefined;
  const occurrence = due.due ? due.occurrence : isMissed ? due.missed.last : snapshot;
  return [
    ...checkCalendars(rule, calendars, occurrence, now),
    ...checkCutOff(rule, occurrence, now),
  ];
}

interface Weighed {
  /** Null if the currency is not held, or the limits are not known: there is nothing to decide on. */
  readonly swept: SizedSweep | null;
  /** What is withdrawn, or the one amount that is converted. */
  readonly parts: readonly PartView[];
  /** Null if the rule sweeps, or if there are no terms to trade on. */
  readonly trade: WeighedTrade | null;
  /** The limits by value behind the results. */
  readonly valued: ValuedLimits;
  readonly results: readonly CheckResult[];
}

function weigh(view: RuleView, occurrence: Instant): Weighed {
  const { limits, balances, usage, committed, unbooked, now } = view;
  const { currency } = view.rule;
  const balance = Object.hasOwn(balances, currency) ? balances[currency] : undefined;
  const held = balance === undefined ? [checkBalance(currency)] : [];
  const priced = checkLimitPrices(limits);
  const { terms, results: weighed } = termsOf(view);
  if (balance === undefined || !limits.known) {
    const seen = money(currency, balance === undefined ? '0' : withdrawable(balance));
    const low = checkLow(view.rule, seen);
    const results = [...weighed, ...priced, ...held, ...low];
    return { swept: null, parts: [], trade: null, valued: {}, results };
  }
  const { rule } = limits;
  const holding = { balance: money(currency, withdrawable(balance)), committed, unbooked };
  const budgets = usage === null ? {} : remainingBudget(rule.budgets, usage, now);
  const cap = terms?.room ?? null;
  const room = { budgets, cap };
  const { swept, parts, results } = weighAmount({ ...view, rule }, holding, room, occurrence);
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
  if (rule.split !== undefined) return checkApprovals(parts);
  if (first === undefined) throw new Error(`rule ${rule.id} pays to no account`);
  return checkApproval(amount, first.approval);
}

/** One of a later version of Sluice, if there is any; else the first. */
function newestOf(destinations: readonly DestinationView[]): DestinationView['account'] {
  const accounts = destinations.map(({ account }) => account);
  return accounts.find((account) => account !== null && isNewer(account)) ?? accounts[0] ?? null;
}

/** A rule whose limits are amounts, with everything its decision rests on. */
type SizedView = Omit<RuleView, 'rule'> & { readonly rule: AmountRule };

type WeighedAmount = Pick<Weighed, 'parts' | 'results'> & { readonly swept: SweepAmount };

/** The amount, and what it is cut to by floors and limits over several currencies. */
function weighAmount(
  view: SizedView,
  holding: Holding,
  room: { readonly budgets: RemainingBudgets; readonly cap: Money | null },
  occurrence: Instant,
): WeighedAmount {
  const { rule } = view;
  const { budgets, cap } = room;
  const bounds = boundsIn(view, holding);
  const free = divided(view, sweepAmount(rule, holding, budgets, cap), occurrence);
  const alone = [...checkSweepAmount(rule, free.swept, budgets), ...free.shown];
  const blamed = blameEarlier(rule, holding, room, alone);
  if (firstRefusal(blamed) !== null) {
    // The balance or the budgets are the reason: floors and limits are only shown.
    return { ...free, results: [...blamed, ...showBounds(rule, bounds)] };
  }
  if (bounds.length === 0) return { ...free, results: [...blamed, ...free.limits] };
  const cut = sweepAmount(rule, holding, budgets, cap, leastRoom(bounds, rule.currency));
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
  { budgets, cap }: { readonly budgets: RemainingBudgets; readonly cap: Money | null },
  results: readonly CheckResult[],
): readonly CheckResult[] {
  const whole = { ...holding, committed: zero(rule.currency) };
  if (!wouldSweep(rule, whole, budgets, cap)) return results;
  const message = `Of the balance of ${formatMoney(holding.balance)}, ${formatMoney(holding.committed)} is already spoken for by other instructions; what is left is not enough for this rule.`;
  return results.map((result) => {
    if (result.refusal === undefined) return result;
    return { ...result, refusal: refusalOf('nothing-left-by-earlier-rule', message) };
  });
}

/** A new amount is cut to the limits of its own rule, so it cannot exceed them. */
function noSweep(
  rule: SweepRule,
  { reason, message }: Refusal,
): { readonly reason: NoSweepReason; readonly message: string } {
  if (!isNoSweepReason(reason)) throw new Error(`rule ${rule.id} broke its own limit: ${message}`);
  return { reason, message };
}

/**
 * A refusal by the balance or the limits decides this occurrence; after a refusal for operational reasons alone it
 * stays due. A rule on every snapshot needs no such mark: the next snapshot is another occurrence anyway, and a write
 * for each would be waste.
 */
function usesUp(rule: SweepRule, reason: NoSweepReason): boolean {
  return rule.schedule.kind === 'cron' && traitsOf(reason).usesUp === true;
}
