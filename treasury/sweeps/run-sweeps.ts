import { lastUsedBy, type RuleDecision } from '../decisions/decision.ts';
import { advance } from '../instructions/advance.ts';
import { destinationOf } from '../instructions/destination.ts';
import { proposedBy } from '../instructions/history-message.ts';
import type { ApprovalCount, Instruction } from '../instructions/instruction.ts';
import { sweepInstructionId } from '../instructions/instruction-id.ts';
import type { Lane } from '../instructions/lane.ts';
import { noteOpen, useOccurrence } from '../instructions/lane-transitions.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { StoredDecision } from '../ledger/stored-decision.ts';
import {
  type ApprovalUsage,
  hasTiers,
  usedWithin,
  usedWithOpen,
  withUsed,
} from '../limits/approval-usage.ts';
import { approvalsForSweep } from '../limits/approvals-required.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { Effects } from '../ports/effects.ts';
import { isNewer, refuseNewer } from '../records/newer-version.ts';
import { retry } from '../retries/retry.ts';
import { evaluate } from '../rules/evaluate.ts';
import type { Seals } from '../seals/ports.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { authorise } from './authorise-sweeps.ts';
import { keptLane, retainReadings, withSnapshot } from './retain-readings.ts';

/** How often one currency is decided anew when its lane changed meanwhile. A lane that changes more
 * often within one run is busy; the next snapshot decides again. */
export const MAX_RUN_ATTEMPTS = 3;

export interface SweepRunPorts extends Pick<Effects, 'now'> {
  readonly seals: Seals;
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readPolicy' | 'readLanes' | 'readApprovalUsage' | 'commit'
  >;
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
  refuseNewer(`The snapshot of ${snapshot.scheduledFor}`, snapshot);
  let view = await readView(ports, snapshot.tenant);
  const { rules, unreadableRules = [] } = view.policy;
  const ruled = new Set([...rules, ...unreadableRules].map(({ currency }) => currency));
  const currencies = [...ruled].sort();
  await retainReadings(ports.ledger, snapshot, view, ruled);
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
      // What was decided in one currency counts against the tiers of the next.
      view = { ...view, lanes: view.lanes.map((lane) => decided.lanes.get(lane.currency) ?? lane) };
    }
  }
  return run;
}

interface Decided {
  readonly decisions: readonly RuleDecision[];
  readonly proposed: readonly Instruction[];
  /** As they were written, by currency. */
  readonly lanes: ReadonlyMap<string, Lane>;
}

async function decideCurrency(
  ports: SweepRunPorts,
  snapshot: SnapshotTaken,
  currency: string,
  firstView: View,
): Promise<Decided | 'already-decided' | 'contended'> {
  let view = firstView;
  const decideAnew = async (): Promise<Decided | 'already-decided' | null> => {
    const work = await decideOnce(ports, snapshot, currency, view);
    const written = await ports.ledger.commit(snapshot.tenant, work.changes);
    if (written.ok) return work;
    if (written.conflicts.includes('create-decision')) return 'already-decided';
    // The lane moved, or another snapshot of the same occurrence was quicker: read again, it says.
    view = await readView(ports, snapshot.tenant);
    return null;
  };
  return (await retry(decideAnew, { attempts: MAX_RUN_ATTEMPTS })) ?? 'contended';
}

interface View {
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  /** Null where nothing was claimed that counts, or the controls have no tiers. */
  readonly usage: ApprovalUsage | null;
}

