import type { WrittenExport } from '../../treasury/ledger/written-export.ts';
import { putIf } from './conditional-put.ts';
import { itemOf } from './item.ts';
import { WRITTEN_EXPORT } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';

/** Puts an export on record, once: false if it is already. */
export async function putWrittenExport(
  table: StoreTable,
  written: WrittenExport,
): Promise<boolean> {
  return await putIf(table, itemOf(WRITTEN_EXPORT, written.tenant, written));
}
