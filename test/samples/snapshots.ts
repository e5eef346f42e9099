import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { Balances } from '../../treasury/valuation/balance.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import { valueBalances } from '../../treasury/valuation/value.ts';
import { agreedValues } from './values.ts';

export const TENANT = 'main';

/** A snapshot valued as take-snapshot does it once readings have agreed on its prices, read a second after its tick. */
export function snapshotAt(
  scheduledFor: Instant,
  balances: Balances,
  prices: Prices = {},
  change: Partial<SnapshotTaken> = {},
): SnapshotTaken {
  return {
    kind: 'taken',
    tenant: TENANT,
    scheduledFor,
    takenAt: plusSeconds(scheduledFor, 1),
    balances,
    prices,
    valuation: valueBalances(balances, prices, 'USD'),
    unitValues: agreedValues(prices),
    rawBalances: JSON.stringify(balances),
    rawBalancesDigest: 'd'.repeat(64),
    ...change,
  };
}

/** Balances from totals alone. */
export function totals(each: Readonly<Record<string, string>>): Balances {
  return Object.fromEntries(Object.entries(each).map(([currency, total]) => [currency, { total }]));
}

/** Prices at which bid and ask are the same. */
export function quotes(each: Readonly<Record<string, string>>): Prices {
  return Object.fromEntries(
    Object.entries(each).map(([instrument, price]) => [instrument, { bid: price, ask: price }]),
  );
}
