import { sayReadFailed } from '../facts/sentences/say/say-not-read.ts';
import { advance } from '../instructions/advance.ts';
import { judgeApprovalAge, notSentInTime } from '../instructions/approval-age.ts';
import type { Instruction, InstructionStatus } from '../instructions/instruction.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import { peopleBehind } from '../limits/approvals-required.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import { cancelOpen } from '../outgoing/cancel-open.ts';
import { deferred, type SendResult } from '../outgoing/send-result.ts';
import { ruleTrader } from '../policy/conversion.ts';
import { judgeSending, type SendingJudgement } from '../sealing/judge-sending.ts';
import { leaving, putBack } from '../sealing/put-back.ts';
import { SEAL_INVALID, SEAL_UNVERIFIED } from '../sealing/tampering.ts';
import { MAX_CLAIM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { claimAndSend } from './claim-and-send.ts';
import {
  claimOfConversion,
  isConversion,
  type RefusalAtClaim,
  refuseConversion,
  refuseMoved,
  requestAtClaim,
} from './conversion-at-claim.ts';
import { readTradeView, type TradeSendingPorts } from './read-trade-view.ts';
import { type Guarded, guardTrade } from './trade-guards.ts';
import { isWaitedFor } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';

type ApprovedTrade = Instruction & {
  readonly content: { readonly kind: 'trade' };
  readonly status: InstructionStatus & { readonly state: 'approved' };
};

/**
 * Sends one trade that a person or a rule has approved, at most once, however often this is called: every guard again, on fresh
 * prices and balances; then the same claim, the same single sending and the same conclusion as a trade that needs no
 * approval.
 */
export async function sendTrade(
  ports: TradeSendingPorts,
  tenant: string,
  instructionId: string,
): Promise<SendResult> {
  for (let attempt = 0; attempt < MAX_CLAIM_ATTEMPTS; attempt++) {
    const result = await sendOnce(ports, tenant, instructionId);
    if (result !== null) return result;
  }
  // The lanes kept changing while the claim was decided.
  return deferred('contended');
}

/** Null if another writer came in between. */
async function sendOnce(
  ports: TradeSendingPorts,
  tenant: string,
  instructionId: string,
): Promise<SendResult | null> {
  const instruction = await ports.ledger.readInstruction(tenant, instructionId);
  if (instruction === null || !isApprovedTrade(instruction)) {
    return { result: 'not-open', state: instruction?.status.state ?? 'missing' };
  }
  const age = judgeApprovalAge(instruction.status.at, ports.now());
  if (age.kind === 'before-it') return deferred('clock-behind');
  if (age.kind === 'too-old') {
    const { rules } = await ports.ledger.readPolicy(tenant);
    const why = notSentInTime(instruction, rules);
    return await cancelOpen(ports, instruction, { reason: 'too-old', why, checks: [] });
  }
  const view = await readTradeView(ports, tenant, traderOf(instruction));
  if (!view.ok) return deferred(view.code, sayReadFailed(view.failed));
  const judged = judge(instruction, view.value);
  if (!judged.ok) return await stop(ports, instruction, view.value, judged.refusal);
  const { request, guarded } = judged;
  const refusal = await refuseUnauthorised(ports, instruction, view.value);
  if (refusal?.kind === 'changed') return null;
  if (refusal !== null) {
    return refusal.kind === 'unknown'
      ? deferred(SEAL_UNVERIFIED, refusal.said)
      : await cancelOpen(ports, instruction, { ...refusal, checks: [] });
  }
  const conversion = isConversion(instruction)
    ? await claimOfConversion(ports, instruction, view.value, guarded.controls)
    : null;
  // The day has closed, or the cut-off has passed, since it was judged: that is judged once more.
  if (conversion === 'over') return null;
  if (conversion?.ok === false) {
    return await stop(ports, instruction, view.value, conversion.refusal);
  }
  const claimed = (claim: ClaimRecord) => {
    const sending = advance(instruction, { kind: 'claim', claim });
    const sent = conversion === null ? sending : { ...sending, sentPrice: request.price };
    return leaving(sent);
  };
  const isApproved = peopleBehind(instruction) > 0;
  const approved = isApproved ? ({ approved: true } as const) : {};
  const rule = conversion === null ? {} : { rule: conversion.rule };
  const trade = { tenant, instructionId, request, claimed, ...approved, ...rule };
  const concluded = await claimAndSend(ports, trade, view.value, guarded);
  if (concluded === 'put-back') {
    const why = putBack(instruction);
    return await cancelOpen(ports, instruction, { reason: SEAL_INVALID, why, checks: [] });
  }
  return concluded === null ? null : { result: 'concluded', ...concluded };
}

/** Whose limits a trade counts against. */
function traderOf({ origin }: ApprovedTrade): string {
  return origin.kind === 'sweep' ? ruleTrader(origin.ruleId) : origin.requestedBy;
}

type Judged =
  | { readonly ok: true; readonly request: TradeRequest; readonly guarded: Guarded }
  | { readonly ok: false; readonly refusal: RefusalAtClaim };

/** The same guards for a placed trade and for one that a rule decided; for that, those of a sweep as well. */
function judge(instruction: ApprovedTrade, view: TradeView): Judged {
  const conversion = isConversion(instruction) ? instruction : null;
  const first = conversion === null ? null : refuseConversion(conversion, view);
  if (first !== null) return { ok: false, refusal: first };
  const { instrument, side, price, amount } = instruction.content;
  // By name: fields that a later version has added are not meant for the service.
  const asked = { instrument, side, price, amount };
  const request = conversion === null ? asked : requestAtClaim(conversion, view);
  const guarded = guardTrade(request, view);
  if (!guarded.ok) {
    const { code: reason, why } = guarded.refusal;
    return {
      ok: false,
      refusal: isWaitedFor(reason)
        ? { reason, waitedFor: true }
        : { reason, waitedFor: false, why, checks: [] },
    };
  }
  const moved = conversion === null ? null : refuseMoved(conversion, view, guarded);
  return moved === null ? { ok: true, request, guarded } : { ok: false, refusal: moved };
}

/** Waited for, or ended with its reason. */
async function stop(
  ports: TradeSendingPorts,
  instruction: ApprovedTrade,
  view: TradeView,
  refusal: RefusalAtClaim,
): Promise<SendResult | null> {
  const { reason } = refusal;
  if (refusal.waitedFor) return deferred(reason);
  // Whatever the reason: one that Sluice did not decide halts everything.
  const forged = await refuseUnauthorised(ports, instruction, view);
  const ends = forged?.kind === 'tampered' ? { ...forged, checks: [] } : refusal;
  return await cancelOpen(ports, instruction, ends);
}

/** Null if its seal says that it may be sent. */
async function refuseUnauthorised(
  ports: TradeSendingPorts,
  instruction: ApprovedTrade,
  { controls, policy: { rules, calendars = [] } = { rules: [] }, halt, epoch, now }: TradeView,
): Promise<Exclude<SendingJudgement, { readonly kind: 'authorised' }> | null> {
  const policy = { controls, halt, rules, calendars, accounts: [] };
  const judged = await judgeSending(ports, { instruction, policy, epoch, now });
  return judged.kind === 'authorised' ? null : judged;
}

function isApprovedTrade(instruction: Instruction): instruction is ApprovedTrade {
  const { content, origin, status } = instruction;
  const isKnown = origin.kind === 'request' || isConversion(instruction);
  return content.kind === 'trade' && isKnown && status.state === 'approved';
}
