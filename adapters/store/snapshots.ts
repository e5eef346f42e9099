import {
  ConditionalCheckFailedException,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { Snapshot, SnapshotTaken, StoredReading } from '../../treasury/snapshots/snapshot.ts';
import {
  epochMsOf,
  type Instant,
  instantOf,
  justBefore,
  plusSeconds,
} from '../../treasury/time/instant.ts';
import { putIf } from './conditional-put.ts';
import { attributesOf, fromItem, type Item, toItem } from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import { type Page, type PageRequest, readPage } from './pages.ts';
import { expiryOf, type Retention } from './retention.ts';
import {
  type LeaveOut,
  SNAPSHOT,
  SNAPSHOT_TAKEN,
  STORED_READING,
  takenIn,
} from './snapshot-item.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';

/**
 * Seconds by which a snapshot may be taken after its tick: an older tick cannot hold a later balance than this, so a
 * search by moment starts so much earlier in the keys, which are ticks.
 */
const MAX_TICK_DELAY_SECONDS = 900;

/** Snapshots looked through for the latest that was taken: beyond a day of misses at the shortest
 * interval the answer is that there is none. */
const MAX_MISSES_SKIPPED = 100;

/** Of eight hundred currencies some eight make a page: these few say so, for one query more of each page. */
const SNAPSHOTS_AT_FIRST = 4;

/** Snapshots and misses of ticks from one, included, to another, not, newest first. */
export async function listSnapshots(
  table: StoreTable,
  tenant: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  page: PageRequest,
): Promise<Page<Snapshot>> {
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: snapshotKeys.partition(tenant),
      between: { from, to: justBefore(to) },
      kind: SNAPSHOT,
      atFirst: SNAPSHOTS_AT_FIRST,
      startKey: (sortKey) => (Number.isNaN(Date.parse(sortKey)) ? null : {}),
    },
    page,
  );
}

/** Snapshots on DynamoDB, keyed by tenant and tick. */
export function createSnapshots(
  table: StoreTable,
  retention: Retention = 'for-ever',
  leaveOut?: LeaveOut,
): Snapshots {
  return {
    put: (snapshot) => putIf(table, snapshotItem(snapshot, retention)),
    latest: (tenant) => latestTaken(table, tenant),
    takenBetween: (tenant, range, consistent) =>
      takenBetween(table, tenant, range, { consistent: consistent === 'consistent', leaveOut }),
    firstTick: (tenant) => firstTick(table, tenant),
    clearExpiry: (tenant, range) => clearExpiry(table, tenant, range),
    takenSince: (tenant, since, limit) => takenSince(table, tenant, since, limit),
  };
}

/** A snapshot as its item. */
export function snapshotItem(snapshot: Snapshot, retention: Retention): Item {
  const { tenant, scheduledFor } = snapshot;
  return toItem({
    ...attributesOf(SNAPSHOT, tenant, snapshot),
    ...expiryOf(scheduledFor, retention),
  });
}

async function latestTaken(table: StoreTable, tenant: string): Promise<SnapshotTaken | null> {
  const [newest] = await atAnEnd(table, tenant, 'newest', 1);
  if (newest === undefined) return null;
  const [latest] = takenIn([newest], passOver);
  return latest ?? (await latestBeforeMisses(table, tenant));
}

/** What comes after it goes on from the one before, as after a miss: its own reader says that it cannot be read. */
const passOver: LeaveOut = () => {};

async function latestBeforeMisses(
  table: StoreTable,
  tenant: string,
): Promise<SnapshotTaken | null> {
  const items = await atAnEnd(table, tenant, 'newest', MAX_MISSES_SKIPPED);
  return takenIn(items, passOver)[0] ?? null;
}

/** Snapshots before a moment that are looked through for one that was taken: two hours of misses at the
 * usual interval. */
const LOOKED_BACK = 25;