async function readView(ports: SweepRunPorts, tenant: string): Promise<View> {
  const [policy, lanes, epoch] = await Promise.all([
    ports.ledger.readPolicy(tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.epoch(),
  ]);
  const tiered = policy.controls !== null && hasTiers(policy.controls);
  // After the lanes: what is claimed in between is counted twice, never not at all.
  const usage = tiered ? await ports.ledger.readApprovalUsage(tenant) : null;
  return { policy, lanes, epoch, usage };
}

async function decideOnce(
  ports: SweepRunPorts,
  snapshot: SnapshotTaken,
  currency: string,
  view: View,
): Promise<Decided & { readonly changes: readonly LedgerWrite[] }> {
  const { policy, lanes, epoch } = view;
  const lane = lanes.find((each) => each.currency === currency) ?? null;
  const read = withSnapshot(lanes, policy, snapshot);
  const now = ports.now();
  const evaluated = evaluate({
    rules: policy.rules.filter((rule) => rule.currency === currency),
    unreadableRules: (policy.unreadableRules ?? []).filter((rule) => rule.currency === currency),
    accounts: new Map(policy.accounts.map((account) => [accountKey(account.id), account])),
    controls: policy.controls,
    halt: policy.halt,
    balances: snapshot.balances,
    balancesReadAt: snapshot.takenAt,
    lanes: new Map(read.map((each) => [each.currency, each])),
    epoch,
    occurrence: snapshot.scheduledFor,
    now,
  });
  const people = peopleFor(snapshot, view, evaluated, now);
  const { decisions, proposed, tampering } = await authorise(
    ports.seals,
    { tenant: snapshot.tenant, epoch, policy },
    evaluated.map((decision) => ({
      decision,
      proposed: propose(snapshot, policy, decision, people),
    })),
  );
  const kept = lane === null || isNewer(lane) ? null : keptLane(lane, policy, snapshot);
  const { changes, lanes: after } = written(snapshot, lane, kept, decisions, proposed);
  return { decisions, proposed, changes: [...changes, ...tampering], lanes: after };
}

/** How many people each sweep needs: each counts for the next against the tiers. */
function peopleFor(
  snapshot: SnapshotTaken,
  { policy: { controls }, lanes, usage }: View,
  decisions: readonly RuleDecision[],
  now: Instant,
): ReadonlyMap<string, 0 | ApprovalCount> {
  const people = new Map<string, 0 | ApprovalCount>();
  if (controls === null) return people;
  const { reportingCurrency } = controls;
  const { valuation } = snapshot;
  const claimed = usedWithin(usage, reportingCurrency, now);
  let used = usedWithOpen(claimed, lanes, valuation, reportingCurrency);
  for (const decision of decisions) {
    if (decision.outcome !== 'sweep') continue;
    const required = approvalsForSweep(snapshot, controls, decision, used);
    const { ruleId, currency, amount } = decision;
    people.set(ruleId, required);
    used = withUsed(used, required, valueOfAmount(valuation, currency, amount, reportingCurrency));
  }
  return people;
}

/** What follows from a decision: nothing, or one instruction, approved or waiting for approval. */
function propose(
  snapshot: SnapshotTaken,
  policy: Policy,
  decision: RuleDecision,
  people: ReadonlyMap<string, 0 | ApprovalCount>,
): Instruction | null {
  if (decision.outcome !== 'sweep') return null;
  const { ruleId, ruleVersion, occurrence, decidedAt: at } = decision;
  const { controls } = policy;
  const account = policy.accounts.find(
    ({ id }) => accountKey(id) === accountKey(decision.withdrawalAccountId),
  );
  if (account === undefined || controls === null) {
    throw new Error(`rule ${ruleId} decided to sweep without account or controls`);
  }
  const { reportingCurrency } = controls;
  const { currency, amount } = decision;
  const value = valueOfAmount(snapshot.valuation, currency, amount, reportingCurrency);
  const proposed: Instruction = {
    id: sweepInstructionId(ruleId, occurrence),
    tenant: snapshot.tenant,
    origin: { kind: 'sweep', ruleId, ruleVersion, occurrence, snapshot: snapshot.scheduledFor },
    content: {
      kind: 'withdrawal',
      currency: decision.currency,
      amount: decision.amount,
      withdrawalAccountId: account.id,
      accountLabel: account.label,
    },
    destination: destinationOf(account),
    createdAt: at,
    ...(value === null ? {} : { value: { amount: value, currency: reportingCurrency } }),
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

/**
 * Everything of a currency is one commit, also where the lane does not change: a run that breaks off
 * must not leave some decisions behind, by which the delivery again would take all for decided.
 */
function written(
  snapshot: SnapshotTaken,
  lane: Lane | null,
  kept: Lane | null,
  decisions: readonly RuleDecision[],
  proposed: readonly Instruction[],
): { readonly changes: readonly LedgerWrite[]; readonly lanes: ReadonlyMap<string, Lane> } {
  const records = decisions.map((decision): LedgerWrite => {
    const instruction = proposed.find(
      ({ origin }) => origin.kind === 'sweep' && origin.ruleId === decision.ruleId,
    );
    const stored: StoredDecision = {
      tenant: snapshot.tenant,
      snapshot: snapshot.scheduledFor,
      decision,
      ...(instruction === undefined ? {} : { instructionId: instruction.id }),
    };
    return { kind: 'create-decision', decision: stored };
  });
  const changedLane = kept === null ? null : laneAfter(kept, decisions, proposed);
  if (lane === null || changedLane === lane || changedLane === null) {
    return { changes: records, lanes: new Map() };
  }
  // However many reducers ran, this is one write on top of the version that was read.
  const next = { ...changedLane, version: lane.version + 1 };
  const changes: readonly LedgerWrite[] = [
    { kind: 'replace-lane', lane: next, from: lane.status.state },
    ...proposed.map((instruction): LedgerWrite => ({ kind: 'create-instruction', instruction })),
    ...records,
  ];
  return { changes, lanes: new Map([[next.currency, next]]) };
}

function laneAfter(
  lane: Lane,
  decisions: readonly RuleDecision[],
  proposed: readonly Instruction[],
): Lane {
  const used = decisions.reduce((each, decision) => {
    const last = lastUsedBy(decision);
    return last === null ? each : useOccurrence(each, decision.ruleId, last);
  }, lane);
  return proposed.reduce((each, { id, origin, content, status }) => {
    if (origin.kind !== 'sweep' || content.kind !== 'withdrawal') return each;
    const { amount, withdrawalAccountId: accountId } = content;
    const people = status.state === 'awaiting-approval' ? (status.approvalsRequired ?? 1) : 0;
    const { ruleId } = origin;
    return noteOpen(each, { instructionId: id, ruleId, amount, accountId, people });
  }, used);
}
