import type { Price, PriceDoubt, Prices } from './price.ts';

/** The prices that a snapshot was valued by: without those that had jumped. */
export function trustedPrices({
  prices,
  pricesDoubted = [],
}: {
  readonly prices: Prices;
  readonly pricesDoubted?: readonly PriceDoubt[];
}): Readonly<Record<string, Price>> {
  if (pricesDoubted.length === 0) return prices;
  const doubted = new Set(pricesDoubted.map(({ instrument }) => instrument));
  return Object.fromEntries(Object.entries(prices).filter(([name]) => !doubted.has(name)));
}
