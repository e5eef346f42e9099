import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Arming } from '../../treasury/arming/arming.ts';
import { fromItem } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { armingSchema } from './schemas/arming-schema.ts';
import type { StoreTable } from './store-table.ts';

/** What two people, or one of them, last said about arming a client's lanes. Strongly consistent. */
export async function readArming(
  { client: dynamo, tableName }: StoreTable,
  client: string,
): Promise<Arming | null> {
  const { Item } = await dynamo.send(
    new GetItemCommand({
      TableName: tableName,
      Key: marshall(ledgerKeys.arming(client)),
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? null : fromItem(armingSchema, 'arming', Item);
}
