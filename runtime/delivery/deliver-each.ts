import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { correlate, logger, metrics } from '../observability/middleware.ts';
import { type Delivery, deliveriesOf } from './delivery.ts';

/**
 * Sends the instructions that an event delivers, one after the other, and returns the result of each. Nothing is
 * retried from here: after a failed delivery the ledger says how far it came, and the watchdog acts on that.
 */
export async function deliverEach<Result>(
  event: unknown,
  send: (delivery: Delivery) => Promise<Result>,
): Promise<{ readonly results: readonly Result[] }> {
  const results: Result[] = [];
  for (const delivery of deliveriesOf(event)) {
    correlate(delivery);
    try {
      results.push(await send(delivery));
    } catch (error) {
      metrics.addMetric('SendFailed', MetricUnit.Count, 1);
      const failed = { ...delivery, error: error as Error };
      logger.error('a delivery failed; the watchdog looks after it', failed);
    }
  }
  return { results };
}
