import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import { fromItem } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { UNBOOKED } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt } from './table-items.ts';

/** People's last word about a currency's unbooked amounts. Strongly consistent. */
export async function readConclusion(
  table: StoreTable,
  tenant: string,
  currency: string,
): Promise<UnbookedConclusion | null> {
  const item = await itemAt(table, ledgerKeys.unbooked(tenant, currency));
  return item === null ? null : fromItem(UNBOOKED, item);
}
