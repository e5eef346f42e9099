import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { FindPorts, Waiting } from '../../treasury/inbox/find-waiting.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Break, Direction } from '../../treasury/ledger/break.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { WebhookInTrouble } from '../../treasury/ledger/webhook-in-trouble.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { type ItemReading, readable } from './item.ts';
import { BY_STATE_INDEX, ledgerKeys, snapshotKeys } from './keys.ts';
import { BREAK, CHANGE } from './ledger-items.ts';
import { createFailingWebhooks } from './noted-states.ts';
import { FIRST_MOMENT } from './pages.ts';
import { RunReader } from './pinned.ts';
import { readRearming } from './rearming.ts';
import { SNAPSHOT } from './snapshot-item.ts';
import type { StoreTable } from './store-table.ts';
import { readConclusion } from './unbooked.ts';
import { webhooksOf } from './webhooks.ts';

interface First {
  readonly partition: string;
  readonly limit: number;
  /** Only sort keys from here on. */
  readonly from?: string;
}

/** Instructions that wait for an approval, the oldest first: nothing that waits longer is left out. May be a second old. */
async function waitingInstructions(
  table: StoreTable,
  tenant: string,
  limit: number,
): Promise<Waiting<Instruction>> {
  const partition = ledgerKeys.instructionsByState(tenant, 'awaiting-approval');
  return await firstOf(table, INSTRUCTION, { partition, limit });
}

/** Proposals that have not expired by then, what expires first first. */
async function waitingChanges(
  table: StoreTable,
  tenant: string,
  at: Instant,
  limit: number,
): Promise<Waiting<PolicyChange>> {
  return await firstOf(table, CHANGE, {
    partition: ledgerKeys.openChanges(tenant),
    limit,
    from: at,
  });
}

/**
 * Breaks of a state, the oldest first: those by which money went out, and only behind them what came in. Unbooked amounts
 * wait in their lanes.
 */
async function waitingBreaks(
  table: StoreTable,
  tenant: string,
  state: 'open' | 'explained',
  limit: number,
): Promise<Waiting<Break>> {
  const of = (direction: Direction) => ledgerKeys.breaksByState(tenant, state, direction);
  const outflows = await firstOf(table, BREAK, { partition: of('outflow'), limit });
  const left = limit - outflows.items.length;
  // One at least, to know whether there are others.
  const inflows = await firstOf(table, BREAK, {
    partition: of('inflow'),
    limit: Math.max(1, left),
  });
  const shown = inflows.items.slice(0, left);
  return {
    items: [...outflows.items, ...shown],
    more: outflows.more || inflows.more || shown.length < inflows.items.length,
  };
}

/** Everything that an inbox looks at. */
export function whatWaits(table: StoreTable) {
  return {
    instructions: (tenant, limit) => waitingInstructions(table, tenant, limit),
    changes: (tenant, at, limit) => waitingChanges(table, tenant, at, limit),
    breaks: (tenant, state, limit) => waitingBreaks(table, tenant, state, limit),
    readConclusion: (tenant, currency) => readConclusion(table, tenant, currency),
    readRearming: (tenant) => readRearming(table, tenant),
    webhooks: async (tenant) => (await webhooksInTrouble(table, tenant)).inTrouble,
  } satisfies FindPorts['waiting'];
}

/** Webhooks that Sluice has paused, or whose receivers are known to take nothing; and the ids of those that cannot be read. */
export async function webhooksInTrouble(
  table: StoreTable,
  tenant: string,
): Promise<{
  readonly inTrouble: readonly WebhookInTrouble[];
  readonly unreadable: readonly string[];
}> {
  const [{ things: webhooks, unreadable }, states] = await Promise.all([
    webhooksOf(table, tenant),
    createFailingWebhooks(table).read(tenant),
  ]);
  const failing = new Map(
    states.flatMap((each) => (each.state === 'failing' ? [[each.webhookId, each] as const] : [])),
  );
  const inTrouble = webhooks
    .map((webhook) => ({ webhook, failing: failing.get(webhook.id) ?? null }))
    .filter((each) => each.failing !== null || each.webhook.pausedBySluice !== undefined);
  return { inTrouble, unreadable };
}

async function firstOf<T>(
  { client, tableName }: StoreTable,
  kind: ItemReading<T>,
  { partition, limit, from }: First,
): Promise<Waiting<T>> {
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
    // What cannot be read is named by its own list.
    items: readable(kind, Items).things,
    more: LastEvaluatedKey !== undefined,
  };
}

/** The last tick's snapshot, taken or missed; null before the first, and if it cannot be read. */
export async function newestTick(table: StoreTable, tenant: string): Promise<Snapshot | null> {
  const [newest] = await newestOf(table, snapshotKeys.partition(tenant), 1);
  return newest === undefined ? null : (readable(SNAPSHOT, [newest]).things[0] ?? null);
}

/** The last parts of runs, newest first: one for each run, unless its instructions did not fit into one write. */
export async function newestRuns(
  table: StoreTable,
  tenant: string,
  limit: number,
): Promise<readonly DecisionRun[]> {
  const items = await newestOf(table, snapshotKeys.decisionRunPartition(tenant), limit);
  // What cannot be read is named by the list of decisions.
  return await new RunReader(table, tenant).readableIn(items, []);
}

async function newestOf({ client, tableName }: StoreTable, partition: string, limit: number) {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      // What runs rest on lies before them.
      KeyConditionExpression: 'pk = :pk AND sk >= :first',
      ExpressionAttributeValues: marshall({ ':pk': partition, ':first': FIRST_MOMENT }),
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items;
}
