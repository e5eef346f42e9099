import {
  ConditionalCheckFailedException,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Snapshots } from '../../treasury/ports/snapshots.ts';
import type { BalancesTaken, Snapshot, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { fromItem, type Item, toItem } from './item.ts';
import { snapshotKeys } from './keys.ts';
import type { StoreTable } from './ledger.ts';
import { type Page, type PageRequest, readPage } from './pages.ts';
import {
  balancesTakenSchema,
  snapshotSchema,
  snapshotTakenSchema,
} from './schemas/snapshot-schema.ts';

/** Seconds by which a snapshot may be taken after its tick: an older tick can't hold a later balance
 * than this, so a search by moment starts so much earlier in the keys, which are ticks. */
const MAX_TICK_DELAY_SECONDS = 900;

/** Snapshots looked through for the latest that was taken: beyond a day of misses at the shortest
 * interval the answer is that there is none. */
const MAX_MISSES_SKIPPED = 100;

/** Snapshots and misses of a range of ticks, newest first. */
export async function listSnapshots(
  table: StoreTable,
  client: string,
  range: { readonly from: Instant; readonly to: Instant },
  page: PageRequest,
): Promise<Page<Snapshot>> {
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: snapshotKeys.partition(client),
      between: range,
      entity: 'snapshot',
      schema: snapshotSchema,
      startKey: (sortKey) => (Number.isNaN(Date.parse(sortKey)) ? null : {}),
    },
    page,
  );
}

/** Snapshots on DynamoDB, keyed by client and tick. */
export function createSnapshots(table: StoreTable): Snapshots {
  return {
    put: (snapshot) => putOnce(table, snapshot),
    latest: (client) => latestTaken(table, client),
    takenSince: (client, since, limit) => takenSince(table, client, since, limit),
  };
}

async function putOnce(table: StoreTable, snapshot: Snapshot): Promise<boolean> {
  const key = snapshotKeys.snapshot(snapshot.client, snapshot.scheduledFor);
  try {
    await table.client.send(
      new PutItemCommand({
        TableName: table.tableName,
        Item: toItem({ ...key, entity: 'snapshot', ...snapshot }),
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

async function latestTaken(table: StoreTable, client: string): Promise<SnapshotTaken | null> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': snapshotKeys.partition(client) }),
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  const [newest] = Items;
  if (newest === undefined) return null;
  if (newest.kind?.S === 'taken') return fromItem(snapshotTakenSchema, 'snapshot', newest);
  return await latestBeforeMisses(table, client);
}

async function latestBeforeMisses(
  table: StoreTable,
  client: string,
): Promise<SnapshotTaken | null> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': snapshotKeys.partition(client) }),
      ScanIndexForward: false,
      Limit: MAX_MISSES_SKIPPED,
    }),
  );
  const taken = Items.find((item) => item.kind?.S === 'taken');
  return taken === undefined ? null : fromItem(snapshotTakenSchema, 'snapshot', taken);
}

async function takenSince(
  table: StoreTable,
  client: string,
  since: Instant,
  limit: number,
): Promise<readonly BalancesTaken[]> {
  const found: BalancesTaken[] = [];
  let start: Item | undefined;
  do {
    const answer = await table.client.send(
      new QueryCommand({
        TableName: table.tableName,
        KeyConditionExpression: 'pk = :pk AND sk >= :since',
        ExpressionAttributeValues: marshall({
          ':pk': snapshotKeys.partition(client),
          ':since': plusSeconds(since, -MAX_TICK_DELAY_SECONDS),
        }),
        // A day of snapshots is looked through at times: their prices and raw answers stay where
        // they are.
        ProjectionExpression: 'pk, sk, kind, takenAt, balances',
        ConsistentRead: true,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    for (const item of answer.Items ?? []) {
      if (item.kind?.S !== 'taken') continue;
      const reading = fromItem(balancesTakenSchema, 'snapshot', item);
      if (reading.takenAt >= since) found.push(reading);
    }
    start = answer.LastEvaluatedKey;
  } while (start !== undefined && found.length < limit);
  return found.slice(0, limit);
}
