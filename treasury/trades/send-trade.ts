import { advance } from '../instructions/advance.ts';
import { judgeApprovalAge } from '../instructions/approval-age.ts';
import type { Instruction, InstructionStatus } from '../instructions/instruction.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import { dropOpen } from '../instructions/lane-transitions.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import { peopleBehind } from '../limits/approvals-required.ts';
import { isNewer, newerMessage } from '../records/newer-version.ts';
import { judgeSending, type SendingJudgement } from '../sealing/judge-sending.ts';
import { haltsOn } from '../sealing/tampering.ts';
import { MAX_CLAIM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { claimAndSend } from './claim-and-send.ts';
import { readTradeView, type TradeSendingPorts } from './read-trade-view.ts';
import { guardTrade } from './trade-guards.ts';
import { isWaitedFor } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';

/** The result of one delivery of an approved trade. */
export type SendTradeResult =
  | { readonly result: 'concluded'; readonly instruction: Instruction }
  | { readonly result: 'cancelled'; readonly instruction: Instruction }
  /** Nothing was changed; a later delivery decides again. */
  | { readonly result: 'deferred'; readonly reason: string; readonly explanation: string }
  /** The instruction is gone past `approved`: a repeated delivery, or another invocation was quicker. */
  | { readonly result: 'not-open'; readonly state: string };

type ApprovedTrade = Instruction & {
  readonly content: { readonly kind: 'trade' };
  readonly origin: { readonly kind: 'request' };
  readonly status: InstructionStatus & { readonly state: 'approved' };
};

/**
 * Sends one trade that a person has approved, at most once, however often this is called: every guard again, on fresh
 * prices and balances; then the same claim, the same single sending and the same conclusion as a trade that needs no
 * approval.
 */
export async function sendTrade(
  ports: TradeSendingPorts,
  tenant: string,
  instructionId: string,
): Promise<SendTradeResult> {
  for (let attempt = 0; attempt < MAX_CLAIM_ATTEMPTS; attempt++) {
    const result = await sendOnce(ports, tenant, instructionId);
    if (result !== null) return result;
  }
  const explanation = 'the lanes kept changing while the claim was decided';
  return { result: 'deferred', reason: 'contended', explanation };
}

/** Null if another writer came in between. */
async function sendOnce(
  ports: TradeSendingPorts,
  tenant: string,
  instructionId: string,
): Promise<SendTradeResult | null> {
  const instruction = await ports.ledger.readInstruction(tenant, instructionId);
  if (instruction === null || !isApprovedTrade(instruction)) {
    return { result: 'not-open', state: instruction?.status.state ?? 'missing' };
  }
  if (isNewer(instruction)) {
    const explanation = newerMessage(instruction.id);
    return { result: 'deferred', reason: 'newer-version', explanation };
  }
  const age = judgeApprovalAge(instruction.status.at, ports.now());
  if (age.kind === 'before-it') {
    return { result: 'deferred', reason: 'clock-behind', explanation: age.message };
  }
  if (age.kind === 'too-old') {
    return await cancel(ports, instruction, 'too-old', 'it was not sent soon after its approval');
  }
  const { content, origin } = instruction;
  const view = await readTradeView(ports, tenant, origin.requestedBy);
  if (!view.ok) return { result: 'deferred', reason: view.code, explanation: view.reason };
  const { instrument, side, price, amount } = content;
  // By name: fields that a later version has added are not meant for the service.
  const request = { instrument, side, price, amount };
  const guarded = guardTrade(request, view.value);
  if (!guarded.ok) {
    const { code, message } = guarded.refusal;
    return isWaitedFor(code)
      ? { result: 'deferred', reason: code, explanation: message }
      : await cancel(ports, instruction, code, message);
  }
  const refusal = await refuseUnauthorised(ports, instruction, view.value);
  if (refusal?.kind === 'changed') return null;
  if (refusal !== null) {
    return refusal.kind === 'unknown'
      ? { result: 'deferred', reason: 'seal-unverified', explanation: refusal.message }
      : await cancel(ports, instruction, refusal.reason, refusal.message);
  }
  const claimed = (claim: ClaimRecord): LedgerWrite => {
    const sending = advance(instruction, { kind: 'claim', claim });
    return { kind: 'replace-instruction', instruction: sending };
  };
  const isApproved = peopleBehind(instruction) > 0;
  const approved = isApproved ? ({ approved: true } as const) : {};
  const trade = { tenant, instructionId, request, claimed, ...approved };
  const concluded = await claimAndSend(ports, trade, view.value, guarded);
  return concluded === null ? null : { result: 'concluded', instruction: concluded };
}

/** Null if its seal says that it may be sent. */
async function refuseUnauthorised(
  ports: TradeSendingPorts,
  instruction: ApprovedTrade,
  { controls, halt, epoch, now }: TradeView,
): Promise<Exclude<SendingJudgement, { readonly kind: 'authorised' }> | null> {
  const policy = { controls, halt, rules: [], accounts: [] };
  const judged = await judgeSending(ports, { instruction, policy, epoch, now });
  return judged.kind === 'authorised' ? null : judged;
}

function isApprovedTrade(instruction: Instruction): instruction is ApprovedTrade {
  const { content, origin, status } = instruction;
  return content.kind === 'trade' && origin.kind === 'request' && status.state === 'approved';
}

/** It ends with its reason: a person who still wants it requests it again, on the market of that moment. */
async function cancel(
  ports: TradeSendingPorts,
  instruction: ApprovedTrade,
  reason: string,
  explanation: string,
): Promise<SendTradeResult | null> {
  const { tenant, id } = instruction;
  const at = ports.now();
  const event = { kind: 'cancel', at, reason, explanation, checks: [] } as const;
  const cancelled = advance(instruction, event);
  const lanes = await ports.ledger.readLanes(tenant);
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'replace-instruction', instruction: cancelled },
    ...lanes
      .filter((lane) => Object.hasOwn(lane.open, id))
      .map((lane): LedgerWrite => {
        return { kind: 'replace-lane', lane: dropOpen(lane, id), from: lane.status.state };
      }),
    ...haltsOn(reason, id, explanation, at),
  ]);
  return ok ? { result: 'cancelled', instruction: cancelled } : null;
}
