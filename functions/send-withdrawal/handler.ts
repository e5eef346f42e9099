import { createLedger } from '../../adapters/store/ledger.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import {
  connectCounts,
  connectReadingVerifier,
  connectSeals,
} from '../../runtime/clients/seals.ts';
import { connectTradingServices } from '../../runtime/clients/trading-service.ts';
import { deliverEach } from '../../runtime/delivery/deliver-each.ts';
import type { Delivery } from '../../runtime/delivery/delivery.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import {
  readEnvironment,
  sendWithdrawalEnvironment,
} from '../../runtime/environment/environment.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import type { InstructionStatus } from '../../treasury/instructions/instruction.ts';
import type { SendResult } from '../../treasury/withdrawals/claim-step.ts';
import { sendWithdrawal } from '../../treasury/withdrawals/send-withdrawal.ts';

const environment = readEnvironment(sendWithdrawalEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  counts: connectCounts(environment),
  reader: connectReadingVerifier(environment),
  ledger: createLedger(table),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
};
const serviceOf = connectTradingServices(environment);

/** Ledger stream, or the watchdog: sends approved withdrawals. */
export const handler = observed(
  async (event: unknown, context) =>
    await deliverEach(event, context, async (delivery) => {
      const { tenant, instructionId } = delivery;
      const service = serviceOf(tenant);
      const sent = await sendWithdrawal({ ...ports, service }, tenant, instructionId);
      report(delivery, sent);
      return sent.result;
    }),
  mixedTransactionOf(table, MIXED_WRITES['send-withdrawal']),
);

function report({ tenant, instructionId }: Delivery, sent: SendResult): void {
  if (sent.result === 'concluded' || sent.result === 'cancelled') {
    const { status, origin } = sent.instruction;
    const { state } = status;
    if (origin.kind === 'sweep') correlate({ tick: origin.snapshot });
    if (sent.result === 'concluded') noteContradiction({ tenant, instructionId }, sent);
    logger.info('withdrawal concluded', { tenant, instructionId, state, why: whyOf(status) });
    return;
  }
  logger.info('withdrawal not sent by this delivery', { tenant, instructionId, ...sent });
}

/**
 * People settled while this sender was away, and now it has the answer: they were wrong, or the service was. The
 * ledger keeps the settlement and halts, which the alarm contradicted-settlement tells a person.
 */
function noteContradiction(
  delivery: Delivery,
  { answered, instruction }: SendResult & { readonly result: 'concluded' },
): void {
  const { state } = instruction.status;
  const executed = answered === 'confirmed' || answered === 'anomaly';
  // A settlement as confirmed does not agree with an answer to another request.
  if (!executed || state === answered) return;
  logger.error('the service answered after people had settled otherwise', {
    ...delivery,
    answered,
    state,
  });
}

/** The code of the result; the message, with balances in it, is in the ledger. */
function whyOf(status: InstructionStatus): string | undefined {
  if ('reason' in status) return status.reason;
  if ('cause' in status) return status.cause;
  return status.state === 'rejected' ? `status ${status.status}` : undefined;
}
