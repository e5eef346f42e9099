import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { readEnvironment, sendTradeEnvironment } from '../../adapters/environment/environment.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { MIXED_WRITES } from '../../contract/diagnosis.ts';
import { type SendTradeResult, sendTrade } from '../../treasury/trades/send-trade.ts';
import { mixedTransactionOf } from '../diagnosis/mixed-transaction.ts';
import { logger, metrics, observed } from '../observability/observed.ts';
import { deliverEach } from '../wiring/deliver-each.ts';
import type { Delivery } from '../wiring/delivery.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { effects } from '../wiring/effects.ts';
import { connectSeals } from '../wiring/seals.ts';
import { connectTradingServices } from '../wiring/trading-service.ts';

const environment = readEnvironment(sendTradeEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  ledger: createLedger(table),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
};
const serviceOf = connectTradingServices(environment);

/** Event bus, or the watchdog: sends trades that people have approved. */
export const handler = observed(
  async (event: unknown) =>
    await deliverEach(event, async (delivery) => {
      const { client, instructionId } = delivery;
      const service = serviceOf(client);
      const sent = await sendTrade({ ...ports, service }, client, instructionId);
      report(delivery, sent);
      return sent.result;
    }),
  mixedTransactionOf(table, MIXED_WRITES['send-trade']),
);

/** The code of what happened; the words, with balances in them, are in the ledger. */
function report({ client, instructionId }: Delivery, sent: SendTradeResult): void {
  if (sent.result === 'concluded' || sent.result === 'cancelled') {
    const { status } = sent.instruction;
    const { state } = status;
    const why = 'reason' in status ? status.reason : 'cause' in status ? status.cause : undefined;
    metrics.addMetric(`Trade_${state}`, MetricUnit.Count, 1);
    logger.info('approved trade concluded', { client, instructionId, state, why });
    return;
  }
  const why = sent.result === 'deferred' ? sent.reason : sent.state;
  logger.info('trade not sent by this delivery', {
    client,
    instructionId,
    result: sent.result,
    why,
  });
}
