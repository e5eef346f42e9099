import { contended } from '../../api/problems/contended.ts';
import { type HttpResponse, problem, problemResponse } from '../../api/problems/problem.ts';
import { withdrawalRefused } from '../../api/problems/withdrawal-refused.ts';
import { instructionAnswer } from '../../api/responses/instruction-view.ts';
import type { DecideResult } from '../../treasury/approvals/decide.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { RequestResult } from '../../treasury/withdrawals/request-withdrawal.ts';

/** The result of a person's decision, as HTTP. */
export function decidedResponse(result: DecideResult, requestId: string): HttpResponse {
  if (result.result === 'decided') return instructionAnswer(200, result.instruction);
  if (result.result === 'contended') return contended('the instruction', requestId);
  const { code, message, ...members } = result.refusal;
  return problemResponse(problem(code, { detail: message, members }), requestId);
}

/** The result of requesting a withdrawal, as HTTP: 202, since another person has to approve it. */
export function requestedResponse(result: RequestResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'requested':
      return instructionAnswer(202, result.instruction, headersOf(result));
    case 'contended':
      return contended('the account and its balance', requestId);
    case 'key-reused':
      return problemResponse(
        problem('idempotency-key-reused', {
          detail: 'Use a new key for another withdrawal, or repeat the first body for its state.',
          members: { instructionId: result.instructionId },
        }),
        requestId,
      );
    case 'refused':
      return problemResponse(withdrawalRefused(result.refusal), requestId);
    default:
      return result satisfies never;
  }
}

function headersOf({ instruction, replayed }: { instruction: Instruction; replayed: boolean }) {
  const location = `/v1/withdrawals/${instruction.id}`;
  return replayed ? { location, 'idempotent-replayed': 'true' } : { location };
}
