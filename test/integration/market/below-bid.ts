import type { RunningSandbox } from '../../../sandbox/index.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';

/** Below the bid by more than prices walk within a test, and within every collar of the demo's policy. */
const BELOW = '0.98';

/** A price to sell bitcoin at that is still the market's when the order arrives, without decimals. */
export function belowBid(sandbox: Pick<RunningSandbox, 'prices'>, instrument = 'BTC/USD'): string {
  const bid = decimalOf(sandbox.prices()[instrument]?.bid ?? '');
  return formatDecimal(bid.times(BELOW).toDecimalPlaces(0));
}
