import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Item } from './item.ts';
import { ledgerKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';

/** Whose requests are counted, and which of them. */
export interface OpenOf {
  readonly tenant: string;
  readonly caller: string;
  readonly kind: string;
}

/** One of the slots that a caller has for requests of a kind, held until it is given back or expires. */
export interface Lease extends OpenOf {
  readonly slot: number;
  /** What stands in the slot, and in no other: until when, and a nonce. */
  readonly mark: string;
}

export interface LeaseWanted extends OpenOf {
  /** Requests of the kind that one caller may have open. */
  readonly most: number;
  readonly now: Instant;
  /** When the slot is free again, whatever became of the environment that took it. */
  readonly until: Instant;
  readonly nonce: string;
}

/** The requests that callers have open, over all environments: one item for each caller, which `most` attributes keep small. */
export function createOpenRequests(table: StoreTable) {
  return {
    /** Null where all slots are taken. One write as a rule, one more for each slot that was taken meanwhile. */
    take: (wanted: LeaseWanted) => take(table, wanted),
    /** Does nothing where the slot has expired and is another's. */
    giveBack: (lease: Lease) => giveBack(table, lease),
  };
}

async function take(table: StoreTable, wanted: LeaseWanted): Promise<Lease | null> {
  const { tenant, caller, kind, most, until, nonce } = wanted;
  const mark = `${until}#${nonce}`;
  const free = Array.from({ length: most }, (_, index) => index + 1);
  for (let slot = free.shift(); slot !== undefined; slot = free.shift()) {
    const found = await put(table, wanted, { slot, mark });
    if (found === 'taken') return { tenant, caller, kind, slot, mark };
    const open = free.filter((each) => isFree(found, nameOf(kind, each), wanted.now));
    free.splice(0, free.length, ...open);
  }
  return null;
}

/** What the item holds instead, where the slot was not free. */
async function put(
  { client, tableName }: StoreTable,
  { tenant, caller, kind, now }: LeaseWanted,
  { slot, mark }: Pick<Lease, 'slot' | 'mark'>,
): Promise<'taken' | Item> {
  const names = { '#slot': nameOf(kind, slot), '#entity': 'entity' };
  try {
    await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: marshall(ledgerKeys.openRequests(tenant, caller)),
        UpdateExpression: 'SET #slot = :mark, #entity = :entity',
        // A mark begins with a moment, and texts of moments are in their order.
        ConditionExpression: 'attribute_not_exists(#slot) OR #slot < :now',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: marshall({
          ':mark': mark,
          ':entity': 'open-requests',
          ':now': now,
        }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return 'taken';
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return error.Item ?? {};
    throw error;
  }
}

async function giveBack(
  { client, tableName }: StoreTable,
  { tenant, caller, kind, slot, mark }: Lease,
): Promise<void> {
  try {
    await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: marshall(ledgerKeys.openRequests(tenant, caller)),
        UpdateExpression: 'REMOVE #slot',
        ConditionExpression: '#slot = :mark',
        ExpressionAttributeNames: { '#slot': nameOf(kind, slot) },
        ExpressionAttributeValues: marshall({ ':mark': mark }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

function nameOf(kind: string, slot: number): string {
  return `${kind}-${slot}`;
}

function isFree(item: Item, name: string, now: Instant): boolean {
  const mark = item[name]?.S;
  return mark === undefined || mark < now;
}
