import { type AuditHead, appendToChain } from '../audit/audit-entry.ts';
import { saySuperseded } from '../facts/sentences/say/say-waiting.ts';
import type { Superseded } from '../facts/waiting-facts.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import {
  type ChangeStatus,
  type CurrentItem,
  type PolicyChange,
  subjectName,
  subjectOf,
} from '../ledger/policy-change.ts';
import { generationAfter } from '../policy/halt-marks.ts';
import { type HaltState, resumedBy } from '../policy/halt-state.ts';
import { sameJson } from '../records/same-json.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { withoutSeal } from '../sealing/messages.ts';
import { type SealedLedger, sealedPiece } from '../sealing/policy-seals.ts';
import { sealedResumption } from '../sealing/resumption-seals.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { Instant } from '../time/instant.ts';
import {
  type ChangeDecision,
  DECIDED,
  judgeChangeApproval,
  judgeChangeDecision,
  judgeHaltWhole,
  sayErased,
} from './judge-change.ts';
import type { ChangePorts } from './ports.ts';
import { MAX_CHANGE_ATTEMPTS, type Refused, refused } from './refusal.ts';
import { readWholePolicy } from './whole-policy.ts';
import { lanesToRearm, nextItem, putItem } from './writes-of.ts';

export interface ChangeDecisionCommand {
  readonly tenant: string;
  readonly changeId: string;
  readonly decision: ChangeDecision;
  readonly by: string;
  readonly comment: string;
  readonly requestId: string;
}

export type ChangeDecisionResult =
  /** `replayed`: it was decided so before, and nothing was written. */
  | { readonly result: 'decided'; readonly change: PolicyChange; readonly replayed: boolean }
  | Refused
  | Contended;

/**
 * A second person approves or declines a change, or its maker takes it back. Approved, it is written in
 * one commit with the piece of policy, its history and the audit log, and only on the very version that
 * it was proposed on.
 */
export async function decideChange(
  ports: ChangePorts,
  command: ChangeDecisionCommand,
): Promise<ChangeDecisionResult> {
  return await untilWritten(() => decideOnce(ports, command), MAX_CHANGE_ATTEMPTS);
}

async function decideOnce(
  ports: ChangePorts,
  command: ChangeDecisionCommand,
): Promise<ChangeDecisionResult | null> {
  const { tenant, changeId, decision } = command;
  const [head, change] = await Promise.all([
    ports.ledger.readAuditHead(tenant),
    ports.ledger.readChange(tenant, changeId),
  ]);
  const at = ports.now();
  if (change === null) return refused('not-found', 'There is no such change.');
  const judged = judgeChangeDecision(change, command, at);
  if (judged.judgement === 'refuse') return judged.refused;
  if (judged.judgement === 'done-before') return { result: 'decided', change, replayed: true };
  if (decision === 'approve') return await approve(ports, { command, change, head, at });
  const decided = withStatus(change, { state: DECIDED[decision], at, ...said(command) });
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'put-change', change: decided },
    audited(head, command, at, decided),
  ]);
  return ok ? { result: 'decided', change: decided, replayed: false } : null;
}

interface Approval {
  readonly command: ChangeDecisionCommand;
  readonly change: PolicyChange;
  readonly head: AuditHead;
  readonly at: Instant;
}

