import { marshall } from '@aws-sdk/util-dynamodb';
import type { WebhooksRead } from '../../treasury/changes/ports.ts';
import { readable } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { WEBHOOK } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/** Pages of a tenant's webhooks, those that were deleted included: thousands of them. */
const MAX_PAGES = 10;

/** A tenant's webhooks without deleted ones, with the ids of those that cannot be read. Strongly consistent. */
export async function webhooksOf(table: StoreTable, tenant: string): Promise<WebhooksRead> {
  const items = await itemsOf(
    table,
    {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.webhookPartition(tenant) }),
      ConsistentRead: true,
    },
    { pages: MAX_PAGES, beyond: `${tenant} has had more webhooks than ${MAX_PAGES} pages hold` },
  );
  return readable(
    WEBHOOK,
    items.filter(({ deletedAt }) => deletedAt === undefined),
  );
}
