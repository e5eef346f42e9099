import type { RefusedRate } from '../policy/used-rate.ts';
import { pricePath } from '../valuation/price-path.ts';
import { type PricedSnapshot, reportPrice } from './report-price.ts';
import type { ReportRate } from './report-rate.ts';
import type { UnvaluedReason } from './unvalued-reason.ts';

/** Of a currency that `worthOf` found no value for. */
export function whyUnvalued(
  snapshot: PricedSnapshot,
  currency: string,
  into: string,
  rates: readonly ReportRate[],
): UnvaluedReason {
  const { prices } = snapshot;
  if (reportPrice(snapshot, currency, into, rates) !== null) return 'not-believed';
  if (refusedRate(snapshot, currency, into, rates) !== null) return 'rate-not-trusted';
  if (Object.keys(prices).length === 0) return 'no-prices';
  return pricePath(currency, into, prices) === null ? 'no-path' : 'price-doubted';
}

/** The rate that would have valued what has no value, if it were what Sluice wrote; null if there is none. */
export function refusedRate(
  snapshot: PricedSnapshot,
  currency: string,
  into: string,
  rates: readonly ReportRate[],
): RefusedRate | null {
  for (const { distrusted: why, ...rate } of rates) {
    if (why === undefined || reportPrice(snapshot, currency, into, [rate]) === null) continue;
    return { id: rate.id, version: rate.version, currency: rate.currency, in: rate.in, why };
  }
  return null;
}
