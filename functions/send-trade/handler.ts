import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { readEnvironment, sendTradeEnvironment } from '../../adapters/environment/environment.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { type SendTradeResult, sendTrade } from '../../treasury/trades/send-trade.ts';
import { correlate, logger, metrics, observed } from '../observability/observed.ts';
import { type Delivery, deliveriesOf } from '../wiring/delivery.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { surroundings } from '../wiring/surroundings.ts';
import { connectTradingServices } from '../wiring/trading-service.ts';

const environment = readEnvironment(sendTradeEnvironment);
const ports = {
  ...surroundings,
  ledger: createLedger({ client: dynamo(), tableName: environment.LEDGER_TABLE }),
};
const serviceOf = connectTradingServices(environment);

/**
 * Event bus, or the watchdog: sends trades that people have approved, one after the other. Nothing is
 * retried from here: a delivery that fails leaves the ledger saying how far it came, and the watchdog
 * acts on that.
 */
export const handler = observed(async (event: unknown) => {
  const results: SendTradeResult['result'][] = [];
  for (const delivery of deliveriesOf(event)) {
    correlate(delivery);
    try {
      const { client, instructionId } = delivery;
      const service = serviceOf(client);
      const sent = await sendTrade({ ...ports, service }, client, instructionId);
      report(delivery, sent);
      results.push(sent.result);
    } catch (error) {
      metrics.addMetric('SendFailed', MetricUnit.Count, 1);
      const failed = { ...delivery, error: error as Error };
      logger.error('a delivery failed; the watchdog looks after it', failed);
    }
  }
  return { results };
});

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
