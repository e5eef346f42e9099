import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Readings } from '../../treasury/reconciliation/ports.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Item } from './item.ts';
import { snapshotKeys } from './keys.ts';
import { type LeaveOut, takenIn } from './snapshot-item.ts';
import type { StoreTable } from './store-table.ts';

/** Items fetched at once if the first one was a miss: an outage of two hours at the usual interval. */
const MISSES_AT_ONCE = 24;

/** Snapshots as reconciling and statements read them: one after the other, without misses. */
export function createReadings(
  table: StoreTable,
  consistent = true,
  leaveOut?: LeaveOut,
): Readings<SnapshotTaken> {
  const how = { consistent, leaveOut };
  return {
    takenBefore: (tenant, tick, limit) =>
      take(table, { tenant, condition: 'sk < :tick', tick, forward: false, limit, ...how }),
    takenAfter: (tenant, tick, limit) =>
      take(table, { tenant, condition: 'sk > :tick', tick, forward: true, limit, ...how }),
    takenBetween: (tenant, from, to) =>
      take(table, {
        tenant,
        condition: 'sk BETWEEN :tick AND :last',
        tick: from,
        last: to,
        forward: true,
        limit: Number.POSITIVE_INFINITY,
        ...how,
      }),
  };
}

interface Taking {
  readonly tenant: string;
  readonly condition: string;
  readonly tick: Instant;
  readonly last?: Instant;
  readonly forward: boolean;
  readonly limit: number;
  readonly consistent: boolean;
  readonly leaveOut?: LeaveOut | undefined;
}

async function take(
  { client: dynamo, tableName }: StoreTable,
  { tenant, condition, tick, last, forward, limit, consistent, leaveOut }: Taking,
): Promise<readonly SnapshotTaken[]> {
  const found: SnapshotTaken[] = [];
  let start: Item | undefined;
  for (let page = 0; found.length < limit; page++) {
    const wanted = page === 0 ? limit : Math.max(limit, MISSES_AT_ONCE);
    const answer = await dynamo.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: `pk = :pk AND ${condition}`,
        ExpressionAttributeValues: marshall({
          ':pk': snapshotKeys.partition(tenant),
          ':tick': tick,
          ...(last === undefined ? {} : { ':last': last }),
        }),
        ScanIndexForward: forward,
        ConsistentRead: consistent,
        ...(Number.isFinite(wanted) ? { Limit: wanted } : {}),
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    found.push(...takenIn(answer.Items ?? [], leaveOut));
    start = answer.LastEvaluatedKey;
    if (start === undefined) break;
  }
  return found.slice(0, limit);
}