async function approve(
  ports: ChangePorts,
  { command, change, head, at }: Approval,
): Promise<ChangeDecisionResult | null> {
  const { tenant, by } = command;
  const [policy, lanes, epoch, current] = await Promise.all([
    readWholePolicy(ports.ledger, tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.epoch(),
    ports.ledger.readCurrent(tenant, subjectOf(change)),
  ]);
  const seen = { change, policy, lanes, epoch, current, at };
  const judged = await judgeChangeApproval(ports, seen);
  if (judged.judgement === 'superseded') {
    const { version, why } = judged;
    return await supersede(ports, { command, change, head, at }, version, why);
  }
  if (judged.judgement === 'refuse') return judged.refused;
  const { controls, trusted, wanted } = judged;
  const ledger = { tenant, epoch };
  const next = nextItem(wanted, {
    tenant,
    controls,
    current,
    trusted,
    at,
    by,
    madeBy: change.madeBy,
  });
  const sealed = await sealedPiece(ports.seals, ledger, next, at);
  const approved = withStatus(change, { state: 'approved', at, ...said(command) });
  const resumed = await resumptionOf(ports, ledger, policy.halt, approved);
  if (!resumed.ok) return resumed.refused;
  const { resumption } = change;
  const { ok } = await ports.ledger.commit(tenant, [
    // A resumption that leaves the controls as they are does not write them.
    ...(resumption !== undefined && sameJson(change.before, change.after) ? [] : [putItem(sealed)]),
    ...lanesToRearm(tenant, wanted, lanes, epoch),
    ...resumed.changes,
    { kind: 'put-change', change: approved },
    audited(head, command, at, approved, { before: current, after: next }),
  ]);
  return ok ? { result: 'decided', change: approved, replayed: false } : null;
}

/** The version that it rests on has been replaced: no approver saw what the two would make together. */
async function supersede(
  ports: ChangePorts,
  { command, change, head, at }: Approval,
  version: number,
  why: Superseded,
): Promise<ChangeDecisionResult | null> {
  const { by } = command;
  const superseded = withStatus(change, { state: 'superseded', at, by, why });
  const { ok } = await ports.ledger.commit(command.tenant, [
    { kind: 'put-change', change: superseded },
    audited(head, command, at, superseded),
  ]);
  return ok ? refused('change-superseded', saySuperseded(why), { currentVersion: version }) : null;
}

type Resumed =
  | { readonly ok: true; readonly changes: readonly LedgerWrite[] }
  | { readonly ok: false; readonly refused: Refused };

/**
 * The end of a halt, with both people and sealed: in the same write as the approval, and on the generation they
 * named. Nothing is sealed on a state that another program has written: any halt that it left out would end as well.
 */
async function resumptionOf(
  { ledger, seals }: ChangePorts,
  sealed: SealedLedger,
  halt: HaltState,
  approved: PolicyChange,
): Promise<Resumed> {
  const { resumption, madeBy, id, status } = approved;
  if (resumption === undefined || status.state !== 'approved') return { ok: true, changes: [] };
  const { marks, erased } = await judgeHaltWhole({ ledger, seals }, sealed, halt);
  if (erased !== null) {
    const why = { code: 'halt-erased', erased } as const;
    await ledger.commit(sealed.tenant, [tamperingHalt(id, { code: 'stopped', why }, status.at)]);
    return { ok: false, refused: refused('halt-tampered', sayErased(erased)) };
  }
  const { at, by: approvedBy, comment } = status;
  const { currency } = resumption;
  const ended = {
    ...(currency === undefined ? {} : { currency }),
    by: madeBy,
    approvedBy,
    at,
    comment,
    changeId: id,
  };
  const next = resumedBy(halt, ended, generationAfter(halt, marks));
  const resumed = await sealedResumption(seals, sealed, next.resumed, at);
  return { ok: true, changes: [{ kind: 'resume', halt: { ...next, resumed } }] };
}

function said({ by, comment }: ChangeDecisionCommand) {
  return { by, comment };
}

function withStatus(change: PolicyChange, status: ChangeStatus): PolicyChange {
  const bare = withoutSeal(change) as PolicyChange;
  return { ...bare, status, version: change.version + 1 };
}

const ACTIONS: Readonly<Record<ChangeStatus['state'], string>> = {
  proposed: 'propose-change',
  approved: 'approve-change',
  declined: 'decline-change',
  withdrawn: 'withdraw-change',
  superseded: 'supersede-change',
};

/** Approved, it names both people, and the values before and after; else the proposal's end. */
function audited(
  head: AuditHead,
  { by, comment, requestId }: ChangeDecisionCommand,
  at: Instant,
  change: PolicyChange,
  written?: { readonly before: CurrentItem | null; readonly after: CurrentItem },
): LedgerWrite {
  const { state } = change.status;
  const people = state === 'approved' ? { by: change.madeBy, approvedBy: by } : { by };
  const entry = appendToChain(head, {
    at,
    ...people,
    action: ACTIONS[state],
    subject: subjectName(subjectOf(change)),
    requestId,
    before: written === undefined ? { state: 'proposed' } : (written.before?.item ?? null),
    after:
      written === undefined
        ? { changeId: change.id, state, comment }
        : { changeId: change.id, comment, stands: written.after.item },
  });
  return { kind: 'append-audit', entry };
}
