import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { DIRECTIONS, UNFINISHED_STATES } from '../../treasury/ledger/break.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { fromItem } from './item.ts';
import { BY_STATE_INDEX, ledgerKeys } from './keys.ts';
import { BREAK } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';

/**
 * From when on the snapshots show the oldest differences that are not closed: those of the snapshot before the
 * one that showed it. One moment of each state and direction, since breaks sort by time within one.
 */
export async function oldestOpenBreaks(
  { client: dynamo, tableName }: StoreTable,
  tenant: string,
): Promise<readonly Instant[]> {
  const partitions = UNFINISHED_STATES.flatMap((state) =>
    DIRECTIONS.map((direction) => ledgerKeys.breaksByState(tenant, state, direction)),
  );
  const found = await Promise.all(
    partitions.map((partition) =>
      dynamo.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: BY_STATE_INDEX,
          KeyConditionExpression: 'gsi1pk = :pk',
          ExpressionAttributeValues: marshall({ ':pk': partition }),
          Limit: 1,
        }),
      ),
    ),
  );
  return found
    .flatMap(({ Items = [] }) => Items)
    .map((item) => fromItem(BREAK, item).sinceSnapshot);
}
