import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type PutItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { pastCollisions } from './collisions.ts';
import type { Item } from './item.ts';
import type { StoreTable } from './store-table.ts';

/** Under which circumstances an item is put. */
export type PutCondition = Pick<
  PutItemCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** Nothing may be under the key yet. */
const NEW: PutCondition = { ConditionExpression: 'attribute_not_exists(pk)' };

/** The version in the table must be the one before: every write rests on what was read. The first finds nothing. */
export function following(version: number): PutCondition {
  if (version === 1) return NEW;
  return {
    ConditionExpression: '#version = :before',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: marshall({ ':before': version - 1 }),
  };
}

/** Puts an item if the condition is met, or if there is none yet; false if not. */
export async function putIf(
  { client, tableName }: StoreTable,
  item: Item,
  condition = NEW,
): Promise<boolean> {
  try {
    await pastCollisions(() =>
      client.send(new PutItemCommand({ TableName: tableName, Item: item, ...condition })),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
