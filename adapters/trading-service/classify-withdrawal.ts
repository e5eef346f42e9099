import type { WithdrawalReply } from '../../treasury/outcomes/reply.ts';
import { classifyAttempt } from './classify-attempt.ts';
import { decodeWithdrawals } from './decode-withdrawals.ts';
import type { HttpAttempt } from './http-attempt.ts';
import { ownState } from './own-state.ts';

/** What one POST /v1/withdrawals came to, in the domain's words. Whether it is what was asked for is judged there. */
export function classifyWithdrawal(attempt: HttpAttempt): WithdrawalReply {
  return classifyAttempt(attempt, (answer) => {
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
