/**
 * Why something has no value in a report. no-prices: the snapshot has none at all. price-doubted: the path takes a price
 * that had jumped, and that was not believed then. no-path: neither a path of prices nor a manual rate of its moment.
 * rate-not-trusted: only a manual rate that is not what Sluice wrote.
 * not-believed: the value, or the price, is beyond all the money there is. snapshot-gone: the snapshot that shows it has
 * expired, or is beyond those that one answer reads. not-stated: the service's answer does not state what is held of it.
 */
export const UNVALUED_REASONS = [
  'no-prices',
  'price-doubted',
  'no-path',
  'rate-not-trusted',
  'not-believed',
  'snapshot-gone',
  'not-stated',
] as const;
export type UnvaluedReason = (typeof UNVALUED_REASONS)[number];
