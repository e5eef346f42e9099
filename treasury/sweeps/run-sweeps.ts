import { approvalsNeeded } from '../approvals/approvals-needed.ts';
import { advance } from '../instructions/advance.ts';
import { proposedBy } from '../instructions/history-words.ts';
import type { ApprovalCount, Instruction } from '../instructions/instruction.ts';
import { sweepInstructionId } from '../instructions/instruction-id.ts';
import type { Lane } from '../instructions/lane.ts';
import { noteOpen, useOccurrence } from '../instructions/latch.ts';
import type { Controls } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import type { Change, Ledger, StoredDecision } from '../ports/ledger.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import type { RuleDecision } from '../rules/decision.ts';
import { evaluate } from '../rules/evaluate.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { plusSeconds } from '../time/instant.ts';
import { type UnitPrices, valueOfAmount } from '../valuation/value-of-amount.ts';

/** How often one currency is decided anew when its lane changed meanwhile. A lane that changes more
 * often within one run is busy; the next snapshot decides again. */
export const MAX_RUN_ATTEMPTS = 3;

export interface SweepRunPorts extends Pick<Surroundings, 'now'> {
  readonly ledger: Pick<Ledger, 'epoch' | 'readPolicy' | 'readLanes' | 'commit'>;
}

export interface SweepRun {
  readonly decisions: readonly RuleDecision[];
  readonly proposed: readonly Instruction[];
  /** Currencies whose decisions of this snapshot were on record before: a repeated delivery. */
  readonly alreadyDecided: readonly string[];
  /** Currencies that could not be decided since their lane kept changing. */
  readonly contended: readonly string[];
}

/**
 * Decides every rule on one snapshot and writes, per currency and in one write, the decisions, the
 * instructions that follow from them and the lane that knows about both.
 */
export async function runSweeps(ports: SweepRunPorts, snapshot: SnapshotTaken): Promise<SweepRun> {
  const view = await readView(ports, snapshot.client);
  const currencies = [...new Set(view.policy.rules.map(({ currency }) => currency))].sort();
  const run = {
    decisions: [] as RuleDecision[],
    proposed: [] as Instruction[],
    alreadyDecided: [] as string[],
    contended: [] as string[],
  };
  for (const currency of currencies) {
    const decided = await decideCurrency(ports, snapshot, currency, view);
    if (decided === 'already-decided') run.alreadyDecided.push(currency);
    else if (decided === 'contended') run.contended.push(currency);
    else {
      run.decisions.push(...decided.decisions);
      run.proposed.push(...decided.proposed);
    }
  }
  return run;
}

interface Decided {
  readonly decisions: readonly RuleDecision[];
  readonly proposed: readonly Instruction[];
}

async function decideCurrency(
  ports: SweepRunPorts,
  snapshot: SnapshotTaken,
  currency: string,
  firstView: View,
): Promise<Decided | 'already-decided' | 'contended'> {
  let view = firstView;
  for (let attempt = 0; attempt < MAX_RUN_ATTEMPTS; attempt++) {
    const work = decideOnce(ports, snapshot, currency, view);
    const written = await ports.ledger.commit(snapshot.client, work.changes);
    if (written.ok) return work;
    if (written.conflicts.includes('create-decision')) return 'already-decided';
    // The lane moved, or another snapshot of the same occurrence was quicker: read again, it says.
    view = await readView(ports, snapshot.client);
  }
  return 'contended';
}

interface View {
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
}

async function readView(ports: SweepRunPorts, client: string): Promise<View> {
  const [policy, lanes, epoch] = await Promise.all([
    ports.ledger.readPolicy(client),
    ports.ledger.readLanes(client),
    ports.ledger.epoch(),
  ]);
  return { policy, lanes, epoch };
}

function decideOnce(
  ports: SweepRunPorts,
  snapshot: SnapshotTaken,
  currency: string,
  { policy, lanes, epoch }: View,
) {
  const lane = lanes.find((each) => each.currency === currency) ?? null;
  const decisions = evaluate({
    rules: policy.rules.filter((rule) => rule.currency === currency),
    accounts: new Map(policy.accounts.map((account) => [account.id, account])),
    controls: policy.controls,
    balances: snapshot.balances,
    balancesReadAt: snapshot.takenAt,
    lanes: new Map(lanes.map((each) => [each.currency, each])),
    epoch,
    occurrence: snapshot.scheduledFor,
    now: ports.now(),
  });
  const proposed = decisions.flatMap((decision) => propose(snapshot, policy, decision));
  return { decisions, proposed, changes: changesFor(snapshot, lane, decisions, proposed) };
}

