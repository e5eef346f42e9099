import { type AuditHead, appendToChain } from '../audit/audit-entry.ts';
import { advance, type InstructionEvent } from '../instructions/advance.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { dropOpen } from '../instructions/latch.ts';
import type { Change, Ledger } from '../ports/ledger.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import type { Instant } from '../time/instant.ts';
import { type DecisionRefusal, type DecisionWish, judgeDecision } from './judge-decision.ts';

/** How often a decision is tried anew where somebody wrote in between: a sweep run may touch the lane,
 * another person the instruction; three collisions in one request are people in a hurry. */
const MAX_DECIDE_ATTEMPTS = 3;

export interface DecidePorts extends Pick<Surroundings, 'now'> {
  readonly ledger: Pick<Ledger, 'readInstruction' | 'readLanes' | 'readAuditHead' | 'commit'>;
}

export type DecideResult =
  /** `replayed`: it was so before, and nothing was written. */
  | { readonly result: 'decided'; readonly instruction: Instruction; readonly replayed: boolean }
  | { readonly result: 'refused'; readonly refusal: DecisionRefusal }
  /** Others kept writing; nothing was changed. */
  | { readonly result: 'contended' };

/**
 * One person approves, declines or cancels an instruction that has not been sent. Instruction, lanes
 * and audit change in one conditional write, so that a cancellation and a claim can not both happen.
 * What is approved by as many people as it takes is sent by whoever listens for `approved`.
 */
export async function decide(ports: DecidePorts, wish: DecisionWish): Promise<DecideResult> {
  for (let attempt = 0; attempt < MAX_DECIDE_ATTEMPTS; attempt++) {
    const result = await decideOnce(ports, wish);
    if (result !== null) return result;
  }
  return { result: 'contended' };
}

/** Null where somebody else wrote in between. */
async function decideOnce(ports: DecidePorts, wish: DecisionWish): Promise<DecideResult | null> {
  const { client, instructionId } = wish;
  const [lanes, head, instruction] = await Promise.all([
    ports.ledger.readLanes(client),
    ports.ledger.readAuditHead(client),
    ports.ledger.readInstruction(client, instructionId),
  ]);
  const at = ports.now();
  const judged = judgeDecision(wish, instruction, at);
  if (judged.judgement === 'refuse') return { result: 'refused', refusal: judged.refusal };
  if (judged.judgement === 'done-before') {
    return { result: 'decided', instruction: judged.instruction, replayed: true };
  }
  const decided = advance(judged.instruction, eventOf(wish, at));
  const isOpen = ['awaiting-approval', 'approved'].includes(decided.status.state);
  const { ok } = await ports.ledger.commit(client, [
    { kind: 'replace-instruction', instruction: decided },
    ...(isOpen ? [] : lanes.flatMap((lane) => withoutOpen(lane, instructionId))),
    audited(head, wish, at, judged.instruction, decided),
  ]);
  return ok ? { result: 'decided', instruction: decided, replayed: false } : null;
}

function eventOf({ decision, by, words }: DecisionWish, at: Instant): InstructionEvent {
  switch (decision) {
    case 'approve':
      return { kind: 'give-approval', at, by };
    case 'decline':
      return { kind: 'decline', at, by, words };
    case 'cancel': {
      const explanation = `cancelled by ${by}: ${words}`;
      return { kind: 'cancel', at, reason: `cancelled-by-${by}`, explanation, checks: [] };
    }
    default:
      return decision satisfies never;
  }
}

/** What was set aside for an instruction that will not be sent is there for others again. */
function withoutOpen(lane: Lane, instructionId: string): readonly Change[] {
  if (!Object.hasOwn(lane.open, instructionId)) return [];
  const freed = dropOpen(lane, instructionId);
  return [{ kind: 'replace-lane', lane: freed, from: lane.latch.state }];
}

function audited(
  head: AuditHead,
  { by, decision, words, instructionId, requestId }: DecisionWish,
  at: Instant,
  before: Instruction,
  after: Instruction,
): Change {
  const entry = appendToChain(head, {
    at,
    by,
    action: decision,
    subject: instructionId,
    requestId,
    before: { state: before.status.state, version: before.version },
    after: { state: after.status.state, version: after.version, words, content: after.content },
  });
  return { kind: 'append-audit', entry };
}
