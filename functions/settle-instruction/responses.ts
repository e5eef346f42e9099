import { type Contended, contended } from '../../api/problems/contended.ts';
import { type Answer, json, problemAnswer } from '../../api/problems/problem.ts';
import { instructionView } from '../../api/responses/instruction-view.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import type { SettlementRefusal } from '../../treasury/settlement/judge-settlement.ts';
import type { SettleResult } from '../../treasury/settlement/settle.ts';
import type { WithdrawProposalResult } from '../../treasury/settlement/withdraw-proposal.ts';

const REFUSAL_STATUS: Readonly<Record<SettlementRefusal['code'], number>> = {
  'not-found': 404,
  'nothing-to-settle': 409,
  'lane-free': 409,
  'no-evidence': 409,
  'evidence-changed': 409,
  'in-quarantine': 409,
  'no-later-balance': 409,
  'withdrawal-id-unfitting': 422,
  'withdrawal-known': 422,
  'fill-missing': 422,
  'fill-unfitting': 422,
  'proposal-differs': 409,
};

const UNCHANGED = 'Nothing was settled';

const CONTENDED: Contended = { title: UNCHANGED, lookAt: 'the evidence' };

/** From what a person's word came to, to HTTP: 200 settled, 202 a second person is awaited. */
export function answerOf(result: SettleResult, requestId: string): Answer {
  switch (result.result) {
    case 'proposed':
      return json(202, instructionView(result.instruction));
    case 'settled':
      return json(200, instructionView(result.instruction));
    case 'contended':
      return contended(CONTENDED, requestId);
    case 'refused': {
      return refused(result.refusal, requestId);
    }
    default:
      return result satisfies never;
  }
}

function refused(refusal: SettlementRefusal, requestId: string): Answer {
  const { code, words: detail, ...members } = refusal;
  const status = REFUSAL_STATUS[code];
  const shown = 'proposal' in members ? { proposal: withoutSeal(members.proposal) } : members;
  return problemAnswer({ status, code, title: UNCHANGED, detail, members: shown }, requestId);
}

export function withdrawnAnswer(result: WithdrawProposalResult, requestId: string): Answer {
  switch (result.result) {
    case 'withdrawn':
      return json(200, instructionView(result.instruction));
    case 'contended':
      return contended(CONTENDED, requestId);
    case 'nothing-proposed':
      return problemAnswer(
        { status: 404, code: 'nothing-proposed', title: 'Nobody has said what became of it' },
        requestId,
      );
    case 'proposed-by-another': {
      const detail = `It was said by ${result.by}, who alone can take it back.`;
      const title = 'This is not yours to take back';
      return problemAnswer({ status: 403, code: 'proposed-by-another', title, detail }, requestId);
    }
    default:
      return result satisfies never;
  }
}
