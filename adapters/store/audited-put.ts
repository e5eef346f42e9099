import { TransactionCanceledException, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import type { Item } from './item.ts';
import type { StoreTable } from './store-table.ts';
import { appendAudit } from './writes.ts';

/** Reasons of a cancelled transaction after which the next one may succeed. */
const CONTENDED: ReadonlySet<string> = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

/** What became of it: `there` is an item under the same key, `contended` a chain that another entry has lengthened. */
type AuditedPut = 'put' | 'there' | 'contended';

/** Puts an item under a key that has none, together with its entry in the audit chain. */
export async function putAudited(
  { client, tableName }: StoreTable,
  tenant: string,
  item: Item,
  entry: AuditEntry,
): Promise<AuditedPut> {
  const Put = {
    TableName: tableName,
    Item: item,
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const TransactItems = [{ Put }, ...appendAudit(tableName, tenant, entry)];
  try {
    await client.send(new TransactWriteItemsCommand({ TransactItems }));
    return 'put';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = error.CancellationReasons?.map(({ Code }) => Code ?? '') ?? [];
    if (codes[0] === 'ConditionalCheckFailed') return 'there';
    if (codes.some((code) => CONTENDED.has(code))) return 'contended';
    throw error;
  }
}
