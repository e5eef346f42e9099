import type { Calendar } from '../calendars/calendar.ts';
import type { RecordedCheck } from '../decisions/decision.ts';
import { claimedTo, type LimitedRule, strictestLimits } from '../instructions/approval-room.ts';
import { remainingBudget } from '../instructions/budget.ts';
import type { PartOfRun } from '../instructions/instruction.ts';
import { type Lane, type RuleUsage, usageOf } from '../instructions/lane.ts';
import { unbookedIn } from '../instructions/lane-reading.ts';
import { type LeftOfRun, leftOfRun, usageBeforeRun } from '../instructions/run-usage.ts';
import { floorOf, limitsTo, totalFloor } from '../limits/outflow-bounds.ts';
import type { OutflowView } from '../limits/outflow-view.ts';
import { add, type Money, money, zero } from '../money/money.ts';
import type { Controls } from '../policy/controls.ts';
import { circleOf, conversionOf, destinationKey } from '../policy/conversion.ts';
import type { Halting } from '../policy/halt-state.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Instant } from '../time/instant.ts';
import { type Balances, balanceOf, withdrawable } from '../valuation/balance.ts';
import { type LimitAmounts, limitAmounts } from '../value-limits/limit-amounts.ts';
import type { LimitMarket, PriceReading } from '../value-limits/price-of-limits.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import {
  checkAllocation,
  checkBudget,
  checkKeep,
  checkMaximum,
  checkMinimum,
  checkStated,
  checkStep,
  checkThreshold,
  checkUnapproved,
  freeOf,
  type Holding,
} from './checks/amounts.ts';
import { checkLane, checkMode } from './checks/armed.ts';
import { checkCalendars, checkCutOff } from './checks/calendars.ts';
import { type CheckResult, firstRefusal, onlyShown, type Refusal } from './checks/check-result.ts';
import { checkCircle } from './checks/conversion.ts';
import { checkDestination } from './checks/destination.ts';
import { checkLimitPrices, withValues } from './checks/limit-values.ts';
import { refuseOutflow } from './checks/outflow.ts';
import { checkEnabled, checkUnchanged } from './checks/rule-state.ts';
import { checkPart } from './checks/split.ts';
import { surplusOf } from './checks/sweep-amount.ts';
import { checkBalanceAge, checkReadingOrder, pauseChecks } from './checks/timing.ts';

/** A withdrawal or a conversion that was decided earlier, about to be claimed. Amount and destination are fixed. */
export interface ReconsiderInput {
  readonly instruction: {
    readonly instructionId: string;
    /** All absent if a person requested it. */
    readonly ruleId?: string;
    readonly ruleVersion?: number;
    /** Set with the rule: the occurrence that it was decided for. */
    readonly occurrence?: Instant;
    /** Its place in a run that is divided among several accounts; absent: it is the whole. */
    readonly split?: PartOfRun;
    readonly amount: string;
    readonly currency: string;
    /** Absent: it is a conversion. */
    readonly withdrawalAccountId?: string;
    /** People who approved it; absent: none. */
    readonly people?: number;
  };
  /** The current rule; null if there is none (any more). */
  readonly rule: SweepRule | null;
  /** All rules: an amount for which one rule requires approval must not leave unapproved by another. */
  readonly rules: readonly LimitedRule[];
  readonly account: RegisteredAccount | null;
  /** Those of the policy. Absent: none, and no sweep of a rule that names one proceeds. */
  readonly calendars?: readonly Calendar[];
  readonly controls: Controls | null;
  readonly halt: Halting;
  /** With these balances taken into account. */
  readonly lane: Lane | null;
  /** Of a conversion: the lane of the other currency, with these balances taken into account. */
  readonly otherLane?: Lane | null;
  readonly epoch: string;
  /** Read after the lane and the policy were. */
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  /**
   * The prices that the decision rests on, then newer ones, up to the present: neither permits more than the other.
   * Absent: none is known, so nothing leaves by a rule with limits by value.
   */
  readonly prices?: {
    /** Null if the decision did not rest on any. */
    readonly decidedBy: PriceReading | null;
    readonly present: PriceReading;
  };
  readonly now: Instant;
  /** What floors and limits over several currencies rest on; absent if none concerns this account. */
  readonly outflow?: OutflowView;
  /** Ids of accounts whose items cannot be read. Absent: none. */
  readonly unreadableAccounts?: readonly string[];
}

export type Reconsideration = { readonly checks: readonly RecordedCheck[] } & (
  | { readonly proceed: true }
  | ({ readonly proceed: false } & Refusal)
);

