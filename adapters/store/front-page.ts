import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Break } from '../../treasury/ledger/break.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { DECISION_RUN } from './decision-run-item.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { fromItem, type ItemReading } from './item.ts';
import { BY_STATE_INDEX, ledgerKeys, snapshotKeys } from './keys.ts';
import { BREAK, CHANGE } from './ledger-items.ts';
import { SNAPSHOT } from './snapshot-item.ts';
import type { StoreTable } from './store-table.ts';

/** Some things of a state; `more`: there are others. */
export interface FirstOf<T> {
  readonly items: readonly T[];
  readonly more: boolean;
}

interface First {
  readonly partition: string;
  readonly limit: number;
  /** Only sort keys from here on. */
  readonly from?: string;
}

/** Instructions that wait for an approval, the oldest first: nothing that waits longer is left out. May be a second old. */
export async function waitingInstructions(
  table: StoreTable,
  tenant: string,
  limit: number,
): Promise<FirstOf<Instruction>> {
  const partition = ledgerKeys.instructionsByState(tenant, 'awaiting-approval');
  return await firstOf(table, INSTRUCTION, { partition, limit });
}

/** Proposals that have not expired by then, what expires first first. */
export async function waitingChanges(
  table: StoreTable,
  tenant: string,
  at: Instant,
  limit: number,
): Promise<FirstOf<PolicyChange>> {
  return await firstOf(table, CHANGE, {
    partition: ledgerKeys.openChanges(tenant),
    limit,
    from: at,
  });
}

/** Breaks of a state, the oldest first. */
export async function waitingBreaks(
  table: StoreTable,
  tenant: string,
  state: 'open' | 'explained',
  limit: number,
): Promise<FirstOf<Break>> {
  return await firstOf(table, BREAK, { partition: ledgerKeys.breaksByState(tenant, state), limit });
}

async function firstOf<T>(
  { client, tableName }: StoreTable,
  kind: ItemReading<T>,
  { partition, limit, from }: First,
): Promise<FirstOf<T>> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: BY_STATE_INDEX,
      KeyConditionExpression:
        from === undefined ? 'gsi1pk = :pk' : 'gsi1pk = :pk AND gsi1sk >= :from',
      ExpressionAttributeValues: marshall({
        ':pk': partition,
        ...(from === undefined ? {} : { ':from': from }),
      }),
      Limit: limit,
    }),
  );
  return {
    items: Items.map((item) => fromItem(kind, item)),
    more: LastEvaluatedKey !== undefined,
  };
}

/** The last tick's snapshot, taken or missed; null before the first. */
export async function newestTick(table: StoreTable, tenant: string): Promise<Snapshot | null> {
  const [newest] = await newestOf(table, snapshotKeys.partition(tenant), 1);
  return newest === undefined ? null : fromItem(SNAPSHOT, newest);
}

/** The last parts of runs, newest first: one for each run, unless its instructions did not fit into one write. */
export async function newestRuns(
  table: StoreTable,
  tenant: string,
  limit: number,
): Promise<readonly DecisionRun[]> {
  const items = await newestOf(table, snapshotKeys.decisionRunPartition(tenant), limit);
  return items.map((item) => fromItem(DECISION_RUN, item));
}

async function newestOf({ client, tableName }: StoreTable, partition: string, limit: number) {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': partition }),
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items;
}
