import type { DecidedTrade, RuleDecision } from '../decisions/decision.ts';
import { advance } from '../instructions/advance.ts';
import { destinationOf } from '../instructions/destination.ts';
import { proposedBy } from '../instructions/history-message.ts';
import type { ApprovalCount, Instruction } from '../instructions/instruction.ts';
import { conversionInstructionId, sweepInstructionId } from '../instructions/instruction-id.ts';
import type { Lane } from '../instructions/lane.ts';
import {
  type ApprovalUsage,
  usedWithin,
  usedWithOpen,
  withUsed,
} from '../limits/approval-usage.ts';
import { approvalsForSweep } from '../limits/approvals-required.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { priceReadingOf } from '../value-limits/limit-price.ts';
import { hasValueLimits } from '../value-limits/rule-limits.ts';
import { type StatedPrice, statedPrice } from '../value-limits/stated-price.ts';

export type SweepDecision = RuleDecision & { readonly outcome: 'sweep' };

/** The inputs of the number of approvals. */
export interface ApprovalView {
  readonly policy: Policy;
  /** Includes everything that was proposed so far on this snapshot. */
  readonly lanes: readonly Lane[];
  /** Null if no such amount was claimed, or the controls have no tiers. */
  readonly usage: ApprovalUsage | null;
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
  const people = peopleFor(snapshot, view, decisions, now);
  return decisions.map((decision) => propose(snapshot, view.policy, decision, people));
}

/** How many people each sweep needs: each counts for the next against the tiers. */
function peopleFor(
  snapshot: SnapshotTaken,
  { policy: { controls }, lanes, usage }: ApprovalView,
  decisions: readonly SweepDecision[],
  now: Instant,
): ReadonlyMap<string, 0 | ApprovalCount> {
  const people = new Map<string, 0 | ApprovalCount>();
  if (controls === null) return people;
  const { reportingCurrency } = controls;
  const { valuation } = snapshot;
  const claimed = usedWithin(usage, reportingCurrency, now);
  let used = usedWithOpen(claimed, lanes, valuation, reportingCurrency);
  for (const decision of decisions) {
    const required = approvalsForSweep(snapshot, controls, decision, used);
    const { ruleId, currency, amount } = decision;
    people.set(ruleId, required);
    used = withUsed(used, required, valueOfAmount(valuation, currency, amount, reportingCurrency));
  }
  return people;
}

function propose(
  snapshot: SnapshotTaken,
  policy: Policy,
  decision: SweepDecision,
  people: ReadonlyMap<string, 0 | ApprovalCount>,
): Instruction {
  const { ruleId, ruleVersion, occurrence, decidedAt: at } = decision;
  const { controls } = policy;
  if (controls === null) throw new Error(`rule ${ruleId} decided to sweep without controls`);
  const { reportingCurrency } = controls;
  const { currency, amount } = decision;
  const value = valueOfAmount(snapshot.valuation, currency, amount, reportingCurrency);
  const proposed: Instruction = {
    tenant: snapshot.tenant,
    origin: { kind: 'sweep', ruleId, ruleVersion, occurrence, snapshot: snapshot.scheduledFor },
    ...commandOf(decision, policy),
    createdAt: at,
    ...(value === null ? {} : { value: { amount: value, currency: reportingCurrency } }),
    ...priceOfLimits(snapshot, policy, decision),
    status: { state: 'proposed', at },
    history: [proposedBy(at, decision.explanation)],
    version: 1,
  };
  const required = people.get(ruleId) ?? 2;
  if (required === 0) return advance(proposed, { kind: 'approve', at, by: `rule ${ruleId}` });
  const expiresAt = plusSeconds(at, controls.approvalExpirySeconds);
  return advance(proposed, {
    kind: 'require-approval',
    at,
    expiresAt,
    approvalsRequired: required,
  });
}

type Command = Pick<Instruction, 'id' | 'content' | 'destination' | 'conversion'>;

function commandOf(decision: SweepDecision, policy: Policy): Command {
  return decision.trade === undefined
    ? withdrawalOf(decision, policy)
    : conversionOf(decision, decision.trade);
}

function withdrawalOf(
  { ruleId, occurrence, currency, amount, withdrawalAccountId }: SweepDecision,
  { accounts }: Policy,
): Command {
  const key = withdrawalAccountId === undefined ? null : accountKey(withdrawalAccountId);
  const account = accounts.find(({ id }) => accountKey(id) === key);
  if (account === undefined) throw new Error(`rule ${ruleId} decided to sweep without account`);
  const { id: accountId, label: accountLabel } = account;
  return {
    id: sweepInstructionId(ruleId, occurrence),
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
  snapshot: SnapshotTaken,
  { rules, controls }: Policy,
  { ruleId, currency }: SweepDecision,
): { readonly priceOfLimits?: StatedPrice } {
  const rule = rules.find(({ id }) => id === ruleId);
  if (rule === undefined || controls === null || !hasValueLimits(rule)) return {};
  const price = statedPrice(currency, controls.reportingCurrency, priceReadingOf(snapshot));
  return price === null ? {} : { priceOfLimits: price };
}
