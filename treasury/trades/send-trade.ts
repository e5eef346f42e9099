import type { LimitCheck } from '../decisions/shown-decision.ts';
import { advance } from '../instructions/advance.ts';
import { judgeApprovalAge, tooOldMessage } from '../instructions/approval-age.ts';
import type { Instruction, InstructionStatus } from '../instructions/instruction.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import { dropOpen } from '../instructions/lane-transitions.ts';
import { failureOf } from '../instructions/rule-failures.ts';
import { missedByEnd } from '../ledger/ended-occurrence.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import { peopleBehind } from '../limits/approvals-required.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import { ruleTrader } from '../policy/conversion.ts';
import { judgeSending, type SendingJudgement } from '../sealing/judge-sending.ts';
import { commitEnding, leaving, putBackMessage } from '../sealing/put-back.ts';
import { haltsOn, SEAL_INVALID } from '../sealing/tampering.ts';
import { SealsUnavailableError } from '../seals/ports.ts';
import { COUNTS_UNVERIFIED } from '../sending/commit-claim.ts';
import { MAX_CLAIM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { claimAndSend } from './claim-and-send.ts';
import {
  type ConversionRefusal,
  claimOfConversion,
  isConversion,
  refuseConversion,
  refuseMoved,
  requestAtClaim,
} from './conversion-at-claim.ts';
import { readTradeView, type TradeSendingPorts } from './read-trade-view.ts';
import { type Guarded, guardTrade } from './trade-guards.ts';
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
  const age = judgeApprovalAge(instruction.status.at, ports.now());
  if (age.kind === 'before-it') {
    return { result: 'deferred', reason: 'clock-behind', explanation: age.message };
  }
  if (age.kind === 'too-old') {
    const { rules } = await ports.ledger.readPolicy(tenant);
    return await cancel(ports, instruction, 'too-old', tooOldMessage(instruction, rules));
  }
  const view = await readTradeView(ports, tenant, traderOf(instruction));
  if (!view.ok) return { result: 'deferred', reason: view.code, explanation: view.reason };
  const judged = judge(instruction, view.value);
  if (!judged.ok) return await stop(ports, instruction, view.value, judged.refusal);
  const { request, guarded } = judged;
  const refusal = await refuseUnauthorised(ports, instruction, view.value);
  if (refusal?.kind === 'changed') return null;
  if (refusal !== null) {
    return refusal.kind === 'unknown'
      ? { result: 'deferred', reason: 'seal-unverified', explanation: refusal.message }
      : await cancel(ports, instruction, refusal.reason, refusal.message);
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
  const concluded = await unlessUnverified(() => claimAndSend(ports, trade, view.value, guarded));
  if (concluded === 'unverified') {
    return { result: 'deferred', reason: 'seal-unverified', explanation: COUNTS_UNVERIFIED };
  }
  if (concluded === 'put-back') {
    return await cancel(ports, instruction, SEAL_INVALID, putBackMessage(instruction));
  }
  return concluded === null ? null : { result: 'concluded', instruction: concluded };
}

async function unlessUnverified<T>(claim: () => Promise<T>): Promise<T | 'unverified'> {
  try {
    return await claim();
  } catch (error) {
    if (error instanceof SealsUnavailableError) return 'unverified';
    throw error;
  }
}

/** Whose limits a trade counts against. */
function traderOf({ origin }: ApprovedTrade): string {
  return origin.kind === 'sweep' ? ruleTrader(origin.ruleId) : origin.requestedBy;
}

type Judged =
  | { readonly ok: true; readonly request: TradeRequest; readonly guarded: Guarded }
  | { readonly ok: false; readonly refusal: ConversionRefusal };

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
    const { code, message } = guarded.refusal;
    const waitedFor = isWaitedFor(code);
    return {
      ok: false,
      refusal: { reason: code, explanation: message, waitedFor, checks: [] },
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
  { reason, explanation, waitedFor, checks }: ConversionRefusal,
): Promise<SendTradeResult | null> {
  if (waitedFor) return { result: 'deferred', reason, explanation };
  // Whatever the reason: one that Sluice did not decide halts everything.
  const forged = await refuseUnauthorised(ports, instruction, view);
  return forged?.kind === 'tampered'
    ? await cancel(ports, instruction, forged.reason, forged.message)
    : await cancel(ports, instruction, reason, explanation, checks);
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

/** It ends with its reason: a person who still wants it requests it again, and a rule decides anew. */
async function cancel(
  ports: TradeSendingPorts,
  instruction: ApprovedTrade,
  reason: string,
  explanation: string,
  checks: readonly LimitCheck[] = [],
): Promise<SendTradeResult | null> {
  const { tenant, id } = instruction;
  const at = ports.now();
  const event = { kind: 'cancel', at, reason, explanation, checks } as const;
  const cancelled = advance(instruction, event);
  const [lanes, { rules }] = await Promise.all([
    ports.ledger.readLanes(tenant),
    ports.ledger.readPolicy(tenant),
  ]);
  const { ok } = await commitEnding(ports.ledger, { before: instruction, after: cancelled, at }, [
    ...lanes
      .filter((lane) => Object.hasOwn(lane.open, id))
      .map((lane): LedgerWrite => {
        const dropped = dropOpen(lane, id, failureOf(cancelled));
        return { kind: 'replace-lane', lane: dropped, from: lane.status.state };
      }),
    ...haltsOn(reason, id, explanation, at),
    ...missedByEnd(instruction, cancelled, rules),
  ]);
  return ok ? { result: 'cancelled', instruction: cancelled } : null;
}
