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
import { readEnvironment, sendTradeEnvironment } from '../../runtime/environment/environment.ts';
import { logger, observed } from '../../runtime/observability/middleware.ts';
import { type SendTradeResult, sendTrade } from '../../treasury/trades/send-trade.ts';

const environment = readEnvironment(sendTradeEnvironment);
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

/** Event bus, or the watchdog: sends trades that people have approved. */
export const handler = observed(
  async (event: unknown, context) =>
    await deliverEach(event, context, async (delivery) => {
      const { tenant, instructionId } = delivery;
      const service = serviceOf(tenant);
      const sent = await sendTrade({ ...ports, service }, tenant, instructionId);
      report(delivery, sent);
      return sent.result;
    }),
  mixedTransactionOf(table, MIXED_WRITES['send-trade']),
);

/** The code of the result; the message, with balances in it, is in the ledger. */
function report({ tenant, instructionId }: Delivery, sent: SendTradeResult): void {
  if (sent.result === 'concluded' || sent.result === 'cancelled') {
    const { status } = sent.instruction;
    const { state } = status;
    const why = 'reason' in status ? status.reason : 'cause' in status ? status.cause : undefined;
    logger.info('approved trade concluded', { tenant, instructionId, state, why });
    return;
  }
  const why = sent.result === 'deferred' ? sent.reason : sent.state;
  logger.info('trade not sent by this delivery', {
    tenant,
    instructionId,
    result: sent.result,
    why,
  });
}
