import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { type NamingFilters, refuseUnknown } from '../../api/requests/known-filters.ts';
import type { Reads } from './read-once.ts';

/** Refuses a filter that names nothing, if it has left nothing in the first page of a list. */
export type RefuseUnknown = (
  event: ApiEvent,
  query: NamingFilters & { readonly cursor?: string },
  found: { readonly items: readonly unknown[] },
) => Promise<void>;

interface KnownTables {
  readonly ledgerOf: (event: ApiEvent) => Reads;
  readonly ledgerTable: StoreTable;
  readonly snapshotsTable: StoreTable;
}

/** What a treasury knows by its policy, its lanes and its latest snapshot; policy and lanes are read once for a request. */
export function refusingUnknown({
  ledgerOf,
  ledgerTable,
  snapshotsTable,
}: KnownTables): RefuseUnknown {
  const { readCurrent } = createPolicyChanges(ledgerTable);
  const { latest } = createSnapshots(snapshotsTable);
  const readHeld = async (tenant: string): Promise<readonly string[]> =>
    Object.keys((await latest(tenant))?.balances ?? {});
  return async (event, query, found) =>
    await refuseUnknown(
      { ledger: ledgerOf(event), readCurrent, readHeld },
      event.tenant,
      query,
      found,
    );
}
