import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { WebhookSecret } from '../../treasury/ledger/webhook-secret.ts';
import { fromItem } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { WEBHOOK_SECRET } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt, thingAt } from './table-items.ts';

/** The newest secret and the one before it: no earlier one signs anything. */
const SIGNING = 2;

/** The secret of a generation, encrypted; null if it was not made yet. */
export async function readSecret(
  table: StoreTable,
  tenant: string,
  webhookId: string,
  generation: number,
): Promise<WebhookSecret | null> {
  return await thingAt(
    table,
    ledgerKeys.webhookSecret(tenant, webhookId, generation),
    WEBHOOK_SECRET,
  );
}

/** The secrets that may sign, newest first, of no generation above the given one. */
export async function secretsUpTo(
  { client, tableName }: StoreTable,
  tenant: string,
  webhookId: string,
  generation: number,
): Promise<readonly WebhookSecret[]> {
  const { pk, sk } = ledgerKeys.webhookSecret(tenant, webhookId, generation);
  const found: QueryCommandOutput = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk AND sk <= :sk',
      ExpressionAttributeValues: marshall({ ':pk': pk, ':sk': sk }),
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: SIGNING,
    }),
  );
  return (found.Items ?? []).map((item) => fromItem(WEBHOOK_SECRET, item));
}

/** True if a version of a webhook is on record: no write deletes one. */
export async function hasVersion(
  table: StoreTable,
  tenant: string,
  webhookId: string,
  version: number,
): Promise<boolean> {
  const { sk } = ledgerKeys.webhook(tenant, webhookId);
  return (await itemAt(table, ledgerKeys.policyVersion(tenant, sk, version))) !== null;
}
