import { contentDigest } from '../../treasury/approvals/content-digest.ts';
import { fittingAnswers } from '../../treasury/evidence/explain-readings.ts';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import { showOutcome } from '../../treasury/facts/sentences/say/say-answer.ts';
import { showEvidence } from '../../treasury/facts/sentences/say/say-evidence.ts';
import { sayHistory } from '../../treasury/facts/sentences/say/say-history.ts';
import {
  showCancellation,
  showHistory,
} from '../../treasury/facts/sentences/say/show-instruction.ts';
import type { Evidence } from '../../treasury/instructions/evidence.ts';
import { lapsedIn } from '../../treasury/instructions/history.ts';
import type { Instruction, SettlementProposal } from '../../treasury/instructions/instruction.ts';
import type { ShownDecision } from '../../treasury/ledger/stored-decision.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import { tradeFillOf } from '../../treasury/trades/trade-fill.ts';
import { type HttpResponse, json } from '../problems/problem.ts';
import { etagOfTag } from '../requests/etag.ts';

/** How much of an instruction is shown beside what it is. */
export interface Shown {
  /** Every reading of its evidence, and every explanation; otherwise what they come to. */
  readonly evidence?: boolean;
  /** Those of the rule that led to it, where they are asked for. */
  readonly decisions?: readonly ShownDecision[];
  /** @default English, in UTC */
  readonly reader?: Reader;
}

/**
 * An instruction as shown. Without a claim's nonce: a caller who knows it could pose as the sender. While it waits
 * for people, with the digest that an approval has to name.
 */
export function instructionView(
  stored: Instruction,
  { evidence: isWhole = false, decisions, reader }: Shown = {},
): object {
  const { settlement, evidence, history, ...rest } = withoutSeal(stored);
  const execution = tradeFillOf(stored);
  const lapsed = shownLapse(stored, reader);
  const instruction = {
    ...rest,
    history: showHistory(history, reader),
    status: showOutcome(rest.status, evidence, reader),
    ...(evidence !== undefined && {
      evidence: isWhole ? whole(evidence, reader) : summaryOf(evidence, reader),
    }),
    ...(settlement !== undefined && { settlement: shownStatement(settlement) }),
    ...(lapsed !== null && { lapsed }),
    ...(decisions !== undefined && { decisions }),
    ...(execution !== null && { execution }),
  };
  const { status } = instruction;
  if (status.state === 'awaiting-approval') {
    return { ...instruction, contentDigest: contentDigest(instruction) };
  }
  if (status.state === 'cancelled') {
    return { ...instruction, status: showCancellation(status, reader) };
  }
  if (status.state === 'released') {
    // Always a list, whatever the source: clients of most languages have no type for "a list, or a text".
    return { ...instruction, status: { ...status, by: [status.by].flat() } };
  }
  if (!('claim' in status)) return instruction;
  const { nonce: _, ...claim } = status.claim;
  return { ...instruction, status: { ...status, claim } };
}

/** What it rests on, the evidence beside it says. */
function shownStatement(settlement: SettlementProposal): object {
  const { seen: _, ...said } = withoutSeal(settlement);
  return said;
}

function shownLapse(instruction: Instruction, reader?: Reader): object | null {
  const found = lapsedIn(instruction);
  if (found === null) return null;
  const { by, executed } = found.fact;
  return { by, at: found.at, executed, message: sayHistory(found.fact, reader) };
}

/** What the readings come to: the answers that explain all of them, and what either leaves unexplained. */
function summaryOf(evidence: Evidence, reader?: Reader): object {
  const { points: _, currencies, ...rest } = whole(evidence, reader);
  const summed = currencies.map(({ earlierFlows: __, explanations: ___, ...each }) => each);
  return { ...rest, currencies: summed };
}

function whole(evidence: Evidence, reader?: Reader) {
  const { points, currencies } = evidence;
  return {
    ...showEvidence(evidence, reader),
    readings: points.length,
    explains: fittingAnswers(currencies),
  };
}

/**
 * The basis of a decision about an instruction, as its ETag: the content while it waits for people, later the
 * evidence of its outcome. Null if there is nothing to decide. An approval or a first word leaves it as it is: the
 * next person decides about the same.
 */
export function instructionTag(instruction: Instruction): string | null {
  return instruction.status.state === 'awaiting-approval'
    ? contentDigest(instruction)
    : (instruction.evidence?.digest ?? null);
}

/** What its decision rests on, as the ETag of an answer. */
export function instructionHeaders(instruction: Instruction): Readonly<Record<string, string>> {
  const tag = instructionTag(instruction);
  return tag === null ? {} : etagOfTag(tag);
}

/** One instruction as an answer, with its ETag. */
export function instructionAnswer(
  status: number,
  instruction: Instruction,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const all = { ...headers, ...instructionHeaders(instruction) };
  return json(status, instructionView(instruction), all);
}
