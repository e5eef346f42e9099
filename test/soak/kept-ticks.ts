import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { snapshotKeys } from '../../adapters/store/keys.ts';
import type { Stack } from '../../local/stack.ts';
import { instantOf } from '../../treasury/time/instant.ts';

/** The ticks of which a snapshot, or that there is none, is on record. */
export async function keptTicks({ tables }: Stack): Promise<ReadonlySet<string>> {
  const { client, tableName } = tables.snapshotsTable;
  const { pk } = snapshotKeys.snapshot(tables.tenant, instantOf(0));
  const kept = new Set<string>();
  let from: Record<string, never> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: marshall({ ':pk': pk }),
        ProjectionExpression: 'sk',
        ConsistentRead: true,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    for (const item of Items) kept.add(String(unmarshall(item).sk));
    from = LastEvaluatedKey as typeof from;
  } while (from !== undefined);
  return kept;
}
