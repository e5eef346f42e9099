import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { BY_STATE_INDEX, ledgerKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';

/**
 * Differences by which money went out and that nobody has named yet. One page of them: beyond some hundred it no
 * longer matters how many there are. May be a second old.
 */
export async function countOpenOutflows(
  { client: dynamo, tableName }: StoreTable,
  client: string,
): Promise<number> {
  const { Count = 0 } = await dynamo.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: BY_STATE_INDEX,
      KeyConditionExpression: 'gsi1pk = :open',
      FilterExpression: '#direction = :outflow',
      ExpressionAttributeNames: { '#direction': 'direction' },
      ExpressionAttributeValues: marshall({
        ':open': ledgerKeys.breaksByState(client, 'open'),
        ':outflow': 'outflow',
      }),
      Select: 'COUNT',
    }),
  );
  return Count;
}
