import type { Actor } from '../facts/actor.ts';
import type { Instant } from '../time/instant.ts';
import type { HistoryFact } from './history-fact.ts';
import type { HistoryEntry, InstructionStatus } from './instruction.ts';

type Of<Code extends HistoryFact['code']> = Extract<HistoryFact, { readonly code: Code }>;
type Later = Exclude<InstructionStatus, { readonly state: 'proposed' }>;
type In<State extends Later['state']> = Extract<Later, { readonly state: State }>;

/** The first line of an instruction's history: where it comes from. */
export function proposedBy(at: Instant, fact: Of<'decided' | 'requested'>): HistoryEntry {
  return { at, state: 'proposed', fact };
}

/** The line that a new status adds to the history. */
export function historyEntry(status: Later): HistoryEntry {
  return { at: status.at, state: status.state, fact: factOf(status) };
}

function factOf(status: Later): HistoryFact {
  switch (status.state) {
    case 'approved':
      return { code: 'approved', by: approvers(status) };
    case 'awaiting-approval':
      return awaiting(status);
    case 'declined':
      return { code: 'declined', by: status.by, comment: status.comment };
    case 'expired':
      return { code: 'expired' };
    case 'cancelled':
      return { code: 'cancelled', why: status.why };
    case 'sending':
      return { code: 'claimed', sendBy: status.claim.sendBy };
    case 'unknown':
    case 'anomaly':
    case 'not-sent':
      return { code: 'not-confirmed', cause: status.cause };
    case 'rejected':
      return { code: 'rejected', status: status.status };
    case 'released':
      return released(status);
    case 'confirmed':
      return confirmed(status);
    default:
      return status satisfies never;
  }
}

/** The line of the last statement about an outcome, if that no longer holds and nothing was said since. */
export function lapsedIn({ history }: { readonly history: readonly HistoryEntry[] }) {
  const last = history.at(-1);
  return last?.fact.code === 'settlement-lapsed' ? { at: last.at, fact: last.fact } : null;
}

/** The people who approved it, or what required none. */
export function approvers({ by, approvals = [] }: In<'approved'>): readonly Actor[] {
  return by === undefined ? approvals.map((approval) => approval.by) : [by];
}

function awaiting({
  expiresAt,
  approvalsRequired = 1,
  approvals = [],
}: In<'awaiting-approval'>): HistoryFact {
  const last = approvals.at(-1);
  return last === undefined
    ? { code: 'awaiting-approval', expiresAt, approvalsRequired }
    : { code: 'approval-given', by: last.by, expiresAt };
}

function released({ by, comment = '' }: In<'released'>): HistoryFact {
  return by === 'evidence' ? { code: 'released-by-evidence' } : { code: 'released', by, comment };
}

/** Names what the answer left unsaid: a confirmation of the amount is none of the place. */
function confirmed({ confirmation }: In<'confirmed'>): HistoryFact {
  const destination = confirmation.kind === 'withdrawal' ? confirmation.destination : undefined;
  const { notStated = [] } = destination ?? {};
  return { code: 'confirmed', ...(notStated.length > 0 && { notStated }) };
}
