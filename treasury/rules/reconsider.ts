import { type Lane, usageOf } from '../instructions/lane.ts';
import { money, zero } from '../money/money.ts';
import type { Controls } from '../policy/controls.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { type Balances, withdrawable } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { remainingBudget } from './budget.ts';
import {
  checkBudget,
  checkHeld,
  checkKeep,
  checkMaximum,
  checkMinimum,
  checkStep,
  checkThreshold,
  type Held,
} from './checks/amounts.ts';
import { checkLane, checkMode } from './checks/armed.ts';
import { checkDestination } from './checks/destination.ts';
import { type Finding, firstRefusal, type RefusalReason } from './checks/finding.ts';
import { checkEnabled, checkUnchanged } from './checks/standing.ts';
import { checkBackoff, checkBalanceAge, checkCooldown } from './checks/timing.ts';
import type { LimitCheck } from './decision.ts';

/** A withdrawal that was decided earlier, about to be claimed. Amount and destination are fixed. */
export interface ReconsiderInput {
  readonly instruction: {
    readonly instructionId: string;
    /** Both absent where a person asked for it. */
    readonly ruleId?: string;
    readonly ruleVersion?: number;
    readonly amount: string;
    readonly currency: string;
    readonly withdrawalAccountId: string;
  };
  /** The rule as it stands now; null where there is none (any more). */
  readonly rule: SweepRule | null;
  readonly account: RegisteredAccount | null;
  readonly controls: Controls | null;
  readonly lane: Lane | null;
  readonly epoch: string;
  /** Read after the lane and the policy were. */
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  readonly now: Instant;
}

export type Reconsideration =
  | { readonly proceed: true; readonly checks: readonly LimitCheck[] }
  | {
      readonly proceed: false;
      readonly reason: RefusalReason;
      readonly checks: readonly LimitCheck[];
      readonly explanation: string;
    };

/**
 * Decides again on fresh balances, with the very checks that a new decision goes through. The fixed
 * amount must still fit every limit of the unchanged rule. The schedule is not asked again: its
 * occurrence was settled when the instruction was proposed. Other open instructions do not count
 * against this one: each is checked here in its turn, on the balance of that moment.
 */
export function reconsider(input: ReconsiderInput): Reconsideration {
  const { instruction, controls, account, lane, epoch } = input;
  const { currency, withdrawalAccountId } = instruction;
  const findings = [
    checkMode(controls, currency),
    ...checkDestination(account, withdrawalAccountId, currency, input.now),
    checkLane(lane, currency, epoch),
    ...(instruction.ruleId === undefined
      ? requestFindings(input)
      : sweepFindings(input, instruction.ruleId)),
  ];
  const checks = findings.map(({ check }) => check);
  const refusal = firstRefusal(findings);
  if (refusal === null) return { proceed: true, checks };
  return { proceed: false, reason: refusal.reason, checks, explanation: refusal.words };
}

/** A person asked for it: no rule to keep to, the balance must carry it. */
function requestFindings({ instruction, balances }: ReconsiderInput): readonly Finding[] {
  const { currency, amount } = instruction;
  const standing = heldOf(balances, currency);
  if (standing === null) return [checkHeld(currency)];
  return [checkKeep(zero(currency), standing, money(currency, amount))];
}

function sweepFindings(input: ReconsiderInput, ruleId: string): readonly Finding[] {
  const { rule, instruction, lane, balances, balancesReadAt, now } = input;
  const { ruleVersion = 0, currency, amount: amountText } = instruction;
  const unchanged = checkUnchanged(rule, { ruleId, ruleVersion });
  if (rule === null) return [unchanged];
  const amount = money(currency, amountText);
  const standing = heldOf(balances, currency);
  return [
    unchanged,
    checkEnabled(rule),
    checkBalanceAge(rule, balancesReadAt, now),
    ...(lane === null ? [] : usageFindings(rule, lane, amountText, now)),
    ...(standing === null
      ? [checkHeld(currency)]
      : [checkThreshold(rule, standing), checkKeep(money(currency, rule.keep), standing, amount)]),
    checkMaximum(rule, amount),
    checkStep(rule, amount),
    checkMinimum(rule, amount),
  ];
}

function usageFindings(
  rule: SweepRule,
  lane: Lane,
  amountText: string,
  now: Instant,
): readonly Finding[] {
  const usage = usageOf(lane, rule.id);
  const amount = money(rule.currency, amountText);
  const { per24Hours, per30Days } = remainingBudget(rule.budgets, usage, now);
  return [
    checkBackoff(usage, now),
    checkCooldown(rule, usage, now),
    checkBudget('budget-24h', per24Hours, amount),
    checkBudget('budget-30d', per30Days, amount),
  ];
}

function heldOf(balances: Balances, currency: string): Held | null {
  const balance = Object.hasOwn(balances, currency) ? balances[currency] : undefined;
  return balance === undefined
    ? null
    : { balance: money(currency, withdrawable(balance)), committed: zero(currency) };
}
