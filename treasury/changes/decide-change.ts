import { type AuditHead, appendToChain } from '../audit/audit-entry.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import {
  type ChangeStatus,
  type CurrentItem,
  type PolicyChange,
  stateOf,
  subjectName,
  subjectOf,
} from '../ledger/policy-change.ts';
import type { Controls } from '../policy/controls.ts';
import { endedByNobody, generationAfter } from '../policy/halt-marks.ts';
import { type HaltState, resumedBy } from '../policy/halt-state.ts';
import { refuseNewer } from '../records/newer-version.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { lastResumption } from '../sealing/judge-halt.ts';
import { withoutSeal } from '../sealing/messages.ts';
import { judgeChange, type SealedLedger, sealedPiece } from '../sealing/policy-seals.ts';
import { sealedResumption } from '../sealing/resumption-seals.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import { isDeleted, wantedBy } from './drafts.ts';
import { sameJson } from './field-change.ts';
import { policyConflict } from './policy-conflict.ts';
import type { ChangePorts } from './ports.ts';
import { DISARMED, MAX_CHANGE_ATTEMPTS, type Refused, refused } from './refusal.ts';
import { refuseByControls, trustedItem } from './trusted-item.ts';
import { lanesToRearm, nextItem, putItem } from './writes-of.ts';

export interface ChangeDecisionCommand {
  readonly tenant: string;
  readonly changeId: string;
  readonly decision: 'approve' | 'decline' | 'withdraw';
  readonly by: string;
  readonly comment: string;
  readonly requestId: string;
}

export type ChangeDecisionResult =
  /** `replayed`: it was decided so before, and nothing was written. */
  | { readonly result: 'decided'; readonly change: PolicyChange; readonly replayed: boolean }
  | Refused
  | Contended;

const DECIDED = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const;

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
  refuseNewer(`The change ${changeId}`, change);
  const answered = judge(change, command, at);
  if (answered !== null) return answered;
  if (decision === 'approve') return await approve(ports, { command, change, head, at });
  const decided = withStatus(change, { state: DECIDED[decision], at, ...said(command) });
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'put-change', change: decided },
    audited(head, command, at, decided),
  ]);
  return ok ? { result: 'decided', change: decided, replayed: false } : null;
}

/** Who may decide what, and when; null if nothing forbids it. */
function judge(
  change: PolicyChange,
  { decision, by }: ChangeDecisionCommand,
  at: Instant,
): ChangeDecisionResult | null {
  const { status, madeBy, expiresAt } = change;
  if (status.state !== 'proposed') {
    if (status.state === DECIDED[decision] && status.by === by) {
      return { result: 'decided', change, replayed: true };
    }
    const message = `It was ${status.state} by ${status.by} at ${status.at}: ${status.comment}`;
    return refused('change-closed', message);
  }
  if (stateOf(change, at) === 'expired') {
    return refused('change-expired', `It expired at ${expiresAt}. It has to be proposed again.`);
  }
  if (decision === 'withdraw') {
    const message = `It was made by ${madeBy}, who alone can take it back.`;
    return by === madeBy ? null : refused('made-by-another', message);
  }
  if (by === madeBy) {
    const message = 'Whoever made a change does not decide about it; taking it back is possible.';
    return refused('maker-is-checker', message);
  }
  return null;
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
    ports.ledger.readPolicy(tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.epoch(),
    ports.ledger.readCurrent(tenant, subjectOf(change)),
  ]);
  const { controls } = policy;
  if (controls === null) return DISARMED;
  refuseNewer('The controls', controls);
  refuseNewer('The halt', policy.halt);
  refuseNewer(subjectName(subjectOf(change)), current?.item ?? null);
  const version = current?.item.version ?? 0;
  if (version !== change.baseVersion || isDeleted(current)) {
    return await supersede(ports, { command, change, head, at }, version);
  }
  const { resumption } = change;
  if (resumption !== undefined && resumption.generation !== policy.halt.generation) {
    const message = `It ends generation ${resumption.generation} of the halt, and ${policy.halt.generation} stands: there was another halt. It has to be proposed again.`;
    return await supersede(ports, { command, change, head, at }, version, message);
  }
  const ledger = { tenant: tenant, epoch };
  const trusted = await trustedItem(ports.seals, ledger, current);
  const unsealed = await refuseUnsealed(ports.seals, ledger, { change, trusted, controls });
  if (unsealed !== null) return unsealed;
  const wanted = wantedBy(change);
  const armed = lanes.map(({ currency }) => currency);
  const fields = policyConflict(wanted, policy, armed, ports.snapshotEverySeconds, at);
  if (fields.length > 0) {
    const message = 'It does not fit the rest of the policy any more. It has to be proposed anew.';
    return refused('change-conflict', message, { fields });
  }
  const next = nextItem(wanted, { tenant, controls, current, trusted, at, by });
  const sealed = await sealedPiece(ports.seals, ledger, next, at);
  const approved = withStatus(change, { state: 'approved', at, ...said(command) });
  const resumed = await resumptionOf(ports, ledger, policy.halt, approved);
  if (!resumed.ok) return resumed.refused;
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

interface Rested {
  readonly change: PolicyChange;
  readonly trusted: CurrentItem | null;
  readonly controls: Controls;
}

/** Null if the change is what its maker asked for, and rests on what deciding functions wrote. */
async function refuseUnsealed(
  verifier: SealVerifier,
  ledger: SealedLedger,
  { change, trusted, controls }: Rested,
): Promise<Refused | null> {
  const verdict = await judgeChange(verifier, ledger.epoch, change);
  if (verdict !== 'valid') {
    const message = `It is not what its maker asked for, or it was proposed before there were seals (its seal is ${verdict}). It has to be proposed again.`;
    return refused('change-unsealed', message);
  }
  if (change.before !== null && trusted === null) {
    const message = 'The seal over what it rests on does not hold. It has to be proposed again.';
    return refused('change-unsealed', message);
  }
  if (change.kind === 'controls') return null;
  return await refuseByControls(verifier, ledger, controls);
}

/** The version that it rests on has been replaced: no approver saw what the two would make together. */
async function supersede(
  ports: ChangePorts,
  { command, change, head, at }: Approval,
  version: number,
  comment = `It rests on version ${change.baseVersion}, and version ${version} stands. It has to be proposed again.`,
): Promise<ChangeDecisionResult | null> {
  const { by } = command;
  const superseded = withStatus(change, { state: 'superseded', at, by, comment });
  const { ok } = await ports.ledger.commit(command.tenant, [
    { kind: 'put-change', change: superseded },
    audited(head, command, at, superseded),
  ]);
  return ok ? refused('change-superseded', comment, { currentVersion: version }) : null;
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
  if (resumption === undefined || status.state === 'proposed') return { ok: true, changes: [] };
  const marks = await ledger.readHaltMarks(sealed.tenant, 'all');
  const { ended: before } = await lastResumption(seals, sealed, halt);
  const erased = endedByNobody(halt, marks, before);
  if (erased !== null) {
    const message = `The halt is not what Sluice wrote: ${erased}. Halt that again, then propose this again.`;
    await ledger.commit(sealed.tenant, [tamperingHalt(id, message, status.at)]);
    return { ok: false, refused: refused('halt-tampered', message) };
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