/** The last snapshot whose balances had been read by a moment; null if there is none near it. */
export async function takenBy(
  table: StoreTable,
  tenant: string,
  at: Instant,
): Promise<SnapshotTaken | null> {
  // The first is the answer but for a miss, or a snapshot that was read after the moment.
  for (const limit of [1, LOOKED_BACK]) {
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.tableName,
        KeyConditionExpression: 'pk = :pk AND sk <= :at',
        ExpressionAttributeValues: marshall({
          ':pk': snapshotKeys.partition(tenant),
          ':at': at,
        }),
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    const found = Items.find(
      ({ kind, takenAt }) => kind?.S === 'taken' && (takenAt?.S ?? '') <= at,
    );
    if (found !== undefined) return fromItem(SNAPSHOT_TAKEN, found);
    if (Items.length < limit) return null;
  }
  return null;
}

async function takenBetween(
  table: StoreTable,
  tenant: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  {
    consistent,
    leaveOut,
  }: { readonly consistent: boolean; readonly leaveOut?: LeaveOut | undefined },
): Promise<readonly SnapshotTaken[]> {
  if (from >= to) return [];
  const found: SnapshotTaken[] = [];
  const question = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :last',
    ExpressionAttributeValues: marshall({
      ':pk': snapshotKeys.partition(tenant),
      ':from': from,
      ':last': instantOf(epochMsOf(to) - 1),
    }),
    ConsistentRead: consistent,
  };
  for await (const { items } of pagesOf(table, question)) {
    found.push(...takenIn(items, leaveOut));
  }
  return found;
}

async function firstTick(table: StoreTable, tenant: string): Promise<Instant | null> {
  const [oldest] = await atAnEnd(table, tenant, 'oldest', 1);
  return oldest?.sk?.S ?? null;
}

/** So many of a tenant's snapshots, from the newest or the oldest on. */
async function atAnEnd(
  table: StoreTable,
  tenant: string,
  end: 'newest' | 'oldest',
  limit: number,
): Promise<readonly Item[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': snapshotKeys.partition(tenant) }),
      ScanIndexForward: end === 'oldest',
      Limit: limit,
    }),
  );
  return Items;
}

async function takenSince(
  table: StoreTable,
  tenant: string,
  since: Instant,
  limit: number,
): Promise<readonly StoredReading[]> {
  const found: StoredReading[] = [];
  const question = {
    KeyConditionExpression: 'pk = :pk AND sk >= :since',
    ExpressionAttributeValues: marshall({
      ':pk': snapshotKeys.partition(tenant),
      ':since': plusSeconds(since, -MAX_TICK_DELAY_SECONDS),
    }),
    ProjectionExpression: 'pk, sk, kind, tenant, scheduledFor, takenAt, seal, packed',
    ConsistentRead: true,
  };
  for await (const { items } of pagesOf(table, question)) {
    for (const item of items) {
      if (item.kind?.S !== 'taken') continue;
      const reading = fromItem(STORED_READING, item);
      if (reading.takenAt >= since) found.push(reading);
    }
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Writes at once for lifting expiries: a few days of snapshots are some thousand. */
const UPDATES_AT_ONCE = 16;

async function clearExpiry(
  table: StoreTable,
  tenant: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<number> {
  let kept = 0;
  const question = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    FilterExpression: 'attribute_exists(#expiry)',
    ExpressionAttributeNames: { '#expiry': SNAPSHOT_EXPIRY },
    ExpressionAttributeValues: marshall({
      ':pk': snapshotKeys.partition(tenant),
      ':from': from,
      ':to': to,
    }),
    ProjectionExpression: 'pk, sk',
  };
  for await (const { items: keys } of pagesOf(table, question)) {
    for (let next = 0; next < keys.length; next += UPDATES_AT_ONCE) {
      const some = keys.slice(next, next + UPDATES_AT_ONCE);
      const lifted = await Promise.all(some.map((Key) => liftExpiry(table, Key)));
      kept += lifted.filter((each) => each).length;
    }
  }
  return kept;
}

/** False if it was removed in between: an update would make a snapshot of nothing. */
async function liftExpiry({ client: dynamo, tableName }: StoreTable, Key: Item): Promise<boolean> {
  try {
    await dynamo.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key,
        UpdateExpression: 'REMOVE #expiry',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#expiry': SNAPSHOT_EXPIRY },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
