import { classifyWithdrawal } from '../../../treasury/outcomes/classify-withdrawal.ts';
import type { Exchange } from '../../../treasury/outcomes/outcome.ts';
import { WITHDRAWAL_REQUEST, withdrawal } from '../../unit/outcomes/answers.ts';
import { withoutToken } from './client.ts';

/** The answer that confirms WITHDRAWAL_REQUEST. */
export const CONFIRMATION = JSON.stringify([withdrawal()]);

/** State and cause of what became of WITHDRAWAL_REQUEST; fails where the token can be seen. */
export function judge(exchange: Exchange): string {
  withoutToken(exchange);
  const outcome = classifyWithdrawal(WITHDRAWAL_REQUEST, exchange, new Set());
  withoutToken(outcome);
  return [outcome.state, 'cause' in outcome ? outcome.cause : ''].join(' ').trim();
}
