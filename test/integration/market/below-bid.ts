import type { RunningSandbox } from '../../../sandbox/index.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';

/** Below the bid by more than prices walk within a test, and within every collar of the demo's policy. */
const BELOW = '0.98';

/** A price to sell BTC at that is still the market's when the order arrives, as whole dollars. */
export function belowBid(sandbox: Pick<RunningSandbox, 'prices'>): string {
  const bid = decimalOf(sandbox.prices()['BTC/USD']?.bid ?? '');
  return formatDecimal(bid.times(BELOW).toDecimalPlaces(0));
}
