import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import type { WithdrawalReply } from '../../../treasury/outcomes/reply.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';
import { WITHDRAWAL_REQUEST, withdrawal } from '../../unit/trading-service/answers.ts';
import { withoutToken } from './client.ts';

/** The answer that confirms WITHDRAWAL_REQUEST. */
export const CONFIRMATION = JSON.stringify([withdrawal()]);

/** State and cause of what became of WITHDRAWAL_REQUEST; fails where the token can be seen. */
export function judge(reply: WithdrawalReply): string {
  withoutToken(reply);
  const outcome = judgeWithdrawal(askedOf(WITHDRAWAL_REQUEST), reply, new Set());
  withoutToken(outcome);
  return [outcome.state, 'cause' in outcome ? outcome.cause : ''].join(' ').trim();
}