/**
 * Decides again on fresh balances, with the very checks of a new decision. The fixed amount must still fit every
 * limit of the unchanged rule. The schedule is not checked again: its occurrence was settled when the instruction was
 * proposed. The calendars and the cut-off are: a day that closes, or a time that is over, lets nothing leave. Other open instructions do not count against this one: each is checked here in its turn, on the balance
 * of that moment. Amounts that have left but are not booked yet do.
 *
 * A part of a run is judged as what it is, a piece of one sweep: together with the parts that have left, on the balance
 * as it would be with them still there. So the rule takes no more of a balance in parts than at once, and a part is not
 * refused for what the parts before it took.
 */
export function reconsider(input: ReconsiderInput): Reconsideration {
  const { instruction, controls, halt, lane, epoch } = input;
  const { currency } = instruction;
  const results = [
    checkMode(controls, halt, currency),
    ...destinationChecks(input),
    checkLane(lane, currency, epoch),
    ...(instruction.ruleId === undefined
      ? requestChecks(input)
      : sweepChecks(input, instruction.ruleId)),
  ];
  const refusal = firstRefusal(results);
  const checks = results.map(onlyShown);
  return refusal === null ? { proceed: true, checks } : { proceed: false, ...refusal, checks };
}

/** A conversion pays to no account: what it becomes must still be what the rule says. */
function destinationChecks(input: ReconsiderInput): readonly CheckResult[] {
  const { instruction, account, rule, rules, controls, halt, otherLane, epoch, now } = input;
  const { currency, withdrawalAccountId } = instruction;
  if (withdrawalAccountId !== undefined) {
    return checkDestination(account, withdrawalAccountId, currency, now, input.unreadableAccounts);
  }
  const conversion = rule === null ? null : conversionOf(rule);
  if (rule === null || conversion === null) return [];
  return [
    checkCircle(conversion, circleOf(rule, rules)),
    checkMode(controls, halt, conversion.into),
    checkLane(otherLane ?? null, conversion.into, epoch),
  ];
}

/** A person requested it: there is no rule to keep to, and the balance must be enough. */
function requestChecks(input: ReconsiderInput): readonly CheckResult[] {
  const { currency, amount } = input.instruction;
  const holding = holdingOf(input);
  if (holding === null) return notStated(input);
  const order = checkReadingOrder(input.lane, input.balancesReadAt);
  const kept = checkKeep(zero(currency), holding, money(currency, amount));
  return [...(order === null ? [] : [order]), kept, ...limitChecks(input)];
}

function sweepChecks(input: ReconsiderInput, ruleId: string): readonly CheckResult[] {
  const { rule, instruction, lane, balancesReadAt, now } = input;
  const { ruleVersion = 0, currency, amount: amountText, occurrence = now } = instruction;
  const unchanged = checkUnchanged(rule, { ruleId, ruleVersion });
  if (rule === null) return [unchanged];
  const amount = money(currency, amountText);
  const usage = lane === null ? NOT_USED : usageOf(lane, rule.id);
  const left = leftOfRun(usage, occurrence);
  const limits = limitAmounts(rule, limitMarket(input));
  return [
    unchanged,
    checkEnabled(rule),
    checkBalanceAge(rule, lane, balancesReadAt, now),
    ...checkCalendars(rule, input.calendars ?? [], occurrence, now),
    ...checkCutOff(rule, occurrence, now),
    ...(lane === null
      ? []
      : pauseChecks(rule, lane, usageBeforeRun(usage, occurrence), now, ONE_WITHDRAWAL)),
    ...checkLimitPrices(limits),
    ...(limits.known ? valuedChecks(input, limits, amount, left) : []),
    ...checkPart(rule, { ...instruction, occurrence }, left),
    ...floorChecks(input, holdingOf(input), amount),
    ...limitChecks(input),
    ...approvalChecks(input, amount),
  ];
}

/** A part of a run is claimed by itself. */
const ONE_WITHDRAWAL = 1;

/** Without a lane nothing is armed, which alone refuses. */
const NOT_USED: RuleUsage = { failures: 0 };

/** The limits of the rule in amounts, each with the value that it was turned from. */
function valuedChecks(
  input: ReconsiderInput,
  { rule, valued }: LimitAmounts<SweepRule> & { readonly known: true },
  amount: Money,
  left: LeftOfRun,
): readonly CheckResult[] {
  return withValues(ruleLimitChecks(input, rule, amount, left), valued);
}

function ruleLimitChecks(
  input: ReconsiderInput,
  rule: AmountRule,
  amount: Money,
  left: LeftOfRun,
): readonly CheckResult[] {
  const { lane, now, instruction } = input;
  const { split } = instruction;
  const decided = split === undefined ? amount : money(rule.currency, split.total);
  return [
    ...(lane === null ? [] : budgetChecks(rule, lane, amount, now)),
    ...balanceChecks(input, rule, amount, left),
    checkMaximum(rule, decided),
    checkStep(rule, amount),
    checkMinimum(rule, decided),
  ];
}