/** What follows from a decision: nothing, or one instruction, approved or waiting for approval. */
function propose(
  snapshot: SnapshotTaken,
  policy: Policy,
  decision: RuleDecision,
): readonly Instruction[] {
  if (decision.outcome !== 'sweep') return [];
  const { ruleId, ruleVersion, occurrence, decidedAt: at } = decision;
  const { controls } = policy;
  const account = policy.accounts.find(({ id }) => id === decision.withdrawalAccountId);
  if (account === undefined || controls === null) {
    throw new Error(`rule ${ruleId} decided to sweep without account or controls`);
  }
  const proposed: Instruction = {
    id: sweepInstructionId(ruleId, occurrence),
    client: snapshot.client,
    origin: { kind: 'sweep', ruleId, ruleVersion, occurrence, snapshot: snapshot.scheduledFor },
    content: {
      kind: 'withdrawal',
      currency: decision.currency,
      amount: decision.amount,
      withdrawalAccountId: account.id,
      accountLabel: account.label,
    },
    createdAt: at,
    status: { state: 'proposed', at },
    history: [proposedBy(at, decision.explanation)],
    version: 1,
  };
  const needed = peopleNeeded(snapshot, controls, decision);
  if (needed === 0) return [advance(proposed, { kind: 'approve', at, by: `rule ${ruleId}` })];
  const expiresAt = plusSeconds(at, controls.approvalExpirySeconds);
  return [advance(proposed, { kind: 'require-approval', at, expiresAt, needed })];
}

/** What a decision to sweep says about approvals. */
export type SweptAmount = Pick<
  RuleDecision & { readonly outcome: 'sweep' },
  'currency' | 'amount' | 'needsApproval'
>;

/** What the rule asks for itself, or what the controls ask for a sweep of this value, if that is more. */
export function peopleNeeded(
  { valuation }: { readonly valuation: UnitPrices },
  { approvalTiers, reportingCurrency }: Controls,
  { currency, amount, needsApproval }: SweptAmount,
): 0 | ApprovalCount {
  const value = valueOfAmount(valuation, currency, amount, reportingCurrency);
  const byTier = approvalsNeeded(approvalTiers, value);
  return byTier === 0 && needsApproval ? 1 : byTier;
}

/**
 * Everything of a currency is one commit, also where the lane does not change: a run that breaks off
 * must not leave some decisions behind, by which the delivery again would take all for decided.
 */
function changesFor(
  snapshot: SnapshotTaken,
  lane: Lane | null,
  decisions: readonly RuleDecision[],
  proposed: readonly Instruction[],
): readonly Change[] {
  const records = decisions.map((decision): Change => {
    const instruction = proposed.find(
      ({ origin }) => origin.kind === 'sweep' && origin.ruleId === decision.ruleId,
    );
    const stored: StoredDecision = {
      client: snapshot.client,
      snapshot: snapshot.scheduledFor,
      decision,
      ...(instruction === undefined ? {} : { instructionId: instruction.id }),
    };
    return { kind: 'create-decision', decision: stored };
  });
  const changedLane = lane === null ? null : laneAfter(lane, decisions, proposed);
  if (lane === null || changedLane === lane || changedLane === null) return records;
  return [
    {
      kind: 'replace-lane',
      // However many reducers ran, this is one write on top of the version that was read.
      lane: { ...changedLane, version: lane.version + 1 },
      from: lane.latch.state,
    },
    ...proposed.map((instruction): Change => ({ kind: 'create-instruction', instruction })),
    ...records,
  ];
}

function laneAfter(
  lane: Lane,
  decisions: readonly RuleDecision[],
  proposed: readonly Instruction[],
): Lane {
  const used = decisions
    .filter(({ consumesOccurrence }) => consumesOccurrence)
    .reduce((each, { ruleId, occurrence }) => useOccurrence(each, ruleId, occurrence), lane);
  return proposed.reduce((each, { id, origin, content }) => {
    if (origin.kind !== 'sweep') return each;
    const { amount } = content;
    return noteOpen(each, { instructionId: id, ruleId: origin.ruleId, amount });
  }, used);
}
