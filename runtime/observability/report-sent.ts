import type { InstructionStatus } from '../../treasury/instructions/instruction.ts';
import type { Concluded } from '../../treasury/outgoing/send-claimed.ts';
import type { SendResult } from '../../treasury/outgoing/send-result.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { correlate, logger } from './middleware.ts';

/** Logs what became of one delivery: codes; the sentences, with balances in them, are in the ledger. */
export function reportSent(
  kind: 'withdrawal' | 'trade',
  { tenant, instructionId }: Delivery,
  sent: SendResult,
): void {
  if (sent.result !== 'concluded' && sent.result !== 'cancelled') {
    logger.info(`${kind} not sent by this delivery`, { tenant, instructionId, ...sent });
    return;
  }
  const { status, origin } = sent.instruction;
  if (origin.kind === 'sweep') correlate({ tick: origin.snapshot });
  if (sent.result === 'concluded') noteContradiction(sent);
  const { state } = status;
  logger.info(`${kind} concluded`, { tenant, instructionId, state, why: whyOf(status) });
}

/**
 * People settled while the sender was away, and now it has the answer: they were wrong, or the service was. The
 * ledger keeps the settlement and halts, which the alarm contradicted-settlement tells a person.
 */
export function noteContradiction({ answered, instruction }: Concluded): void {
  const { tenant, id: instructionId, status } = instruction;
  const { state } = status;
  const executed = answered === 'confirmed' || answered === 'anomaly';
  // A settlement as confirmed does not agree with an answer to another request.
  if (!executed || state === answered) return;
  const found = { tenant, instructionId, answered, state };
  logger.error('the service answered after people had settled otherwise', found);
}

function whyOf(status: InstructionStatus): string | undefined {
  if ('reason' in status) return status.reason;
  if ('cause' in status) return status.cause;
  return status.state === 'rejected' ? `status ${status.status}` : undefined;
}
