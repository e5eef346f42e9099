import type { StopFact } from '../facts/stop-fact.ts';
import { advance } from '../instructions/advance.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { tradeInstructionId } from '../instructions/instruction-id.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import type { ReadFailed } from '../outcomes/read-failed.ts';
import { claimAndSend } from '../outgoing/claim-and-send.ts';
import type { Concluded } from '../outgoing/send-claimed.ts';
import type { ReadFailureCode } from '../ports/trading-service.ts';
import { judgeBasis } from '../sealing/decision-basis.ts';
import { judgeHalt } from '../sealing/judge-halt.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import { MAX_CLAIM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { awaitApproval, needsApproval, refuseByWaiting } from './await-approval.ts';
import { leavingTrade } from './leaving-trade.ts';
import { proposedTrade, tradeFingerprint } from './proposed-trade.ts';
import { readTradeView, type TradeDecidingPorts } from './read-trade-view.ts';
import type { TradeCommand } from './trade-command.ts';
import { type Guarded, guardTrade } from './trade-guards.ts';
import type { TradeRefusal } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';

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
  const { tenant, requestedBy, request } = command;
  const existing = await ports.ledger.readInstruction(tenant, id);
  if (existing !== null) return replay(existing, command);
  const view = await readTradeView(ports, tenant, requestedBy);
  if (!view.ok) {
    return { result: 'service-unreadable', code: view.code, failed: view.failed };
  }
  const guarded = guardTrade(request, view.value);
  if (!guarded.ok) return { result: 'refused', refusal: guarded.refusal };
  const { epoch } = view.value;
  const basis = await judgeBasis(ports.seals, { tenant: tenant, epoch }, guarded);
  if (!basis.ok) {
    const { why } = basis;
    const tampered = why.verdict === 'invalid';
    return await disarmed(ports, command, { id, why, tampered });
  }
  if (needsApproval(guarded, view.value))
    return await writeDown(ports, command, id, view.value, guarded);
  const halted = await refuseByHaltMarks(ports, command, id, view.value);
  if (halted !== 'live') return halted;
  const { readAt, halt } = view.value;
  const step = await claimAndSend(ports, {
    ...{ tenant, instructionId: id, controls: guarded.controls, halt, readAt, behind: null },
    leaving: leavingTrade({ tenant, request, isApproved: false }, view.value, guarded),
    claimed: (claim) => [
      { kind: 'create-instruction', instruction: claimedTrade(command, id, claim) },
    ],
    writesForRoom: 1,
  });
  switch (step.kind) {
    case 'concluded':
      return {
        result: step.kind,
        instruction: step.instruction,
        answered: step.answered,
        replayed: false,
      };
    case 'again':
    case 'room-taken':
      return null;
    default:
      // One that is made by its claim was never open, so none of it can be put back; and no tier counts it.
      throw new Error(`trade ${id} is made by its claim, and yet: ${step.kind}`);
  }
}

/** `live` if no halt covers what it moves; null if another writer halted or resumed meanwhile. */
async function refuseByHaltMarks(
  ports: TradeDecidingPorts,
  command: TradeCommand,
  id: string,
  { epoch, halt }: TradeView,
): Promise<TradeResult | 'live' | null> {
  const { tenant, request } = command;
  const currencies = request.instrument.split('/');
  const judged = await judgeHalt(ports, { tenant, epoch, halt, currencies });
  switch (judged.kind) {
    case 'live':
      return 'live';
    case 'changed':
      return null;
    default: {
      const { kind, why } = judged;
      return await disarmed(ports, command, { id, why, tampered: kind === 'tampered' });
    }
  }
}

/** Refused; and halted, if another program than Sluice wrote to the ledger. */
async function disarmed(
  ports: TradeDecidingPorts,
  { tenant }: TradeCommand,
  {
    id,
    why,
    tampered,
  }: { readonly id: string; readonly why: StopFact; readonly tampered: boolean },
): Promise<TradeResult> {
  if (tampered) {
    await ports.ledger.commit(tenant, [tamperingHalt(id, { code: 'stopped', why }, ports.now())]);
  }
  return { result: 'refused', refusal: { code: 'disarmed', why } };
}

async function writeDown(
  ports: TradeDecidingPorts,
  command: TradeCommand,
  id: string,
  view: TradeView,
  guarded: Guarded,
): Promise<TradeResult | null> {
  const refusal = refuseByWaiting(command.request, view);
  if (refusal !== null) return { result: 'refused', refusal };
  const instruction = await awaitApproval(ports, command, id, view, guarded);
  if (instruction === null) return null;
  return { result: 'awaiting-approval', instruction, replayed: false };
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
