import type { Instant } from '../time/instant.ts';
import type {
  Content,
  HistoryEntry,
  InstructionStatus,
  SettlementProposal,
} from './instruction.ts';

/** The first line of an instruction's history. */
export function proposedBy(at: Instant, message: string): HistoryEntry {
  return { at, state: 'proposed', message };
}

/** The line that a new status adds to the history. */
export function historyEntry(status: InstructionStatus): HistoryEntry {
  const entry = { at: status.at, state: status.state, message: historyMessage(status) };
  return status.state === 'approved' ? { ...entry, by: approvers(status) } : entry;
}

function approvers({
  by,
  approvals,
}: InstructionStatus & { readonly state: 'approved' }): readonly string[] {
  return approvals === undefined ? [by] : approvals.map((approval) => approval.by);
}

function awaitingMessage({
  expiresAt,
  approvalsRequired = 1,
  approvals = [],
}: InstructionStatus & { readonly state: 'awaiting-approval' }): string {
  const last = approvals.at(-1);
  if (last !== undefined) return `${last.by} approves; one more person has to by ${expiresAt}`;
  return approvalsRequired === 1
    ? `waits for an approval until ${expiresAt}`
    : `waits for the approvals of ${approvalsRequired} people until ${expiresAt}`;
}

/** The request, in words. */
export function contentMessage(content: Content): string {
  return content.kind === 'withdrawal'
    ? `withdraw ${content.amount} ${content.currency} to "${content.accountLabel}" (${content.withdrawalAccountId})`
    : `${content.side} ${content.amount} ${content.instrument} at ${content.price}`;
}

/** A first person's word, as a line of the history. */
export function proposalMessage({
  by,
  executed,
  withdrawalId,
  fill,
  comment,
}: SettlementProposal): string {
  const amounts = fill === undefined ? '' : `, ${fill.base} for ${fill.quote}`;
  const said = executed ? `it was executed${amounts}` : 'it was not executed';
  const id = withdrawalId === undefined ? '' : ` as ${withdrawalId}`;
  return `${by} says ${said}${id}: ${comment}; a second person has to agree`;
}

function historyMessage(status: InstructionStatus): string {
  switch (status.state) {
    case 'approved':
      return `approved by ${status.by}`;
    case 'awaiting-approval':
      return awaitingMessage(status);
    case 'declined':
      return `declined by ${status.by}: ${status.comment}`;
    case 'cancelled':
      return status.explanation;
    case 'sending':
      return `claimed; to be sent before ${status.claim.sendBy}`;
    case 'unknown':
    case 'anomaly':
    case 'not-sent':
      return status.cause;
    case 'rejected':
      return `the service answered ${status.status}`;
    case 'released':
      return `not executed, settled by ${status.by === 'evidence' ? 'the evidence alone' : status.by.join(' and ')}: ${status.comment}`;
    case 'confirmed':
      return confirmedMessage(status);
    default:
      return status.state;
  }
}

/** Names what the answer left unsaid: a confirmation of the amount is none of the place. */
function confirmedMessage({
  state,
  confirmation,
}: InstructionStatus & { readonly state: 'confirmed' }): string {
  const destination = confirmation.kind === 'withdrawal' ? confirmation.destination : undefined;
  const { notStated = [] } = destination ?? {};
  if (notStated.length === 0) return state;
  return `${state}; the answer does not state where it went by ${notStated.join(', ')}`;
}
