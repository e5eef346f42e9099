import type { RecordedCheck } from '../decisions/decision.ts';
import type { NoPerson } from '../facts/actor.ts';
import type { Lapsed } from '../facts/lapse.ts';
import type { StopFact } from '../facts/stop-fact.ts';
import type { ExecutedAmounts, Outcome } from '../outcomes/outcome.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import type { Instant } from '../time/instant.ts';
import { type Evidence, evidenceSchema } from './evidence.ts';
import { historyEntry } from './history.ts';
import type { HistoryFact } from './history-fact.ts';
import { IllegalTransitionDefect } from './illegal-transition-defect.ts';
import type {
  ApprovalCount,
  CancelReason,
  Confirmation,
  Instruction,
  InstructionState,
  InstructionStatus,
  SettlementProposal,
} from './instruction.ts';
import type { ClaimRecord } from './lane.ts';

/** Everything that can happen to an instruction. */
export type InstructionEvent =
  | {
      readonly kind: 'require-approval';
      readonly at: Instant;
      readonly expiresAt: Instant;
      readonly approvalsRequired?: ApprovalCount;
    }
  /** Approved as a whole: by a rule or a limit, where no person has to. */
  | { readonly kind: 'approve'; readonly at: Instant; readonly by: NoPerson }
  /** One person's approval; the last one that is needed approves. */
  | { readonly kind: 'give-approval'; readonly at: Instant; readonly by: string }
  | {
      readonly kind: 'decline';
      readonly at: Instant;
      readonly by: string;
      readonly comment: string;
    }
  | { readonly kind: 'expire'; readonly at: Instant }
  | {
      readonly kind: 'cancel';
      readonly at: Instant;
      readonly reason: CancelReason;
      readonly why: StopFact;
      readonly checks: readonly RecordedCheck[];
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
      readonly comment: string;
      readonly withdrawalId?: string;
      readonly fill?: ExecutedAmounts;
    }
  /** What the evidence that it brings ends: a statement that no longer holds. */
  | {
      readonly kind: 'weigh';
      readonly evidence: Evidence;
      readonly lapsed?: Lapsed & { readonly at: Instant };
    }
  | { readonly kind: 'propose-settlement'; readonly proposal: SettlementProposal }
  | { readonly kind: 'withdraw-settlement'; readonly at: Instant; readonly by: string }
  | {
      readonly kind: 'settle-by-evidence';
      readonly at: Instant;
      readonly executed: boolean;
    };

/** Events that an instruction accepts without changing its state. */
const NOTES = ['weigh', 'propose-settlement', 'withdraw-settlement'] as const;
type Note = Extract<InstructionEvent, { readonly kind: (typeof NOTES)[number] }>;

/** Notes while an outcome is not settled, and its settlement. */
const SETTLING = [...NOTES, 'settle'] as const;

/** Which events each state accepts. A state with an empty list is an end. */
const ACCEPTED_EVENTS: Readonly<Record<InstructionState, readonly InstructionEvent['kind'][]>> = {
  proposed: ['require-approval', 'approve'],
  'awaiting-approval': ['approve', 'give-approval', 'decline', 'expire', 'cancel'],
  approved: ['claim', 'cancel'],
  sending: ['conclude', 'lose'],
  unknown: ['conclude', ...SETTLING, 'settle-by-evidence'],
  rejected: SETTLING,
  anomaly: SETTLING,
  declined: [],
  expired: [],
  cancelled: [],
  confirmed: [],
  'not-sent': [],
  released: [],
};

/**
 * The next state of an instruction. Pure. An event that the state does not accept, a foreign nonce and a settlement
 * by one person alone are defects: callers check first.
 */
export function advance(instruction: Instruction, event: InstructionEvent): Instruction {
  const from = instruction.status.state;
  if (!ACCEPTED_EVENTS[from].includes(event.kind)) {
    throw new IllegalTransitionDefect(`instruction ${instruction.id}`, from, event.kind);
  }
  // A seal covers one version: the function that may authorise the next version seals it again.
  const { seal: _, ...bare } = instruction;
  const next = isNote(event)
    ? noted(bare, event)
    : withStatus(bare, nextStatus(instruction.status, event));
  return { ...next, version: instruction.version + 1 };
}

/** Nothing leads back to a proposal. */
type LaterStatus = Exclude<InstructionStatus, { readonly state: 'proposed' }>;

/** A proposal stays in the history; it does not outlive the state that it was made about. */
function withStatus(instruction: Instruction, status: LaterStatus): Instruction {
  const { settlement: _, ...rest } = instruction;
  return { ...rest, status, history: [...instruction.history, historyEntry(status)] };
}

