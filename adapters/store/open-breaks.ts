import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Break } from '../../treasury/ledger/break.ts';
import { fromItem } from './item.ts';
import { BY_STATE_INDEX, ledgerKeys } from './keys.ts';
import { BREAK } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';

/** Breaks that are an alarm and still open. */
export interface OpenAlarms {
  /** The number of them by which money went out. */
  readonly outflows: number;
  /** Those that name amounts which are unbooked past their bound. */
  readonly unbooked: readonly Break[];
}

/**
 * Differences without an explanation that are an alarm. One page of them: beyond some hundred it no longer matters
 * how many there are. May be a second old.
 */
export async function readOpenAlarms(
  { client: dynamo, tableName }: StoreTable,
  tenant: string,
): Promise<OpenAlarms> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: BY_STATE_INDEX,
      KeyConditionExpression: 'gsi1pk = :open',
      FilterExpression: '#direction IN (:outflow, :unbooked)',
      ExpressionAttributeNames: { '#direction': 'direction' },
      ExpressionAttributeValues: marshall({
        ':open': ledgerKeys.breaksByState(tenant, 'open'),
        ':outflow': 'outflow',
        ':unbooked': 'unbooked',
      }),
    }),
  );
  const found = Items.map((item) => fromItem(BREAK, item));
  const unbooked = found.filter(({ direction }) => direction === 'unbooked');
  return { outflows: found.length - unbooked.length, unbooked };
}
