import type { ManualRate } from '../policy/manual-rate.ts';
import { pricePath } from '../valuation/price-path.ts';
import { type PricedSnapshot, reportPrice } from './report-price.ts';
import type { UnvaluedReason } from './unvalued-reason.ts';

/** Of a currency that `worthOf` found no value for. */
export function whyUnvalued(
  snapshot: PricedSnapshot,
  currency: string,
  into: string,
  rates: readonly ManualRate[],
): UnvaluedReason {
  const { prices } = snapshot;
  if (reportPrice(snapshot, currency, into, rates) !== null) return 'not-believed';
  if (Object.keys(prices).length === 0) return 'no-prices';
  return pricePath(currency, into, prices) === null ? 'no-path' : 'price-doubted';
}
