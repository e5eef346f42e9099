import { askedWithdrawal } from '../outgoing/kinds/withdrawal.ts';
import { sendClaimed } from '../outgoing/send-claimed.ts';
import { deferred, type SendResult } from '../outgoing/send-result.ts';
import { MAX_CLAIM_ATTEMPTS, MAX_ROOM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { claimOnce, type WithdrawalSendingPorts } from './claim-withdrawal.ts';

/**
 * Sends one approved withdrawal, at most once, however often this is called: decides again on fresh balances, claims
 * with one conditional write, sends once, records the outcome.
 */
export async function sendWithdrawal(
  ports: WithdrawalSendingPorts,
  tenant: string,
  instructionId: string,
): Promise<SendResult> {
  let lost = 0;
  for (let attempt = 0; attempt < MAX_ROOM_ATTEMPTS && lost < MAX_CLAIM_ATTEMPTS; attempt++) {
    const step = await claimOnce(ports, tenant, instructionId);
    if (step.kind === 'claimed') {
      const concluded = await sendClaimed(ports, tenant, step.claimed, askedWithdrawal(step.asked));
      return { result: 'concluded', ...concluded };
    }
    if (step.kind === 'done') return step.result;
    if (step.kind === 'again') lost += 1;
  }
  // The lane kept changing while the claim was decided.
  return deferred('contended');
}
