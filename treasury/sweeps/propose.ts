import type { CountsRead } from '../counters/shared-counts.ts';
import type { RuleDecision } from '../decisions/decision.ts';
import { decidedSweep } from '../decisions/decision-fact.ts';
import type { DecidedTrade } from '../facts/decided-trade.ts';
import { advance } from '../instructions/advance.ts';
import { destinationOf } from '../instructions/destination.ts';
import { proposedBy } from '../instructions/history.ts';
import type { ApprovalCount, Instruction, PartOfRun } from '../instructions/instruction.ts';
import { conversionInstructionId, sweepInstructionId } from '../instructions/instruction-id.ts';
import type { Lane } from '../instructions/lane.ts';
import { usedWithin, usedWithOpen, withUsed } from '../limits/approval-usage.ts';
import { approvalsForSweep } from '../limits/approvals-required.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import { hasValueLimits } from '../value-limits/rule-limits.ts';
import { type StatedPrice, statedPrice } from '../value-limits/stated-price.ts';

export type SweepDecision = RuleDecision & { readonly outcome: 'sweep' };

/** The inputs of the number of approvals. */
export interface ApprovalView {
  readonly policy: Policy;
  /** Of the snapshot. */
  readonly prices: PriceReading;
  /** Includes everything that was proposed so far on this snapshot. */
  readonly lanes: readonly Lane[];
  /** Null if no such amount was claimed, or the controls have no tiers. */
  readonly usage: CountsRead;
}

/** The instructions that follow from the decisions of one currency: approved, or waiting for approval. Not sealed yet. */
export function proposeAll(
  snapshot: SnapshotTaken,
  view: ApprovalView,
  decisions: readonly SweepDecision[],
  now: Instant,
): readonly Instruction[] {
  // In most turns: the tiers are added up over every lane.
  if (decisions.length === 0) return [];
  const payments = decisions.flatMap(paymentsIn);
  const people = peopleFor(view, payments, now);
  return payments.map((payment) => propose(snapshot, view, payment, people));
}

/** One instruction of a decision: a part of its amount, or all of it. */
interface SweepPayment {
  readonly decision: SweepDecision;
  readonly instructionId: string;
  /** Absent for a conversion. */
  readonly withdrawalAccountId?: string;
  readonly amount: string;
  readonly needsApproval: boolean;
  readonly part?: number;
}

function paymentsIn(decision: SweepDecision): readonly SweepPayment[] {
  const { ruleId, occurrence, withdrawalAccountId, amount, needsApproval, parts } = decision;
  const instructionId = sweepInstructionId(ruleId, occurrence);
  if (parts === undefined) {
    const paid = withdrawalAccountId === undefined ? {} : { withdrawalAccountId };
    return [{ decision, instructionId, ...paid, amount, needsApproval }];
  }
  return parts.map((part) => ({
    ...part,
    decision,
    instructionId: sweepInstructionId(ruleId, occurrence, part.part),
  }));
}

/** How many people each withdrawal needs: each counts for the next against the tiers. */
function peopleFor(
  { policy: { controls }, lanes, usage, prices: { values } }: ApprovalView,
  payments: readonly SweepPayment[],
  now: Instant,
): ReadonlyMap<string, 0 | ApprovalCount> {
  const people = new Map<string, 0 | ApprovalCount>();
  if (controls === null) return people;
  const { reportingCurrency } = controls;
  const claimed = usedWithin(usage, reportingCurrency, now);
  let used = usedWithOpen(claimed, lanes, values, reportingCurrency);
  for (const { decision, instructionId, amount, needsApproval } of payments) {
    const { currency } = decision;
    const required = approvalsForSweep(values, controls, { currency, amount, needsApproval }, used);
    people.set(instructionId, required);
    used = withUsed(used, required, valueOfAmount(values, currency, amount, reportingCurrency));
  }
  return people;
}

