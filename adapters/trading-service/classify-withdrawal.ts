import type { WithdrawalReply } from '../../treasury/outcomes/reply.ts';
import { classifyAttempt } from '../http-client/classify-attempt.ts';
import type { HttpAttempt } from '../http-client/http-attempt.ts';
import { type AnswerSettings, NO_ANSWER_SETTINGS } from './answer-settings.ts';
import { decodeWithdrawals } from './decode-withdrawals.ts';
import { ownState } from './own-state.ts';
import { STATUSES } from './statuses.ts';

/**
 * The result of one POST /v1/withdrawals, in the domain's words. The domain judges whether it is the requested one.
 */
export function classifyWithdrawal(
  attempt: HttpAttempt,
  { harmlessTexts }: AnswerSettings = NO_ANSWER_SETTINGS,
): WithdrawalReply {
  return classifyAttempt(attempt, STATUSES, (answer) => {
    const decoded = decodeWithdrawals(answer);
    if (!decoded.ok) {
      const cause = decoded.tooMany ? 'oversized-answer' : 'invalid-answer';
      return { ok: false, cause, found: decoded.found };
    }
    // From the answer as it came: its decoded form has only the known fields.
    const own = ownState(answer, 'withdrawal', harmlessTexts);
    return { ok: true, said: { withdrawals: decoded.withdrawals, own } };
  });
}
