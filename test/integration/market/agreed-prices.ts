import type { RunningSandbox } from '../../../sandbox/index.ts';
import type { Snapshots } from '../../../treasury/snapshots/ports.ts';
import { sealedReading } from '../../../treasury/snapshots/reading-seals.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { readingSeals } from '../../seals/hmac-seals.ts';

/**
 * A snapshot of before, by which the sandbox's prices are agreed on: the first readings of a currency's price permit
 * nothing, and most tests are about what comes later.
 */
export async function agreePrices(
  snapshots: Pick<Snapshots, 'put'>,
  sandbox: Pick<RunningSandbox, 'balances' | 'prices'>,
  at: Instant,
): Promise<void> {
  const agreed = snapshotAt(at, sandbox.balances(), sandbox.prices());
  await snapshots.put(await sealedReading(readingSeals, agreed));
}
