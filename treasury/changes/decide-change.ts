import { type AuditHead, appendToChain } from '../audit/audit-entry.ts';
import type { Change } from '../ports/ledger.ts';
import type { Instant } from '../time/instant.ts';
import { isDeleted, wantedBy } from './drafts.ts';
import {
  type ChangeStatus,
  type PolicyChange,
  type Standing,
  stateOf,
  subjectName,
  subjectOf,
} from './policy-change.ts';
import type { ChangePorts } from './ports.ts';
import { type Contended, DISARMED, type Refused, refused, untilWritten } from './refusal.ts';
import { unfitting } from './unfitting.ts';
import { lanesToArm, nextStanding, putStanding } from './writes-of.ts';

export interface ChangeDecisionWish {
  readonly client: string;
  readonly changeId: string;
  readonly decision: 'approve' | 'decline' | 'withdraw';
  readonly by: string;
  readonly words: string;
  readonly requestId: string;
}

export type ChangeDecisionResult =
  /** `replayed`: it was so before, and nothing was written. */
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
  wish: ChangeDecisionWish,
): Promise<ChangeDecisionResult> {
  return await untilWritten(() => decideOnce(ports, wish));
}

async function decideOnce(
  ports: ChangePorts,
  wish: ChangeDecisionWish,
): Promise<ChangeDecisionResult | null> {
  const { client, changeId, decision } = wish;
  const [head, change] = await Promise.all([
    ports.ledger.readAuditHead(client),
    ports.ledger.readChange(client, changeId),
  ]);
  const at = ports.now();
  if (change === null) return refused('not-found', 'There is no such change.');
  const answered = judge(change, wish, at);
  if (answered !== null) return answered;
  if (decision === 'approve') return await approve(ports, { wish, change, head, at });
  const decided = withStatus(change, { state: DECIDED[decision], at, ...said(wish) });
  const { ok } = await ports.ledger.commit(client, [
    { kind: 'put-change', change: decided },
    audited(head, wish, at, decided),
  ]);
  return ok ? { result: 'decided', change: decided, replayed: false } : null;
}

/** Who may decide what, and when; null where nothing is in the way. */
function judge(
  change: PolicyChange,
  { decision, by }: ChangeDecisionWish,
  at: Instant,
): ChangeDecisionResult | null {
  const { status, madeBy, expiresAt } = change;
  if (status.state !== 'proposed') {
    if (status.state === DECIDED[decision] && status.by === by) {
      return { result: 'decided', change, replayed: true };
    }
    const words = `It was ${status.state} by ${status.by} at ${status.at}: ${status.words}`;
    return refused('change-closed', words);
  }
  if (stateOf(change, at) === 'expired') {
    return refused('change-expired', `It expired at ${expiresAt}. It has to be proposed again.`);
  }
  if (decision === 'withdraw') {
    const words = `It was made by ${madeBy}, who alone can take it back.`;
    return by === madeBy ? null : refused('made-by-another', words);
  }
  if (by === madeBy) {
    const words = 'Whoever made a change does not decide about it; taking it back is possible.';
    return refused('maker-is-checker', words);
  }
  return null;
}

interface Approval {
  readonly wish: ChangeDecisionWish;
  readonly change: PolicyChange;
  readonly head: AuditHead;
  readonly at: Instant;
}

async function approve(
  ports: ChangePorts,
  { wish, change, head, at }: Approval,
): Promise<ChangeDecisionResult | null> {
  const { client, by } = wish;
  const [policy, lanes, epoch, standing] = await Promise.all([
    ports.ledger.readPolicy(client),
    ports.ledger.readLanes(client),
    ports.ledger.epoch(),
    ports.ledger.readStanding(client, subjectOf(change)),
  ]);
  const { controls } = policy;
  if (controls === null) return DISARMED;
  const version = standing?.item.version ?? 0;
  if (version !== change.baseVersion || isDeleted(standing)) {
    return await supersede(ports, { wish, change, head, at }, version);
  }
  const wanted = wantedBy(change);
  const armed = lanes.map(({ currency }) => currency);
  const fields = unfitting(wanted, policy, armed);
  if (fields.length > 0) {
    const words = 'It does not fit the rest of the policy any more. It has to be proposed anew.';
    return refused('change-unfitting', words, { fields });
  }
  const next = nextStanding(wanted, { client, controls, standing, at, by });
  const approved = withStatus(change, { state: 'approved', at, ...said(wish) });
  const { ok } = await ports.ledger.commit(client, [
    putStanding(next),
    ...lanesToArm(client, wanted, armed, epoch),
    { kind: 'put-change', change: approved },
    audited(head, wish, at, approved, { before: standing, after: next }),
  ]);
  return ok ? { result: 'decided', change: approved, replayed: false } : null;
}

/** What it rests on is another by now: nobody looked at what the two would make together. */
async function supersede(
  ports: ChangePorts,
  { wish, change, head, at }: Approval,
  version: number,
): Promise<ChangeDecisionResult | null> {
  const { by } = wish;
  const words = `It rests on version ${change.baseVersion}, and version ${version} stands. It has to be proposed again.`;
  const superseded = withStatus(change, { state: 'superseded', at, by, words });
  const { ok } = await ports.ledger.commit(wish.client, [
    { kind: 'put-change', change: superseded },
    audited(head, wish, at, superseded),
  ]);
  return ok ? refused('change-superseded', words, { currentVersion: version }) : null;
}

function said({ by, words }: ChangeDecisionWish) {
  return { by, words };
}

function withStatus(change: PolicyChange, status: ChangeStatus): PolicyChange {
  return { ...change, status, version: change.version + 1 };
}

const ACTIONS: Readonly<Record<ChangeStatus['state'], string>> = {
  proposed: 'propose-change',
  approved: 'approve-change',
  declined: 'decline-change',
  withdrawn: 'withdraw-change',
  superseded: 'supersede-change',
};

/** Approved, it names both people and what stood and stands; else what became of the proposal. */
function audited(
  head: AuditHead,
  { by, words, requestId }: ChangeDecisionWish,
  at: Instant,
  change: PolicyChange,
  written?: { readonly before: Standing | null; readonly after: Standing },
): Change {
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
        ? { changeId: change.id, state, words }
        : { changeId: change.id, words, stands: written.after.item },
  });
  return { kind: 'append-audit', entry };
}
