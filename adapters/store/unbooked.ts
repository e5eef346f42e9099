import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import { ledgerKeys } from './keys.ts';
import { UNBOOKED } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { thingAt } from './table-items.ts';

/** People's last word about a currency's unbooked amounts. Strongly consistent. */
export async function readConclusion(
  table: StoreTable,
  tenant: string,
  currency: string,
): Promise<UnbookedConclusion | null> {
  return await thingAt(table, ledgerKeys.unbooked(tenant, currency), UNBOOKED);
}
