import type { History } from '../../treasury/preview/history.ts';
import { sweepsBetween } from './past-sweeps.ts';
import { readingsBetween } from './snapshots-range.ts';
import type { StoreTable } from './store-table.ts';

/** The recorded past: snapshots of the one table, sweeps of the other. */
export function createHistory(tables: {
  readonly snapshots: StoreTable;
  readonly ledger: StoreTable;
}): History {
  return {
    readings: (tenant, range, currencies, limit, withMarket) =>
      readingsBetween(tables.snapshots, tenant, range, currencies, limit, withMarket),
    sweeps: (tenant, range, currencies) => sweepsBetween(tables.ledger, tenant, range, currencies),
  };
}
