import { contended } from '../../api/problems/contended.ts';
import { type Answer, json, problem, problemAnswer } from '../../api/problems/problem.ts';
import { instructionView } from '../../api/responses/instruction-view.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import type { SettlementRefusal } from '../../treasury/settlement/judge-settlement.ts';
import type { SettleResult } from '../../treasury/settlement/settle.ts';
import type { WithdrawProposalResult } from '../../treasury/settlement/withdraw-proposal.ts';

/** From what a person's word came to, to HTTP: 200 settled, 202 a second person is awaited. */
export function answerOf(result: SettleResult, requestId: string): Answer {
  switch (result.result) {
    case 'proposed':
      return json(202, instructionView(result.instruction));
    case 'settled':
      return json(200, instructionView(result.instruction));
    case 'contended':
      return contended('the evidence', requestId);
    case 'refused': {
      return refused(result.refusal, requestId);
    }
    default:
      return result satisfies never;
  }
}

function refused(refusal: SettlementRefusal, requestId: string): Answer {
  const { code, words: detail, ...members } = refusal;
  const shown = 'proposal' in members ? { proposal: withoutSeal(members.proposal) } : members;
  return problemAnswer(problem(code, { detail, members: shown }), requestId);
}

export function withdrawnAnswer(result: WithdrawProposalResult, requestId: string): Answer {
  switch (result.result) {
    case 'withdrawn':
      return json(200, instructionView(result.instruction));
    case 'contended':
      return contended('the evidence', requestId);
    case 'nothing-proposed':
      return problemAnswer(problem('nothing-proposed'), requestId);
    case 'proposed-by-another': {
      const detail = `${result.by} proposed it, and alone can take it back.`;
      return problemAnswer(problem('proposed-by-another', { detail }), requestId);
    }
    default:
      return result satisfies never;
  }
}
