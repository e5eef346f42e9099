import type { WithdrawalReply } from '../../treasury/outcomes/reply.ts';
import { classifyAttempt } from '../http-client/classify-attempt.ts';
import type { HttpAttempt } from '../http-client/http-attempt.ts';
import { decodeWithdrawals } from './decode-withdrawals.ts';
import { ownState } from './own-state.ts';
import { STATUSES } from './statuses.ts';

/** What one POST /v1/withdrawals came to, in the domain's words. Whether it is what was asked for is judged there. */
export function classifyWithdrawal(attempt: HttpAttempt): WithdrawalReply {
  return classifyAttempt(attempt, STATUSES, (answer) => {
    const decoded = decodeWithdrawals(answer);
    if (!decoded.ok) {
      const cause = decoded.tooMany ? 'oversized-answer' : 'invalid-answer';
      return { ok: false, cause, words: decoded.words };
    }
    // Of the answer as it came: what was read of it has only the fields that are known.
    const own = ownState(answer, 'withdrawal');
    return { ok: true, said: { withdrawals: decoded.withdrawals, own } };
  });
}
