import type { Outcome } from '../outcomes/outcome.ts';
import type { LimitCheck } from '../rules/decision.ts';
import type { Instant } from '../time/instant.ts';
import { IllegalTransitionDefect } from './illegal-transition-defect.ts';
import type {
  CancelReason,
  Confirmation,
  HistoryEntry,
  Instruction,
  InstructionState,
  InstructionStatus,
} from './instruction.ts';
import type { ClaimRecord } from './lane.ts';

/** Everything that can happen to an instruction. */
export type InstructionEvent =
  | { readonly kind: 'require-approval'; readonly at: Instant; readonly expiresAt: Instant }
  | { readonly kind: 'approve'; readonly at: Instant; readonly by: string }
  | { readonly kind: 'decline'; readonly at: Instant; readonly by: string; readonly words: string }
  | { readonly kind: 'expire'; readonly at: Instant }
  | {
      readonly kind: 'cancel';
      readonly at: Instant;
      readonly reason: CancelReason;
      readonly explanation: string;
      readonly checks: readonly LimitCheck[];
    }
  | { readonly kind: 'claim'; readonly claim: ClaimRecord }
  | {
      readonly kind: 'conclude';
      readonly at: Instant;
      readonly nonce: string;
      readonly outcome: Outcome<Confirmation>;
    }
  | { readonly kind: 'lose'; readonly at: Instant }
  | {
      readonly kind: 'settle';
      readonly at: Instant;
      readonly by: readonly [string, string];
      readonly executed: boolean;
      readonly words: string;
      readonly withdrawalId?: string;
    };

/** Which events each state accepts. A state with an empty list is an end. */
const ACCEPTED_EVENTS: Readonly<Record<InstructionState, readonly InstructionEvent['kind'][]>> = {
  proposed: ['require-approval', 'approve'],
  'awaiting-approval': ['approve', 'decline', 'expire', 'cancel'],
  approved: ['claim', 'cancel'],
  sending: ['conclude', 'lose'],
  unknown: ['conclude', 'settle'],
  rejected: ['settle'],
  anomaly: ['settle'],
  declined: [],
  expired: [],
  cancelled: [],
  confirmed: [],
  'not-sent': [],
  released: [],
};

/** Every state there is. */
export const INSTRUCTION_STATES = Object.keys(ACCEPTED_EVENTS) as readonly InstructionState[];

/**
 * The next state of an instruction. Pure. An event that the state does not accept, a foreign nonce
 * and a settlement by one person alone are defects: callers check before they ask.
 */
export function advance(instruction: Instruction, event: InstructionEvent): Instruction {
  const from = instruction.status.state;
  if (!ACCEPTED_EVENTS[from].includes(event.kind)) {
    throw new IllegalTransitionDefect(`instruction ${instruction.id}`, from, event.kind);
  }
  const status = nextStatus(instruction.status, event);
  return {
    ...instruction,
    status,
    history: [...instruction.history, historyEntry(status)],
    version: instruction.version + 1,
  };
}

/** True where nothing can happen to the instruction any more. */
export function isClosed(instruction: Instruction): boolean {
  return ACCEPTED_EVENTS[instruction.status.state].length === 0;
}

function nextStatus(status: InstructionStatus, event: InstructionEvent): InstructionStatus {
  switch (event.kind) {
    case 'require-approval':
      return { state: 'awaiting-approval', at: event.at, expiresAt: event.expiresAt };
    case 'approve':
      return { state: 'approved', at: event.at, by: event.by };
    case 'decline':
      return { state: 'declined', at: event.at, by: event.by, words: event.words };
    case 'expire':
      return { state: 'expired', at: event.at };
    case 'cancel': {
      const { kind: _, ...rest } = event;
      return { state: 'cancelled', ...rest };
    }
    case 'claim':
      return { state: 'sending', at: event.claim.claimedAt, claim: event.claim };
    case 'conclude':
      return concluded(claimOf(status, event.kind), status, event);
    case 'lose':
      return {
        state: 'unknown',
        at: event.at,
        cause: 'not-recorded',
        evidence: 'the sender stopped before it could record what became of the request',
        claim: claimOf(status, event.kind),
      };
    case 'settle':
      return settled(event);
    default:
      return event satisfies never;
  }
}

/** An outcome is recorded by the invocation that sent, which shows by its nonce that it did. */
function concluded(
  claim: ClaimRecord,
  status: InstructionStatus,
  event: InstructionEvent & { kind: 'conclude' },
): InstructionStatus {
  if (claim.nonce !== event.nonce) {
    throw new IllegalTransitionDefect(claim.instructionId, status.state, 'conclude by another');
  }
  const { outcome, at } = event;
  // Once given up as unknown, only positive knowledge counts: the sender's own late answer.
  if (status.state === 'unknown' && outcome.state !== 'confirmed' && outcome.state !== 'anomaly') {
    throw new IllegalTransitionDefect(claim.instructionId, 'unknown', `conclude ${outcome.state}`);
  }
  return outcome.state === 'confirmed' || outcome.state === 'not-sent'
    ? { ...outcome, at }
    : { ...outcome, at, claim };
}

function settled(event: InstructionEvent & { kind: 'settle' }): InstructionStatus {
  const { at, by, words, executed, withdrawalId } = event;
  if (by[0] === by[1]) {
    throw new IllegalTransitionDefect('settlement', by[0], 'the same person twice');
  }
  if (!executed) return { state: 'released', at, by, words };
  const confirmation: Confirmation = {
    kind: 'settled',
    by,
    words,
    ...(withdrawalId === undefined ? {} : { withdrawalId }),
  };
  return { state: 'confirmed', at, confirmation, evidence: `settled by ${by.join(' and ')}` };
}

function claimOf(status: InstructionStatus, event: string): ClaimRecord {
  if ('claim' in status) return status.claim;
  throw new IllegalTransitionDefect('instruction', status.state, event);
}

/** The first line of an instruction's history. */
export function proposedBy(at: Instant, words: string): HistoryEntry {
  return { at, state: 'proposed', words };
}

function historyEntry(status: InstructionStatus): HistoryEntry {
  return { at: status.at, state: status.state, words: historyWords(status) };
}

function historyWords(status: InstructionStatus): string {
  switch (status.state) {
    case 'approved':
      return `approved by ${status.by}`;
    case 'awaiting-approval':
      return `waits for an approval until ${status.expiresAt}`;
    case 'declined':
      return `declined by ${status.by}: ${status.words}`;
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
      return `not executed, settled by ${status.by.join(' and ')}: ${status.words}`;
    default:
      return status.state;
  }
}
