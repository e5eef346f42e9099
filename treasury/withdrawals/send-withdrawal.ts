import type { Confirmation } from '../instructions/instruction.ts';
import { judgeCreated } from '../outcomes/created-when.ts';
import { judgeWithdrawal } from '../outcomes/judge-withdrawal.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import { notSent, type WithdrawalReply, withdrawalIdsIn } from '../outcomes/reply.ts';
import { conclude } from '../sending/conclude.ts';
import { noteBookings } from '../sending/note-bookings.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { MAX_CLAIM_ATTEMPTS, MAX_ROOM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { refuseByHalt } from '../sending/refuse-by-halt.ts';
import type { ClaimStep, SendResult } from './claim-step.ts';
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
    if (step.kind === 'claimed') return await sendAndConclude(ports, tenant, step);
    if (step.kind === 'done') return step.result;
    if (step.kind === 'again') lost += 1;
  }
  return {
    result: 'deferred',
    reason: 'contended',
    explanation: 'the lane kept changing while the claim was decided',
  };
}

async function sendAndConclude(
  ports: SendingPorts,
  tenant: string,
  claimed: ClaimStep & { readonly kind: 'claimed' },
): Promise<SendResult> {
  const reply = (await refuseByHalt(ports, tenant, claimed)) ?? (await sendOnce(ports, claimed));
  const times = { claimedAt: claimed.claimedAt, receivedAt: ports.now() };
  const judged = ports.ledger
    .knownWithdrawals(tenant, withdrawalIdsIn(reply))
    // The write of the outcome checks the same again; a failed look-up must not lose the answer.
    .catch(() => new Set<string>())
    .then((known) => judgeWithdrawal(claimed.asked, reply, known))
    .then((outcome) => judgeCreated(outcome, times));
  const instruction = await conclude(ports, tenant, claimed, judged.then(withKind));
  const outcome = await judged;
  if (outcome.state === 'confirmed') await noteBookings(ports, instruction, claimed.claimedAt);
  return { result: 'concluded', instruction, answered: outcome.state };
}

async function sendOnce(
  ports: SendingPorts,
  claimed: ClaimStep & { readonly kind: 'claimed' },
): Promise<WithdrawalReply> {
  if (ports.now() >= claimed.sendBy) {
    return notSent('past-send-by', `not sent: it is past ${claimed.sendBy}`);
  }
  return await ports.service.sendWithdrawal(claimed.asked.request, claimed.sendBy);
}

function withKind(outcome: ReturnType<typeof judgeWithdrawal>): Outcome<Confirmation> {
  return outcome.state === 'confirmed'
    ? { ...outcome, confirmation: { kind: 'withdrawal', ...outcome.confirmation } }
    : outcome;
}