/** The floor of the currency binds whatever a rule takes of it; the floor of everything what leaves. */
function floorChecks(
  { outflow, controls, account }: ReconsiderInput,
  holding: Holding | null,
  amount: Money,
): readonly CheckResult[] {
  if (controls === null) return [];
  const own = holding === null ? [] : floorOf(controls, freeOf(holding));
  const total =
    outflow === undefined || account === null ? [] : totalFloor(outflow, controls, account);
  return refuseOutflow([...own, ...total], amount);
}

/** Limits bind whatever leaves, whoever asked for it. */
function limitChecks({
  outflow,
  controls,
  account,
  instruction,
}: ReconsiderInput): readonly CheckResult[] {
  if (outflow === undefined || controls === null || account === null) return [];
  const amount = money(instruction.currency, instruction.amount);
  return refuseOutflow(limitsTo(outflow, controls, account), amount);
}

/** The prices of the decision and of now: of both, the stricter counts, and a jump between them blocks. */
function limitMarket({ controls, prices, now }: ReconsiderInput): LimitMarket | null {
  if (controls === null) return null;
  const { reportingCurrency } = controls;
  const { decidedBy = null, present = null } = prices ?? {};
  const readings = decidedBy === null || present === null ? [] : [decidedBy, present];
  return { reportingCurrency, readings, now };
}

/** The limit may be that of another rule, which the decision did not have to rest on. */
function approvalMarket(input: ReconsiderInput): LimitMarket | null {
  const market = limitMarket(input);
  const { prices } = input;
  if (market === null || prices === undefined || market.readings.length > 0) return market;
  return { ...market, readings: [prices.present] };
}

/**
 * The rule's limits on the whole run so far. The fees of the parts that have left come out of what the rule keeps, as
 * the fee of a single withdrawal does; the balance itself covers the part in any case.
 */
function balanceChecks(
  input: ReconsiderInput,
  rule: AmountRule,
  amount: Money,
  left: LeftOfRun,
): readonly CheckResult[] {
  const { currency } = input.instruction;
  const holding = holdingOf(input);
  if (holding === null) return notStated(input);
  const taken = add(amount, money(currency, left.amount));
  const balance = add(holding.balance, money(currency, left.amount.plus(left.fees)));
  const before = { ...holding, balance };
  const covered = checkKeep(zero(currency), holding, amount);
  return [
    checkThreshold(rule, before),
    covered.refusal === undefined ? checkKeep(money(currency, rule.keep), before, taken) : covered,
    checkAllocation(rule, surplusOf(rule, before), taken),
  ];
}

/** A withdrawal without approval must still fit the limit, with everything that was claimed for its account before. */
function approvalChecks(input: ReconsiderInput, amount: Money): readonly CheckResult[] {
  const { instruction, rule, rules, lane, now } = input;
  const { people = 0, withdrawalAccountId } = instruction;
  if (people > 0 || lane === null || rule === null) return [];
  const destination =
    withdrawalAccountId === undefined ? destinationKey(rule) : accountKey(withdrawalAccountId);
  const limit = strictestLimits(rules, approvalMarket(input)).get(destination);
  const unapproved = claimedTo(lane, destination, now);
  const result = checkUnapproved(amount, { limit: limit?.amount ?? null, unapproved });
  return [limit?.valued === undefined ? result : { ...result, valued: limit.valued }];
}

function budgetChecks(
  rule: AmountRule,
  lane: Lane,
  amount: Money,
  now: Instant,
): readonly CheckResult[] {
  const { per24Hours, per30Days } = remainingBudget(rule, lane, now);
  return [
    checkBudget('budget-24h', per24Hours, amount),
    checkBudget('budget-30d', per30Days, amount),
  ];
}

/** It was stated when this was decided: whatever the answer leaves out now may be there. */
function notStated({ balances, instruction }: ReconsiderInput): readonly CheckResult[] {
  const reading = balanceOf(balances, instruction.currency);
  return reading.kind === 'stated' ? [] : [checkStated(instruction.currency, reading)];
}

/** Null if the balance is not stated. */
function holdingOf({ balances, instruction, lane, now }: ReconsiderInput): Holding | null {
  const { currency } = instruction;
  const reading = balanceOf(balances, currency);
  if (reading.kind !== 'stated') return null;
  const { balance } = reading;
  const unbooked = money(currency, unbookedIn(lane, now));
  return { balance: money(currency, withdrawable(balance)), committed: zero(currency), unbooked };
}
