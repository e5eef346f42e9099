import { marshall } from '@aws-sdk/util-dynamodb';
import type { Webhook } from '../../treasury/policy/webhook.ts';
import { fromItem } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { WEBHOOK } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/** Pages of a tenant's webhooks, those that were deleted included: thousands of them. */
const MAX_PAGES = 10;

/** A tenant's webhooks, without deleted ones. Strongly consistent. */
export async function readWebhooks(table: StoreTable, tenant: string): Promise<readonly Webhook[]> {
  const items = await itemsOf(
    table,
    {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.webhookPartition(tenant) }),
      ConsistentRead: true,
    },
    { pages: MAX_PAGES, beyond: `${tenant} has had more webhooks than ${MAX_PAGES} pages hold` },
  );
  return items
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map((item) => fromItem(WEBHOOK, item));
}
