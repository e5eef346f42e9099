import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Key } from '../../../adapters/store/keys.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';

export type RawItem = Readonly<Record<string, unknown>>;

/** An attacker with write access to the table, and without the key: reads and puts any items. */
export function tableHand(table: () => StoreTable) {
  const read = async (key: Key): Promise<RawItem> => {
    const { client, tableName } = table();
    const { Item: found } = await client.send(
      new GetItemCommand({ TableName: tableName, Key: marshall(key), ConsistentRead: true }),
    );
    if (found === undefined) throw new Error(`nothing at ${key.pk} ${key.sk}`);
    return unmarshall(found);
  };
  const put = async (item: RawItem): Promise<void> => {
    const { client, tableName } = table();
    const Item = marshall(item, { removeUndefinedValues: true });
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
  };
  const remove = async (key: Key): Promise<void> => {
    const { client, tableName } = table();
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: marshall(key) }));
  };
  return {
    read,
    put,
    change: async (key: Key, changed: (item: RawItem) => RawItem): Promise<void> => {
      await put(changed(await read(key)));
    },
    /** The table's own policy denies this to everybody, until it is taken off. */
    remove,
    /** A whole partition: how a table looks in which nothing of it was ever written. */
    removeAll: async (pk: string): Promise<void> => {
      const { client, tableName } = table();
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: marshall({ ':pk': pk }),
          ConsistentRead: true,
        }),
      );
      for (const { sk } of Items) await remove({ pk, sk: sk?.S ?? '' });
    },
  };
}
