import type { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { ManualRate } from '../policy/manual-rate.ts';
import type { UsedRate } from '../policy/used-rate.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Prices } from '../valuation/price.ts';
import {
  DIVIDED_SCALE,
  type ExactPrice,
  type PricePath,
  pricePath,
  shownPrice,
} from '../valuation/price-path.ts';
import { trustedPrices } from '../valuation/trusted-prices.ts';
import { type ReportRate, rateAt, usedRate } from './report-rate.ts';

/** The part of a snapshot that values anything: what it recorded, and the prices behind that. */
export interface PricedSnapshot
  extends Pick<SnapshotTaken, 'scheduledFor' | 'prices' | 'pricesDoubted'> {
  readonly valuation: Pick<SnapshotTaken['valuation'], 'reportingCurrency' | 'values'>;
}

/**
 * What one unit of a currency is worth in a report. No price: nothing that sizes or permits a send takes one, and its
 * fields are named so that none can be passed for one.
 */
export interface ReportPrice {
  /** Before any rounding: values are made of it. */
  readonly exact: ExactPrice;
  /** As it is shown. */
  readonly perUnit: Decimal;
  /** manual: a manual rate is in it. */
  readonly by: PricePath['path'] | 'manual';
  readonly over: readonly string[];
  /** Fraction digits of values by it, rounded half to even. */
  readonly digits: number;
  readonly manualRate?: UsedRate;
}

/**
 * By the stored prices of a snapshot, along the documented price path; else by a manual rate of its moment: the rate
 * itself, or with the path from (or to) its own currency. A price is never replaced by a rate. Null without either.
 */
export function reportPrice(
  snapshot: PricedSnapshot,
  currency: string,
  into: string,
  rates: readonly ReportRate[],
): ReportPrice | null {
  const prices = trustedPrices(snapshot);
  const path = pricePath(currency, into, prices);
  if (path !== null) {
    const { over, under, price: perUnit, path: by, instruments, scale: digits } = path;
    return { exact: { over, under }, perUnit, by, over: instruments, digits };
  }
  const { scheduledFor: at } = snapshot;
  return (
    byRateOf(rateAt(rates, currency, at), into, prices) ??
    intoRateOf(rateAt(rates, into, at), currency, prices)
  );
}

/** rate x the price of the rate's currency. */
function byRateOf(rate: ManualRate | null, into: string, prices: Prices): ReportPrice | null {
  const path = rate === null ? null : pricePath(rate.in, into, prices);
  if (rate === null || path === null) return null;
  const exact = { over: path.over.times(decimalOf(rate.rate)), under: path.under };
  return manual(rate, exact, path.instruments, path.scale);
}

/** The price in the rate's currency / rate: of values in the currency that has no price. */
function intoRateOf(rate: ManualRate | null, currency: string, prices: Prices): ReportPrice | null {
  const path = rate === null ? null : pricePath(currency, rate.in, prices);
  if (rate === null || path === null) return null;
  const exact = { over: path.over, under: path.under.times(decimalOf(rate.rate)) };
  return manual(rate, exact, path.instruments, DIVIDED_SCALE);
}

function manual(
  rate: ManualRate,
  exact: ExactPrice,
  over: readonly string[],
  digits: number,
): ReportPrice | null {
  const perUnit = shownPrice(exact, digits);
  if (perUnit === null) return null;
  return { exact, perUnit, by: 'manual', over, digits, manualRate: usedRate(rate) };
}
