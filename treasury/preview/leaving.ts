import { debitsIn } from '../counters/counter.ts';
import { countedAhead } from '../counters/shared-counts.ts';
import type { RuleDecision } from '../decisions/decision.ts';
import type { DecidedTrade } from '../facts/decided-trade.ts';
import type { ApprovalCount } from '../instructions/instruction.ts';
import { sweepInstructionId } from '../instructions/instruction-id.ts';
import type { Lane, OpenInstruction } from '../instructions/lane.ts';
import { claimLane, concludeLane, noteOpen } from '../instructions/lane-transitions.ts';
import { ruleDebits } from '../instructions/withdrawal-count.ts';
import {
  approvalDebits,
  hasTiers,
  NOTHING_USED,
  type Used,
  usedWithin,
  usedWithOpen,
} from '../limits/approval-usage.ts';
import { approvalsForSweep } from '../limits/approvals-required.ts';
import { firstPaymentOf } from '../limits/first-payment.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { conversionKey } from '../policy/conversion.ts';
import { accountKey } from '../policy/registered-account.ts';
import { claimRecord } from '../sending/claim-record.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import type { BelievedValues } from '../valuation/believed-values.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import { filledAt, withConversion } from './converted-world.ts';
import { type PastReading, pricesAt } from './history.ts';
import { noteOutflow } from './outflows.ts';
import type { PastPartListed } from './totals.ts';
import { laneOf, noteMoved, type World, type WorldRules } from './world.ts';

/** One withdrawal of a decision: a part of its amount, or all of it; or what it gives away for another currency. */
interface NotedPart {
  readonly currency: string;
  readonly open: OpenInstruction & { readonly accountId: string; readonly ruleId: string };
  readonly approvals: 0 | ApprovalCount;
  readonly value: string | null;
  readonly part?: { readonly number: number; readonly occurrence: Instant };
}

/** Notes each part in the lane before the next is looked at: each counts for the next against the tiers. */
export function noteParts(
  world: World,
  controls: Controls,
  values: BelievedValues,
  decision: RuleDecision & { readonly outcome: 'sweep' },
): readonly NotedPart[] {
  const { ruleId, currency, occurrence, decidedAt, parts } = decision;
  const whole = { ...decision, withdrawalAccountId: destinationOf(decision), part: null };
  return (parts ?? [whole]).map((each) => {
    const { amount, needsApproval, withdrawalAccountId: accountId, part: number } = each;
    const used = usedIn(world, controls, values, decidedAt);
    const sized = { ...decision, amount, needsApproval };
    const approvals = approvalsForSweep(values, controls, sized, used);
    const instructionId = sweepInstructionId(ruleId, occurrence, number ?? 1);
    const open = { instructionId, ruleId, amount, accountId, people: approvals };
    world.lanes[currency] = noteOpen(laneOf(world, currency), open);
    const value = valueOfAmount(values, currency, amount, controls.reportingCurrency);
    const part = number === null ? {} : { part: { number, occurrence } };
    return { currency, open, approvals, value, ...part };
  });
}

export function mostApprovals(parts: readonly NotedPart[]): 0 | ApprovalCount {
  const each = parts.map(({ approvals }) => approvals);
  return each.includes(2) ? 2 : each.includes(1) ? 1 : 0;
}

export function listedPart({ open: { accountId, amount }, approvals }: NotedPart): PastPartListed {
  return { withdrawalAccountId: accountId, amount, approvals };
}

/** Whether it leaves. */
export function carryOut(
  world: World,
  given: WorldRules,
  { currency, open, approvals, value, part }: NotedPart,
  { at, total, reading }: Pick<Leaving, 'at' | 'total'> & { readonly reading: PastReading },
): boolean {
  if (approvals > 0 && !given.assumeApproved) {
    const expiresAt = plusSeconds(at, given.controls.approvalExpirySeconds);
    world.waiting.push({ instructionId: open.instructionId, currency, expiresAt });
    return false;
  }
  const lane = laneOf(world, currency);
  const leaving = {
    ...open,
    lane,
    approvals,
    value,
    at,
    total,
    prices: pricesAt(reading),
    ...(part !== undefined && { part }),
  };
  leave(world, given, leaving);
  return true;
}

