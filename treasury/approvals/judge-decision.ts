import type { Destination } from '../instructions/destination.ts';
import type { Instruction, InstructionState } from '../instructions/instruction.ts';
import { sameJson } from '../records/same-json.ts';
import type { Instant } from '../time/instant.ts';
import { contentDigest } from './content-digest.ts';
import type { StoppedRefusal } from './refuse-stopped.ts';

/** A person's decision about an instruction that has not been sent. */
export interface DecisionCommand {
  readonly tenant: string;
  readonly instructionId: string;
  readonly by: string;
  readonly decision: 'approve' | 'decline' | 'cancel';
  /** Digest of the content that the person saw; an approval is bound to it. */
  readonly content?: string;
  readonly comment: string;
  readonly requestId: string;
}

/** Why a person's decision is refused. */
export type DecisionRefusal =
  | { readonly code: 'not-found'; readonly message: string }
  | { readonly code: 'not-awaiting'; readonly message: string; readonly state: InstructionState }
  | { readonly code: 'not-cancellable'; readonly message: string; readonly state: InstructionState }
  | { readonly code: 'approval-expired'; readonly message: string; readonly expiredAt: Instant }
  | { readonly code: 'maker-is-checker'; readonly message: string }
  /** It was cancelled: no deciding function wrote the stored version. */
  | { readonly code: 'not-sealed' | 'seal-invalid'; readonly message: string }
  | { readonly code: 'content-differs'; readonly message: string; readonly content: string }
  /** Nothing leaves at the moment: the instruction waits on. */
  | StoppedRefusal;

export type DecisionJudgement =
  | { readonly judgement: 'refuse'; readonly refusal: DecisionRefusal }
  /** The same person decided the same before: perhaps the first response was lost. */
  | { readonly judgement: 'done-before'; readonly instruction: Instruction }
  | { readonly judgement: 'proceed'; readonly instruction: Instruction };

/**
 * The result of a person's decision about the current instruction, and about the account that it pays to, which may
 * have changed since. Pure.
 */
export function judgeDecision(
  command: DecisionCommand,
  instruction: Instruction | null,
  at: Instant,
  destination: Destination | null,
): DecisionJudgement {
  if (instruction === null) {
    return refuse({ code: 'not-found', message: 'There is no such instruction.' });
  }
  if (isDoneBefore(command, instruction)) return { judgement: 'done-before', instruction };
  const refusal =
    command.decision === 'cancel'
      ? refuseCancel(instruction)
      : (refuseState(instruction, at) ??
        (command.decision === 'approve'
          ? refuseApproval(command, instruction, destination)
          : null));
  return refusal === null ? { judgement: 'proceed', instruction } : refuse(refusal);
}

function refuse(refusal: DecisionRefusal): DecisionJudgement {
  return { judgement: 'refuse', refusal };
}

function isDoneBefore({ by, decision }: DecisionCommand, { status }: Instruction): boolean {
  switch (decision) {
    case 'approve':
      return (
        (status.state === 'awaiting-approval' || status.state === 'approved') &&
        (status.approvals ?? []).some((approval) => approval.by === by)
      );
    case 'decline':
      return status.state === 'declined' && status.by === by;
    case 'cancel':
      return status.state === 'cancelled' && status.reason === `cancelled-by-${by}`;
    default:
      return decision satisfies never;
  }
}

function refuseState({ id, status }: Instruction, at: Instant): DecisionRefusal | null {
  if (status.state !== 'awaiting-approval') {
    const message = `Instruction ${id} is ${status.state}: it waits for no approval.`;
    return { code: 'not-awaiting', message, state: status.state };
  }
  if (at < status.expiresAt) return null;
  const message = `The time for an approval ended ${status.expiresAt}: it is not sent any more.`;
  return { code: 'approval-expired', message, expiredAt: status.expiresAt };
}

function refuseApproval(
  command: DecisionCommand,
  instruction: Instruction,
  destination: Destination | null,
): DecisionRefusal | null {
  const { origin } = instruction;
  if (origin.kind === 'request' && origin.requestedBy === command.by) {
    const message = 'You asked for it yourself: another person has to approve it.';
    return { code: 'maker-is-checker', message };
  }
  const content = contentDigest(instruction);
  if (command.content !== content) {
    const message = 'What you approve is not what stands here: look at it again.';
    return { code: 'content-differs', message, content };
  }
  const asked = instruction.destination;
  if (asked === undefined || sameJson(asked, destination)) return null;
  const message =
    'Its destination is another by now than when it was asked for: decline it, and have it asked for again.';
  return { code: 'content-differs', message, content };
}

function refuseCancel({ id, status }: Instruction): DecisionRefusal | null {
  if (status.state === 'awaiting-approval' || status.state === 'approved') return null;
  const message = `Instruction ${id} is ${status.state}: only what has not been sent can be cancelled.`;
  return { code: 'not-cancellable', message, state: status.state };
}