function propose(
  snapshot: SnapshotTaken,
  { policy, prices }: ApprovalView,
  payment: SweepPayment,
  people: ReadonlyMap<string, 0 | ApprovalCount>,
): Instruction {
  const { decision, instructionId, amount } = payment;
  const { ruleId, ruleVersion, occurrence, decidedAt: at, currency } = decision;
  const { controls } = policy;
  if (controls === null) throw new Error(`rule ${ruleId} decided to sweep without controls`);
  const split = partOfRun(payment, policy);
  const { reportingCurrency } = controls;
  const value = valueOfAmount(prices.values, currency, amount, reportingCurrency);
  const proposed: Instruction = {
    tenant: snapshot.tenant,
    origin: {
      kind: 'sweep',
      ruleId,
      ruleVersion,
      occurrence,
      snapshot: snapshot.scheduledFor,
      ...(split !== null && { split }),
    },
    ...commandOf(payment, policy),
    createdAt: at,
    ...(value === null ? {} : { value: { amount: value, currency: reportingCurrency } }),
    ...priceOfLimits(prices, policy, decision),
    status: { state: 'proposed', at },
    history: [proposedBy(at, decidedBy(decision, split))],
    version: 1,
  };
  const required = people.get(instructionId) ?? 2;
  if (required === 0) {
    return advance(proposed, { kind: 'approve', at, by: { code: 'rule', ruleId } });
  }
  const expiresAt = plusSeconds(at, controls.approvalExpirySeconds);
  return advance(proposed, {
    kind: 'require-approval',
    at,
    expiresAt,
    approvalsRequired: required,
  });
}

type Command = Pick<Instruction, 'id' | 'content' | 'destination' | 'conversion'>;

function commandOf(payment: SweepPayment, policy: Policy): Command {
  const { trade } = payment.decision;
  return trade === undefined
    ? withdrawalOf(payment, policy)
    : conversionOf(payment.decision, trade);
}

function withdrawalOf(
  { decision: { ruleId, currency }, instructionId, amount, withdrawalAccountId }: SweepPayment,
  { accounts }: Policy,
): Command {
  const key = withdrawalAccountId === undefined ? null : accountKey(withdrawalAccountId);
  const account = accounts.find(({ id }) => accountKey(id) === key);
  if (account === undefined) throw new Error(`rule ${ruleId} decided to sweep without account`);
  const { id: accountId, label: accountLabel } = account;
  return {
    id: instructionId,
    content: {
      kind: 'withdrawal',
      currency,
      amount,
      withdrawalAccountId: accountId,
      accountLabel,
    },
    destination: destinationOf(account),
  };
}

function conversionOf(
  { ruleId, occurrence, currency, amount: given, into }: SweepDecision,
  { instrument, side, price, amount, bid, ask }: DecidedTrade,
): Command {
  if (into === undefined) throw new Error(`rule ${ruleId} decided to convert into nothing`);
  return {
    id: conversionInstructionId(ruleId, occurrence),
    content: { kind: 'trade', instrument, side, price, amount },
    conversion: { currency, amount: given, into, bid, ask },
  };
}

/** The claim, which may come much later, must not rest on a price that permits more. */
function priceOfLimits(
  prices: PriceReading,
  { rules, controls }: Policy,
  { ruleId, currency }: SweepDecision,
): { readonly priceOfLimits?: StatedPrice } {
  const rule = rules.find(({ id }) => id === ruleId);
  if (rule === undefined || controls === null || !hasValueLimits(rule)) return {};
  const price = statedPrice(currency, controls.reportingCurrency, prices);
  return price === null ? {} : { priceOfLimits: price };
}

/** What a part is sealed with: the whole that was decided at once, and every part of it. */
function partOfRun(
  { decision: { ruleId, occurrence, amount: total, parts }, part }: SweepPayment,
  { rules }: Policy,
): PartOfRun | null {
  if (part === undefined || parts === undefined) return null;
  const split = rules.find(({ id }) => id === ruleId)?.split;
  if (split === undefined) throw new Error(`rule ${ruleId} decided parts without a split`);
  const siblings = parts.map(({ part: number, withdrawalAccountId, amount }) => ({
    part: number,
    instructionId: sweepInstructionId(ruleId, occurrence, number),
    withdrawalAccountId,
    amount,
  }));
  return { part, of: split.parts.length, total, parts: siblings };
}

function decidedBy(decision: SweepDecision, split: PartOfRun | null) {
  const part = split === null ? {} : { part: { part: split.part, of: split.of } };
  return { code: 'decided', decision: decidedSweep(decision), ...part } as const;
}