/** A withdrawal at the moment at which it leaves. */
interface Leaving {
  readonly lane: Lane;
  readonly instructionId: string;
  /** Absent if a person requested it: no budget counts it. */
  readonly ruleId?: string;
  /** Of a run that is divided among several accounts. */
  readonly part?: { readonly number: number; readonly occurrence: Instant };
  readonly amount: string;
  readonly accountId: string;
  readonly approvals: 0 | ApprovalCount;
  readonly value: string | null;
  readonly at: Instant;
  /** The balance before it. */
  readonly total: string;
  readonly prices: PriceReading;
}

type LeavingRules = Pick<WorldRules, 'tenant' | 'controls' | 'accounts' | 'rules'>;

/**
 * Claimed, debited and confirmed by the reducers of a lane. No answer names the place: a first-payment maximum is used up by
 * what leaves under it.
 */
function leave(
  world: World,
  given: LeavingRules,
  {
    lane,
    instructionId,
    ruleId,
    part,
    amount,
    accountId,
    approvals,
    value,
    at,
    total,
    prices,
  }: Leaving,
): void {
  const { tenant, controls } = given;
  const nonce = instructionId;
  const { currency } = lane;
  const account = given.accounts.get(accountKey(accountId));
  const debits = [
    ...(ruleId === undefined
      ? []
      : ruleDebits(given.rules.find(({ id }) => id === ruleId) ?? { id: ruleId }, {
          ...{ currency, amount, at },
          ...(part !== undefined && { part }),
        })),
    ...approvalDebits({ accountId, currency, amount, people: approvals, value, at }, controls),
  ];
  const claim = claimRecord({
    instructionId,
    nonce,
    at,
    controls,
    balanceBefore: total,
    debits,
    ...(account !== undefined && firstPaymentOf(lane, account, amount)),
  });
  if (debitsIn('approval-usage', debits).length > 0) {
    const before = world.approvalUsage ?? null;
    world.approvalUsage = countedAhead(before, 'approval-usage', tenant, debits);
  }
  noteOutflow(world, given, { accountId, amount, at, prices });
  world.lanes[currency] = concludeLane(claimLane(lane, claim), { nonce, at, outcome: 'confirmed' });
  noteMoved(world, currency, decimalOf(amount));
}

/** A conversion takes what its fill took, brings the other currency, and counts against the limits of trades. */
export function convert(
  world: World,
  { tenant, controls }: WorldRules,
  { ruleId, currency, into, amount, trade, decidedAt: at }: Converted,
  reading: PastReading,
  approved: boolean,
): void {
  const { taken, received } = filledAt(trade);
  noteMoved(world, currency, decimalOf(taken).minus(decimalOf(amount)));
  noteMoved(world, into, decimalOf(received).negated());
  const before = world.tradeUsage ?? null;
  const made = { ruleId, trade, at };
  const traded = withConversion(before, { tenant, controls }, made, reading, approved);
  if (traded !== null) world.tradeUsage = traded;
}

type Converted = RuleDecision & {
  readonly outcome: 'sweep';
  readonly trade: DecidedTrade;
  readonly into: string;
};

export function isConverted(decision: RuleDecision): decision is Converted {
  return (
    decision.outcome === 'sweep' && decision.trade !== undefined && decision.into !== undefined
  );
}

export function destinationOf({ withdrawalAccountId, currency, into }: RuleDecision): string {
  return into === undefined ? (withdrawalAccountId ?? '') : conversionKey({ currency, into });
}

/** What was decided before a world began, and waits in a lane to leave: it leaves now. */
export function leaveOpen(
  world: World,
  given: LeavingRules,
  lane: Lane,
  open: OpenInstruction & { readonly accountId: string },
  { value, at, total, prices }: Pick<Leaving, 'value' | 'at' | 'total' | 'prices'>,
): void {
  leave(world, given, { ...open, lane, approvals: open.people ?? 0, value, at, total, prices });
}

function usedIn(
  { lanes, approvalUsage }: World,
  controls: Controls,
  values: BelievedValues,
  now: Instant,
): Used {
  if (!hasTiers(controls)) return NOTHING_USED;
  const { reportingCurrency } = controls;
  const claimed = usedWithin(approvalUsage ?? null, reportingCurrency, now);
  return usedWithOpen(claimed, Object.values(lanes), values, reportingCurrency);
}
