import type { Context } from 'aws-lambda';
import { SECONDS_FOR_ANOTHER_SEND } from '../../treasury/sending/protocol-limits.ts';
import { correlate, logger } from '../observability/middleware.ts';
import { type Delivery, deliveriesOf } from './delivery.ts';

/**
 * Sends the instructions that an event delivers, one after the other, and returns the result of each. Nothing is
 * retried from here: after a failed delivery the ledger says how far it came, and the watchdog acts on that. Those that
 * there is no time left for wait for the watchdog as well: it is asked before every one but the first.
 */
export async function deliverEach<Result>(
  event: unknown,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
  send: (delivery: Delivery) => Promise<Result>,
): Promise<{ readonly results: readonly Result[] }> {
  const results: Result[] = [];
  const leftOut = (error: Error) =>
    logger.error('a record of the stream names no instruction and is left out', error);
  for (const [index, delivery] of deliveriesOf(event, leftOut).entries()) {
    if (index > 0 && getRemainingTimeInMillis() < SECONDS_FOR_ANOTHER_SEND * 1_000) break;
    correlate(delivery);
    try {
      results.push(await send(delivery));
    } catch (error) {
      const failed = { ...delivery, error: error as Error };
      logger.error('a delivery failed; the watchdog looks after it', failed);
    }
  }
  return { results };
}
