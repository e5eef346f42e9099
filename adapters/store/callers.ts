import { ConditionalCheckFailedException, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type CallerRoles, callerRolesSchema } from '../../treasury/ledger/caller-roles.ts';
import { fromItem, type ItemKind, itemOf } from './item.ts';
import { ledgerKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

const CALLER_ROLES: ItemKind<CallerRoles> = {
  entity: 'caller-roles',
  schema: callerRolesSchema,
  key: (tenant, { id }) => ledgerKeys.caller(tenant, id),
};

/** The place where a function keeps the roles of callers. */
export function callersIn(table: StoreTable) {
  return { putCaller: (caller: CallerRoles) => putCaller(table, caller) };
}

/** Nothing is written where the item has the same roles and the same day: whichever function saw the caller first. */
async function putCaller({ client, tableName }: StoreTable, caller: CallerRoles): Promise<void> {
  const { tenant, roles, seenOn } = caller;
  try {
    await client.send(
      new PutItemCommand({
        TableName: tableName,
        Item: itemOf(CALLER_ROLES, tenant, caller),
        ConditionExpression: 'attribute_not_exists(pk) OR seenOn <> :day OR #roles <> :roles',
        ExpressionAttributeNames: { '#roles': 'roles' },
        ExpressionAttributeValues: marshall({ ':day': seenOn, ':roles': roles }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Everyone whose token was seen, by id. May be a second old. */
export async function readCallers(
  table: StoreTable,
  tenant: string,
): Promise<readonly CallerRoles[]> {
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.callerPartition(tenant) }),
  });
  return items.map((item) => fromItem(CALLER_ROLES, item));
}
