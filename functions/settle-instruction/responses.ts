import { contended } from '../../api/problems/contended.ts';
import { type HttpResponse, problem, problemResponse } from '../../api/problems/problem.ts';
import { instructionAnswer } from '../../api/responses/instruction-view.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import type { SettlementRefusal } from '../../treasury/settlement/judge-settlement.ts';
import type { SettleResult } from '../../treasury/settlement/settle.ts';
import type { WithdrawProposalResult } from '../../treasury/settlement/withdraw-proposal.ts';

/** The result of a person's word as HTTP: 200 settled, 202 a second person is awaited. */
export function toResponse(result: SettleResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'proposed':
      return instructionAnswer(202, result.instruction);
    case 'settled':
      return instructionAnswer(200, result.instruction);
    case 'contended':
      return contended('the evidence', requestId);
    case 'refused': {
      return refused(result.refusal, requestId);
    }
    default:
      return result satisfies never;
  }
}

function refused(refusal: SettlementRefusal, requestId: string): HttpResponse {
  const { code, message: detail, ...members } = refusal;
  const shown = 'proposal' in members ? { proposal: withoutSeal(members.proposal) } : members;
  return problemResponse(problem(code, { detail, members: shown }), requestId);
}

export function withdrawnResponse(result: WithdrawProposalResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'withdrawn':
      return instructionAnswer(200, result.instruction);
    case 'contended':
      return contended('the evidence', requestId);
    case 'nothing-proposed':
      return problemResponse(problem('nothing-proposed'), requestId);
    case 'proposed-by-another': {
      const detail = `${result.by} proposed it, and alone can take it back.`;
      return problemResponse(problem('proposed-by-another', { detail }), requestId);
    }
    default:
      return result satisfies never;
  }
}
