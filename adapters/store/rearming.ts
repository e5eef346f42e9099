import type { Rearming } from '../../treasury/ledger/rearming.ts';
import { ledgerKeys } from './keys.ts';
import { REARMING } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { thingAt } from './table-items.ts';

/** The last word of two people, or of one of them, about rearming a tenant's lanes. Strongly consistent. */
export async function readRearming(table: StoreTable, tenant: string): Promise<Rearming | null> {
  return await thingAt(table, ledgerKeys.rearming(tenant), REARMING);
}
