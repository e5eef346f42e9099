import type { Arming } from '../../treasury/ledger/arming.ts';
import { fromItem } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { ARMING } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt } from './table-items.ts';

/** What two people, or one of them, last said about arming a client's lanes. Strongly consistent. */
export async function readArming(table: StoreTable, client: string): Promise<Arming | null> {
  const item = await itemAt(table, ledgerKeys.arming(client));
  return item === null ? null : fromItem(ARMING, item);
}
