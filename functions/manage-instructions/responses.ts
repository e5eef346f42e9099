import { type Contended, contended } from '../../api/problems/contended.ts';
import { type Answer, json, problemAnswer } from '../../api/problems/problem.ts';
import { instructionView } from '../../api/responses/instruction-view.ts';
import type { DecideResult } from '../../treasury/approvals/decide.ts';
import type { DecisionRefusal } from '../../treasury/approvals/judge-decision.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { MissedRefusal } from '../../treasury/withdrawals/missed-occurrence.ts';
import type { RequestResult } from '../../treasury/withdrawals/request-withdrawal.ts';
import type { WithdrawalRefusal } from '../../treasury/withdrawals/withdrawal-guards.ts';

const DECISION_STATUS: Readonly<Record<DecisionRefusal['code'], number>> = {
  'not-found': 404,
  'not-awaiting': 409,
  'not-cancellable': 409,
  'approval-expired': 409,
  'maker-is-checker': 403,
  'content-differs': 409,
  'not-sealed': 409,
  'seal-invalid': 409,
};

const REQUEST_STATUS: Readonly<Record<WithdrawalRefusal['code'] | MissedRefusal['code'], number>> =
  {
    disarmed: 409,
    halted: 409,
    'dry-run': 409,
    'account-unknown': 422,
    'account-not-active': 422,
    'account-cooling-off': 409,
    'balance-unknown': 409,
    'balance-insufficient': 422,
    'occurrence-unknown': 422,
    'occurrence-not-missed': 409,
    'occurrence-before-rearming': 409,
    'occurrence-used': 409,
  };

const CONTENDED: Contended = { title: 'Nothing was changed', lookAt: 'it' };

/** What a person's decision came to, as HTTP. */
export function decidedAnswer(result: DecideResult, requestId: string): Answer {
  if (result.result === 'decided') return json(200, instructionView(result.instruction));
  if (result.result === 'contended') return contended(CONTENDED, requestId);
  const { code, words, ...members } = result.refusal;
  const title = 'Nothing was decided';
  return problemAnswer(
    { status: DECISION_STATUS[code], code, title, detail: words, members },
    requestId,
  );
}

/** What asking for a withdrawal came to, as HTTP: 202, since somebody else has to approve it. */
export function requestedAnswer(result: RequestResult, requestId: string): Answer {
  switch (result.result) {
    case 'requested':
      return json(202, instructionView(result.instruction), headersOf(result));
    case 'contended':
      return contended(CONTENDED, requestId);
    case 'key-reused':
      return problemAnswer(
        {
          status: 422,
          code: 'idempotency-key-reused',
          title: 'This Idempotency-Key belongs to a request with another body',
          detail: 'Use a new key for another withdrawal, or repeat the first body for its state.',
          members: { instructionId: result.instructionId },
        },
        requestId,
      );
    case 'refused': {
      const { code, words } = result.refusal;
      const title = 'The withdrawal was refused and nothing was written';
      return problemAnswer({ status: REQUEST_STATUS[code], code, title, detail: words }, requestId);
    }
    default:
      return result satisfies never;
  }
}

function headersOf({ instruction, replayed }: { instruction: Instruction; replayed: boolean }) {
  const location = `/v1/withdrawals/${instruction.id}`;
  return replayed ? { location, 'idempotent-replayed': 'true' } : { location };
}
