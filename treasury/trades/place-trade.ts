import { advance } from '../instructions/advance.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { tradeInstructionId } from '../instructions/instruction-id.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import type { ReadFailed } from '../outcomes/read-failed.ts';
import { claimAndSend } from '../outgoing/claim-and-send.ts';
import type { Concluded } from '../outgoing/send-claimed.ts';
import type { ReadFailureCode } from '../ports/trading-service.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import { MAX_CLAIM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { awaitApproval } from './await-approval.ts';
import { judgeTrade, type TradeJudgement } from './judge-trade.ts';
import { leavingTrade } from './leaving-trade.ts';
import { proposedTrade, tradeFingerprint } from './proposed-trade.ts';
import { readTradeView, type TradeDecidingPorts, type TradeReading } from './read-trade-view.ts';
import type { TradeCommand } from './trade-command.ts';
import type { Guarded } from './trade-guards.ts';
import type { TradeRefusal } from './trade-refusal.ts';

export type TradeResult =
  /** It was sent now. */
  | ({ readonly result: 'concluded'; readonly replayed: false } & Concluded)
  /** It was sent by an earlier request with the same key and body. */
  | { readonly result: 'concluded'; readonly instruction: Instruction; readonly replayed: true }
  /** It is stored; another person approves it, or has, and it is about to be sent. */
  | {
      readonly result: 'awaiting-approval';
      readonly instruction: Instruction;
      readonly replayed: boolean;
    }
  | { readonly result: 'in-flight'; readonly instruction: Instruction }
  | { readonly result: 'key-reused'; readonly instructionId: string }
  | { readonly result: 'refused'; readonly refusal: TradeRefusal }
  | {
      readonly result: 'service-unreadable';
      readonly code: ReadFailureCode;
      readonly failed: ReadFailed;
    }
  | { readonly result: 'contended' };

/**
 * Places one trade, at most once per tenant and Idempotency-Key. If no approval is needed, the instruction and the
 * claim of both its lanes are one conditional write; else it waits for a person.
 */
export async function placeTrade(
  ports: TradeDecidingPorts,
  command: TradeCommand,
): Promise<TradeResult> {
  const id = tradeInstructionId(command.tenant, command.idempotencyKey);
  for (let attempt = 0; attempt < MAX_CLAIM_ATTEMPTS; attempt++) {
    const result = await placeOnce(ports, command, id);
    if (result !== null) return result;
  }
  return { result: 'contended' };
}

/** Null if another writer came in between. */
async function placeOnce(
  ports: TradeDecidingPorts,
  command: TradeCommand,
  id: string,
): Promise<TradeResult | null> {
  const { tenant, requestedBy } = command;
  const existing = await ports.ledger.readInstruction(tenant, id);
  if (existing !== null) return replay(existing, command);
  const view = await readTradeView(ports, tenant, requestedBy);
  if (!view.ok) {
    return { result: 'service-unreadable', code: view.code, failed: view.failed };
  }
  const judged = await judgeTrade(ports, command, view.value);
  switch (judged.verdict) {
    case 'refused':
      return await refuse(ports, command, id, judged);
    case 'changed':
      return null;
    case 'needs-approval': {
      const instruction = await awaitApproval(ports, command, id, view.value, judged.guarded);
      if (instruction === null) return null;
      return { result: 'awaiting-approval', instruction, replayed: false };
    }
    case 'sendable':
      return await sendNow(ports, command, id, view.value, judged.guarded);
    default:
      return judged satisfies never;
  }
}

/** Null if another writer came in between. */
async function sendNow(
  ports: TradeDecidingPorts,
  command: TradeCommand,
  id: string,
  view: TradeReading,
  guarded: Guarded,
): Promise<TradeResult | null> {
  const { tenant, request } = command;
  const { readAt, halt } = view;
  const step = await claimAndSend(ports, {
    ...{ tenant, instructionId: id, controls: guarded.controls, halt, readAt, behind: null },
    leaving: leavingTrade({ tenant, request, isApproved: false }, view, guarded),
    claimed: (claim) => [
      { kind: 'create-instruction', instruction: claimedTrade(command, id, claim) },
    ],
    writesForRoom: 1,
  });
  switch (step.kind) {
    case 'concluded': {
      const { instruction, answered } = step;
      return { result: 'concluded', instruction, answered, replayed: false };
    }
    case 'again':
    case 'room-taken':
      return null;
    default:
      // One that is made by its claim was never open, so none of it can be put back; and no tier counts it.
      throw new Error(`trade ${id} is made by its claim, and yet: ${step.kind}`);
  }
}

/** Refused; and halted, if another program than Sluice wrote to the ledger. */
async function refuse(
  ports: TradeDecidingPorts,
  { tenant }: TradeCommand,
  id: string,
  { refusal, tampered }: TradeJudgement & { readonly verdict: 'refused' },
): Promise<TradeResult> {
  if (tampered !== undefined) {
    const why = { code: 'stopped', why: tampered } as const;
    await ports.ledger.commit(tenant, [tamperingHalt(id, why, ports.now())]);
  }
  return { result: 'refused', refusal };
}

function replay(existing: Instruction, command: TradeCommand): TradeResult {
  const { origin, status } = existing;
  if (origin.kind !== 'request' || origin.fingerprint !== tradeFingerprint(command)) {
    return { result: 'key-reused', instructionId: existing.id };
  }
  switch (status.state) {
    case 'sending':
      return { result: 'in-flight', instruction: existing };
    case 'awaiting-approval':
    case 'approved':
      return { result: 'awaiting-approval', instruction: existing, replayed: true };
    default:
      return { result: 'concluded', instruction: existing, replayed: true };
  }
}

/** The instruction as it is written together with its claim: it needs no approval. */
function claimedTrade(command: TradeCommand, id: string, claim: ClaimRecord): Instruction {
  const at = claim.claimedAt;
  const by = { code: 'trade-limits' } as const;
  const approved = advance(proposedTrade(command, id, at), { kind: 'approve', at, by });
  return advance(approved, { kind: 'claim', claim });
}
