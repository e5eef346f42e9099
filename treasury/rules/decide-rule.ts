import {
  isNoSweepReason,
  type NoSweepReason,
  type RuleDecision,
  traitsOf,
} from '../decisions/decision.ts';
import type { ApprovalRoom } from '../instructions/approval-room.ts';
import { type RemainingBudgets, remainingBudget } from '../instructions/budget.ts';
import type { Lane, RuleUsage } from '../instructions/lane.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { formatMoney, type Money, money, zero } from '../money/money.ts';
import type { Controls } from '../policy/controls.ts';
import type { Halting } from '../policy/halt-state.ts';
import type { UnreadableRule } from '../policy/policy.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { countMissed, missedMessage } from '../schedules/missed.ts';
import type { Instant } from '../time/instant.ts';
import { type Balances, withdrawable } from '../valuation/balance.ts';
import { checkBalance, type Holding, needsApproval } from './checks/amounts.ts';
import { checkLane, checkMode } from './checks/armed.ts';
import {
  type CheckResult,
  comesBefore,
  firstRefusal,
  type Refusal,
  refusalOf,
} from './checks/check-result.ts';
import { checkDestination } from './checks/destination.ts';
import { type Dueness, dueFor } from './checks/dueness.ts';
import { checkEnabled } from './checks/rule-state.ts';
import { type SweepAmount, sweepAmount } from './checks/sweep-amount.ts';
import { checkSweepAmount, wouldSweep } from './checks/sweep-limits.ts';
import { checkBackoff, checkBalanceAge, checkCooldown, checkSchedule } from './checks/timing.ts';
import { checkVersions, newerRule } from './checks/versions.ts';
import { explainSweep } from './explain.ts';

/** One rule with everything its decision rests on. */
export interface RuleView {
  readonly rule: SweepRule;
  readonly account: RegisteredAccount | null;
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
  /** How much more may go to the rule's account without an approval. */
  readonly approval: ApprovalRoom;
  /** The part of this balance that has left, or may have, and is not booked yet. */
  readonly unbooked: Money;
}

/** Computes every check of one rule and concludes from the first refusal, or from none. */
export function decideRule(view: RuleView): RuleDecision {
  const { rule, now } = view;
  const before = { lastOccurrence: view.usage?.lastOccurrence, rearmedAt: view.lane?.rearmedAt };
  const due = dueFor(rule, before, view.snapshot, now);
  const weighed = weigh(view);
  const results = [...currentChecks(view, due), ...weighed.results];
  const refusal = firstRefusal(results);
  const missed = missedOf(due, refusal);
  const base = {
    ruleId: rule.id,
    ruleVersion: rule.version,
    currency: rule.currency,
    withdrawalAccountId: rule.withdrawalAccountId,
    decidedAt: now,
    occurrence: due.due ? due.occurrence : (due.missed?.last ?? view.snapshot),
    ...missed.recorded,
    checks: results.map(({ check }) => check),
  };
  if (refusal === null) {
    if (weighed.swept === null) throw new Error(`rule ${rule.id} has nothing against no balance`);
    return {
      ...base,
      outcome: 'sweep',
      amount: formatDecimal(weighed.swept.amount.amount),
      needsApproval: needsApproval(weighed.swept.amount, view.approval),
      consumesOccurrence: true,
      explanation: `Withdraw ${explainSweep(view, weighed.swept)}${missed.message}`,
    };
  }
  const { reason, message } = noSweep(rule, refusal);
  const consumesOccurrence = (due.due || reason === 'missed') && usesUp(rule, reason);
  const concluded = { ...base, outcome: 'no-sweep', reason, consumesOccurrence } as const;
  if (reason !== 'dry-run' || weighed.swept === null) {
    return { ...concluded, explanation: `${message}${missed.message}` };
  }
  return {
    ...concluded,
    wouldSweep: formatDecimal(weighed.swept.amount.amount),
    explanation: `${message} Otherwise it would withdraw ${explainSweep(view, weighed.swept)}${missed.message}`,
  };
}

/** A rule that a later version of Sluice wrote: none of its limits can be read, and its occurrence stays due. */
export function decideUnreadable(
  { id, version, currency, withdrawalAccountId }: UnreadableRule,
  { now, occurrence }: { readonly now: Instant; readonly occurrence: Instant },
): RuleDecision {
  const refusal = newerRule();
  return {
    ruleId: id,
    ruleVersion: version,
    currency,
    withdrawalAccountId,
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
  const { rule, usage, now } = view;
  return [
    checkMode(view.controls, view.halt, rule.currency),
    ...checkVersions(view),
    checkEnabled(rule),
    ...checkDestination(view.account, rule.withdrawalAccountId, rule.currency, now),
    checkBalanceAge(rule, view.lane, view.balancesReadAt, now),
    checkSchedule(rule, due),
    checkLane(view.lane, rule.currency, view.epoch, rule.id),
    ...(usage === null ? [] : [checkBackoff(usage, now), checkCooldown(rule, usage, now)]),
  ];
}

interface Weighed {
  /** Null if the currency is not held: there is no balance to decide on. */
  readonly swept: SweepAmount | null;
  readonly results: readonly CheckResult[];
}

function weigh(view: RuleView): Weighed {
  const { rule, balances, usage, committed, unbooked, approval, now } = view;
  const balance = Object.hasOwn(balances, rule.currency) ? balances[rule.currency] : undefined;
  if (balance === undefined) return { swept: null, results: [checkBalance(rule.currency)] };
  const holding = { balance: money(rule.currency, withdrawable(balance)), committed, unbooked };
  const budgets = usage === null ? {} : remainingBudget(rule.budgets, usage, now);
  const swept = sweepAmount(rule, holding, budgets);
  const results = checkSweepAmount(rule, swept, budgets, approval);
  return { swept, results: blameEarlier(rule, holding, budgets, results) };
}

/** If the whole balance would have been enough, the committed part is the reason, not the balance. */
function blameEarlier(
  rule: SweepRule,
  holding: Holding,
  budgets: RemainingBudgets,
  results: readonly CheckResult[],
): readonly CheckResult[] {
  if (!wouldSweep(rule, { ...holding, committed: zero(rule.currency) }, budgets)) return results;
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
