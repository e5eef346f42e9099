import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { BreakState } from '../../treasury/ledger/break.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { fromItem } from './item.ts';
import { BY_STATE_INDEX, ledgerKeys } from './keys.ts';
import { BREAK } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';

/** States of a break that still needs people. */
const UNFINISHED: readonly BreakState[] = ['open', 'explained'];

/**
 * From when on the snapshots show the oldest differences that are not closed: those of the snapshot before the
 * one that showed it. One moment of each state, since breaks sort by time within one.
 */
export async function oldestOpenBreaks(
  { client: dynamo, tableName }: StoreTable,
  tenant: string,
): Promise<readonly Instant[]> {
  const found = await Promise.all(
    UNFINISHED.map((state) =>
      dynamo.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: BY_STATE_INDEX,
          KeyConditionExpression: 'gsi1pk = :pk',
          ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.breaksByState(tenant, state) }),
          Limit: 1,
        }),
      ),
    ),
  );
  return found
    .flatMap(({ Items = [] }) => Items)
    .map((item) => fromItem(BREAK, item).sinceSnapshot);
}
