import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { type NamingFilters, refuseUnknown } from '../../api/requests/known-filters.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import type { Series } from '../../treasury/series/ports.ts';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';

/** Before every hour of a series. */
const FIRST_HOUR = '0000';

interface KnownCurrencyPorts {
  readonly ledger: Pick<Ledger, 'readPolicy' | 'readLanes'>;
  readonly ledgerTable: StoreTable;
  readonly snapshots: Pick<Snapshots, 'latest'>;
  readonly series: Pick<Series, 'firstHour'>;
}

/** The currencies that reports are asked for: in any case, and 404 for one that never was. */
export function knownCurrency({ ledger, ledgerTable, snapshots, series }: KnownCurrencyPorts) {
  const { readCurrent } = createPolicyChanges(ledgerTable);
  const readHeld = async (tenant: string): Promise<readonly string[]> =>
    Object.keys((await snapshots.latest(tenant))?.balances ?? {});
  const wasHeld = async (tenant: string, currency: string): Promise<boolean> =>
    (await series.firstHour(tenant, currency, FIRST_HOUR)) !== null;
  return {
    /**
     * The code as the balances have it, whose codes may have small letters. One in capitals is taken as it stands, and
     * nothing is read for it.
     */
    resolved: async <Q extends { readonly currency?: string }>(
      tenant: string,
      query: Q,
    ): Promise<Q> => {
      const { currency } = query;
      const capitals = currency?.toUpperCase();
      if (currency === undefined || capitals === undefined || currency === capitals) return query;
      const held = await readHeld(tenant);
      if (held.includes(currency)) return query;
      const same = held.find((code) => code.toUpperCase() === capitals);
      if (same === undefined && (await wasHeld(tenant, currency))) return query;
      return { ...query, currency: same ?? capitals };
    },
    refused: async (
      tenant: string,
      query: NamingFilters & { readonly cursor?: string },
      found: { readonly items: readonly unknown[] },
    ): Promise<void> =>
      await refuseUnknown({ ledger, readCurrent, readHeld, wasHeld }, tenant, query, found),
  };
}
