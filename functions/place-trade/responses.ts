import { type HttpResponse, problem, problemResponse } from '../../api/problems/problem.ts';
import { serviceUnreadable } from '../../api/problems/service-unreadable.ts';
import { tradeRefused } from '../../api/problems/trade-refused.ts';
import { instructionAnswer } from '../../api/responses/instruction-view.ts';
import { sayOutcome } from '../../treasury/facts/sentences/say/say-answer.ts';
import { sayHistory } from '../../treasury/facts/sentences/say/say-history.ts';
import { historyEntry } from '../../treasury/instructions/history.ts';
import type { Instruction, InstructionState } from '../../treasury/instructions/instruction.ts';
import type { TradeResult } from '../../treasury/trades/place-trade.ts';

/** Seconds after which the balances of a trade have settled. */
const CONTENDED_RETRY_AFTER_SECONDS = 5;

/** The header that says: this is the recorded response, nothing was sent for this request. */
const REPLAYED = { 'idempotent-replayed': 'true' } as const;

/** The one table from a trade's result to HTTP. */
export function toResponse(result: TradeResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'concluded':
      return concluded(result.instruction, result.replayed, requestId);
    case 'awaiting-approval':
      return instructionAnswer(202, result.instruction, headersOf(result));
    case 'in-flight':
      return problemResponse(
        problem('in-flight', {
          members: { instructionId: result.instruction.id },
        }),
        requestId,
      );
    case 'key-reused':
      return problemResponse(
        problem('idempotency-key-reused', {
          detail: 'Use a new key for another trade, or repeat the first body for its outcome.',
          members: { instructionId: result.instructionId },
        }),
        requestId,
      );
    case 'refused':
      return problemResponse(tradeRefused(result.refusal), requestId);
    case 'service-unreadable':
      return problemResponse(serviceUnreadable(result), requestId);
    case 'contended':
      return problemResponse(
        problem('contended', {
          detail: 'The balances kept changing while the trade was decided; nothing was sent.',
          retryAfterSeconds: CONTENDED_RETRY_AFTER_SECONDS,
        }),
        requestId,
      );
    default:
      return result satisfies never;
  }
}

/** A trade that ended for good without being executed: another try takes a new key. */
const IS_OVER: Readonly<Record<Exclude<InstructionState, Shown>, boolean>> = {
  rejected: true,
  anomaly: false,
  'not-sent': true,
  declined: true,
  expired: true,
  cancelled: true,
  released: true,
};

/** States whose response is the record itself, or that come before a trade has ended. */
type Shown = 'confirmed' | 'unknown' | 'proposed' | 'awaiting-approval' | 'approved' | 'sending';

function headersOf({
  instruction,
  replayed,
}: {
  readonly instruction: Instruction;
  readonly replayed: boolean;
}): Readonly<Record<string, string>> {
  return { location: `/v1/trades/${instruction.id}`, ...(replayed ? REPLAYED : {}) };
}

function concluded(instruction: Instruction, replayed: boolean, requestId: string): HttpResponse {
  const headers = headersOf({ instruction, replayed });
  const { status, id } = instruction;
  switch (status.state) {
    case 'confirmed':
      return instructionAnswer(201, instruction, headers);
    case 'unknown':
    case 'proposed':
    case 'awaiting-approval':
    case 'approved':
    case 'sending':
      return instructionAnswer(202, instruction, headers);
    default: {
      const said = sayOutcome(instruction) ?? sayHistory(historyEntry(status).fact);
      return problemResponse(
        problem(`trade-${status.state}`, {
          detail: IS_OVER[status.state] ? `${said} ${NEW_KEY}` : said,
          headers,
          members: { instructionId: id, state: status.state },
        }),
        requestId,
      );
    }
  }
}

/** A key stands for one trade for ever: a repeated request under it only returns this one again. */
const NEW_KEY =
  'To try again, use a new Idempotency-Key: this one answers with this outcome for ever.';
