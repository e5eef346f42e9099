import { marshall } from '@aws-sdk/util-dynamodb';
import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import { readable } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { MANUAL_RATE } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/** Deleted rates are left out, and so are those that cannot be read. For reports and changes alone. */
export async function readManualRates(
  table: StoreTable,
  tenant: string,
  consistent = true,
): Promise<readonly ManualRate[]> {
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.manualRatePartition(tenant) }),
    ConsistentRead: consistent,
  });
  const current = items.filter(({ deletedAt }) => deletedAt === undefined);
  return readable(MANUAL_RATE, current).things;
}