function isNote(event: InstructionEvent): event is Note {
  return NOTES.some((kind) => kind === event.kind);
}

function noted(instruction: Instruction, event: Note): Instruction {
  const { settlement: _, ...rest } = instruction;
  switch (event.kind) {
    case 'weigh': {
      const evidence = withUnknown(evidenceSchema, instruction.evidence ?? null, event.evidence);
      if (event.lapsed === undefined) return { ...instruction, evidence };
      const { at, ...lapsed } = event.lapsed;
      return withNote({ ...rest, evidence }, at, { code: 'settlement-lapsed', ...lapsed });
    }
    case 'propose-settlement': {
      const { by, executed, withdrawalId, fill, comment } = event.proposal;
      const said = {
        ...{ by, executed, comment },
        ...(withdrawalId !== undefined && { withdrawalId }),
        ...(fill !== undefined && { fill }),
      };
      const told = withNote(rest, event.proposal.at, { code: 'settlement-proposed', ...said });
      return { ...told, settlement: event.proposal };
    }
    case 'withdraw-settlement':
      return withNote(rest, event.at, { code: 'settlement-withdrawn', by: event.by });
    default:
      return event satisfies never;
  }
}

function withNote(instruction: Instruction, at: Instant, fact: HistoryFact): Instruction {
  const { state } = instruction.status;
  return { ...instruction, history: [...instruction.history, { at, state, fact }] };
}

/** True if nothing can happen to the instruction any more. */
export function isClosed(instruction: Instruction): boolean {
  return ACCEPTED_EVENTS[instruction.status.state].length === 0;
}

function nextStatus(
  status: InstructionStatus,
  event: Exclude<InstructionEvent, Note>,
): LaterStatus {
  switch (event.kind) {
    case 'require-approval':
      return {
        state: 'awaiting-approval',
        at: event.at,
        expiresAt: event.expiresAt,
        ...(event.approvalsRequired === undefined
          ? {}
          : { approvalsRequired: event.approvalsRequired }),
      };
    case 'approve':
      return { state: 'approved', at: event.at, by: event.by };
    case 'give-approval':
      return withApproval(status, event);
    case 'decline':
      return { state: 'declined', at: event.at, by: event.by, comment: event.comment };
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
        found: { code: 'not-recorded' },
        claim: claimOf(status, event.kind),
      };
    case 'settle':
      return settled(event);
    case 'settle-by-evidence':
      return settledByEvidence(event);
    default:
      return event satisfies never;
  }
}

/** Different people, each once: callers check first. */
function withApproval(
  status: InstructionStatus,
  { at, by }: InstructionEvent & { kind: 'give-approval' },
): LaterStatus {
  if (status.state !== 'awaiting-approval') {
    throw new IllegalTransitionDefect('instruction', status.state, 'give-approval');
  }
  const before = status.approvals ?? [];
  if (before.some((approval) => approval.by === by)) {
    throw new IllegalTransitionDefect('approval', by, 'the same person twice');
  }
  const approvals = [...before, { by, at }];
  return approvals.length < (status.approvalsRequired ?? 1)
    ? { ...status, approvals }
    : { state: 'approved', at, approvals };
}

/** An outcome is recorded by the invocation that sent, which shows by its nonce that it did. */
function concluded(
  claim: ClaimRecord,
  status: InstructionStatus,
  event: InstructionEvent & { kind: 'conclude' },
): LaterStatus {
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

function settled(event: InstructionEvent & { kind: 'settle' }): LaterStatus {
  const { at, by, comment, executed, withdrawalId, fill } = event;
  if (by[0] === by[1]) {
    throw new IllegalTransitionDefect('settlement', by[0], 'the same person twice');
  }
  if (!executed) return { state: 'released', at, by, comment };
  const confirmation: Confirmation = {
    kind: 'settled',
    by,
    comment,
    ...(withdrawalId === undefined ? {} : { withdrawalId }),
    ...(fill === undefined ? {} : { fill }),
  };
  return { state: 'confirmed', at, confirmation };
}

function settledByEvidence(event: InstructionEvent & { kind: 'settle-by-evidence' }): LaterStatus {
  const { at, executed } = event;
  return executed
    ? { state: 'confirmed', at, confirmation: { kind: 'evidence' } }
    : { state: 'released', at, by: 'evidence' };
}

function claimOf(status: InstructionStatus, event: string): ClaimRecord {
  if ('claim' in status) return status.claim;
  throw new IllegalTransitionDefect('instruction', status.state, event);
}
