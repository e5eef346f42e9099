import {
  isNoSweepReason,
  type NoSweepReason,
  type RuleDecision,
  traitsOf,
} from '../decisions/decision.ts';
import { withdrawalsOfRun } from '../instructions/withdrawal-count.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import type { UnreadableRule } from '../policy/policy.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { countMissed } from '../schedules/missed.ts';
import type { Instant } from '../time/instant.ts';
import { checkLane, checkMode } from './checks/armed.ts';
import { checkCalendars, checkCutOff } from './checks/calendars.ts';
import {
  type CheckResult,
  comesBefore,
  firstRefusal,
  onlyShown,
  type Refusal,
  refused,
} from './checks/check-result.ts';
import { checkDestinations } from './checks/destination.ts';
import { type DecidedBefore, type Dueness, dueFor } from './checks/dueness.ts';
import { withValues } from './checks/limit-values.ts';
import { checkEnabled } from './checks/rule-state.ts';
import { checkBalanceAge, checkSchedule, pauseChecks } from './checks/timing.ts';
import { dividedInto } from './parts.ts';
import type { RuleView } from './rule-view.ts';
import { sizedSweep } from './sized-sweep.ts';
import { weigh } from './weigh-amount.ts';

/** Computes every check of one rule and concludes from the first refusal, or from none. */
export function decideRule(view: RuleView): RuleDecision {
  const { rule, now } = view;
  const due = dueFor(rule, decidedBefore(view), view.snapshot, now, view.calendars);
  const occurrence = due.due ? due.occurrence : (due.missed?.last ?? view.snapshot);
  const weighed = weigh(view, occurrence);
  const results = [...currentChecks(view, due), ...weighed.results];
  const refusal = firstRefusal(results);
  const base = {
    ruleId: rule.id,
    ruleVersion: rule.version,
    ...movedBy(view),
    decidedAt: now,
    occurrence,
    ...(due.due && due.lastScheduled !== undefined && { lastScheduled: due.lastScheduled }),
    ...(due.usedBefore !== undefined && { usedBefore: due.usedBefore }),
    ...missedOf(due, refusal),
    checks: withValues(results, weighed.valued).map(onlyShown),
  };
  if (refusal === null) {
    const { swept, trade } = weighed;
    if (swept === null || (trade === null) !== (view.conversion === null)) {
      throw new Error(`rule ${rule.id} sweeps without an amount, or without its trade`);
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
      sweep: sizedSweep(swept, weighed.parts),
    };
  }
  const { why } = refusal;
  const reason = noSweepReason(rule, refusal);
  const consumesOccurrence = (due.due || reason === 'missed') && usesUp(rule, reason);
  const concluded = { ...base, outcome: 'no-sweep', reason, why, consumesOccurrence } as const;
  if (reason !== 'dry-run' || weighed.swept === null) return concluded;
  const { swept, trade, parts } = weighed;
  return {
    ...concluded,
    wouldSweep: formatDecimal(swept.amount.amount),
    ...dividedInto(rule, parts, 'not-withdrawn'),
    otherwise: { ...sizedSweep(swept, parts), ...(trade !== null && { trade: trade.trade }) },
  };
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
    usedBefore: usage?.usedBefore,
    rearmedAt: lane?.rearmedAt,
  };
}

/** A rule whose item cannot be read: none of its limits is known, and its occurrence stays due. */
export function decideUnreadable(
  rule: UnreadableRule,
  {
    controls,
    halt,
    now,
    occurrence,
  }: Pick<RuleView, 'controls' | 'halt' | 'now'> & { readonly occurrence: Instant },
): RuleDecision {
  const { id, version, currency, withdrawalAccountId, into } = rule;
  const own = { reason: 'unreadable', why: { limit: 'rule', code: 'unreadable-rule' } } as const;
  const results = [checkMode(controls, halt, currency), refused(own.why, own.reason)];
  const refusal = firstRefusal(results) ?? own;
  return {
    ruleId: id,
    ruleVersion: version,
    currency,
    ...(withdrawalAccountId === undefined ? {} : { withdrawalAccountId }),
    ...(into === undefined ? {} : { into }),
    decidedAt: now,
    occurrence,
    consumesOccurrence: false,
    checks: results.map(onlyShown),
    outcome: 'no-sweep',
    reason: noSweepReason(rule, refusal),
    why: refusal.why,
  };
}

/**
 * Missed occurrences are put on record once: with the first decision that is not refused for a reason that comes
 * before the schedule, such as a halt. Until then they stay to be counted.
 */
function missedOf({ missed }: Dueness, refusal: Refusal | null): Pick<RuleDecision, 'missed'> {
  if (missed === undefined || (refusal !== null && comesBefore(refusal, 'missed'))) {
    return {};
  }
  return { missed: countMissed(missed) };
}

function currentChecks(view: RuleView, due: Dueness): readonly CheckResult[] {
  const { rule, usage, now, conversion } = view;
  return [
    ...currenciesOf(view).map((each) => checkMode(view.controls, view.halt, each)),
    checkEnabled(rule),
    ...(conversion === null
      ? checkDestinations(view.destinations, rule.currency, now, view.unreadableAccounts)
      : []),
    checkBalanceAge(rule, view.lane, view.balancesReadAt, now),
    checkSchedule(rule, due),
    ...timeChecks(view, due),
    checkLane(view.lane, rule.currency, view.epoch, rule.id),
    ...(conversion === null
      ? []
      : [checkLane(conversion.lane, conversion.conversion.into, view.epoch)]),
    ...(usage === null || view.lane === null
      ? []
      : pauseChecks(rule, view.lane, usage, now, withdrawalsOfRun(rule))),
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

/** A new amount is cut to the limits of its own rule, so it cannot exceed them. */
function noSweepReason(rule: Pick<SweepRule, 'id'>, { reason }: Refusal): NoSweepReason {
  if (!isNoSweepReason(reason)) throw new Error(`rule ${rule.id} broke its own limit: ${reason}`);
  return reason;
}

/**
 * A refusal by the balance or the limits decides this occurrence; after a refusal for operational reasons alone it
 * stays due. A rule on every snapshot needs no such mark: the next snapshot is another occurrence anyway, and a write
 * for each would be waste.
 */
function usesUp(rule: SweepRule, reason: NoSweepReason): boolean {
  return rule.schedule.kind === 'cron' && traitsOf(reason).usesUp === true;
}
