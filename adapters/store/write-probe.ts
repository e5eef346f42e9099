import { randomUUID } from 'node:crypto';
import {
  type DynamoDBClient,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type Key, ledgerKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';

/** What a probe tries, by a word for each: the partition of a tenant that its key stands in. */
const PROBED = {
  lane: ledgerKeys.lanePartition,
  break: ledgerKeys.breakPartition,
  change: ledgerKeys.changePartition,
  webhook: ledgerKeys.webhookPartition,
  secret: (tenant: string) => ledgerKeys.webhookSecretPartition(tenant, 'diagnosis'),
  policy: ledgerKeys.policyPartition,
  'matching-rule': ledgerKeys.matchingRulePartition,
  halt: (tenant: string) => ledgerKeys.halt(tenant).pk,
  denials: ledgerKeys.denialsPartition,
} as const;
export type Probed = keyof typeof PROBED;

export function probedPartition(tenant: string, probed: Probed): string {
  return PROBED[probed](tenant);
}

/** A function's writes in one transaction with an entry of the audit log, and its updates by themselves. */
export interface MixedWrites {
  /** Items that are put beside the audit's: those of the ledger, and the kill switch. */
  readonly puts: readonly Probed[];
  /** Items that the transaction rests on. */
  readonly checks: readonly Probed[];
  /** Counters and switches that are updated, each in a request of its own. */
  readonly updates: readonly ('halt' | 'denials')[];
}

/** A write that cannot happen, and AWS's reply to it. */
export type WriteProbe = { readonly what: string } & (
  | { readonly result: 'refused-by-its-condition' }
  | { readonly result: 'denied' | 'failed'; readonly message: string }
);

/**
 * A condition that is never met. Each write of a probe has it, and so none of them can ever happen, whatever is in
 * the table and whichever of them is looked at. IAM decides before conditions are evaluated: the condition's failure
 * proves the permission.
 */
export const NEVER = 'attribute_exists(pk) AND attribute_not_exists(pk)';

/**
 * Tries the writes of a function under its own role, none of which can happen: the transaction whole, with an entry
 * of the audit log and all partitions that its real ones have, and each update by itself.
 */
export async function probeWrites(
  { client: dynamo, tableName }: StoreTable,
  tenant: string,
  writes: MixedWrites,
): Promise<readonly WriteProbe[]> {
  // Beside the real items: it does not contend with any of them.
  const sk = `DIAGNOSIS#${randomUUID()}`;
  const TransactItems = probeTransaction(tableName, tenant, writes, sk);
  const names = ['audit', ...writes.puts, ...writes.checks.map((name) => `check of ${name}`)];
  const transaction = await probed(`transaction (${names.join(', ')})`, dynamo, (of) =>
    of.send(new TransactWriteItemsCommand({ TransactItems: [...TransactItems] })),
  );
  const updates: WriteProbe[] = [];
  for (const name of writes.updates) {
    const input = probeUpdate(tableName, updatedKey(tenant, name, sk));
    const send = (of: DynamoDBClient) => of.send(new UpdateItemCommand(input));
    updates.push(await probed(`update (${name})`, dynamo, send));
  }
  return [transaction, ...updates];
}

/** The transaction, of which every write has a condition that never holds. */
export function probeTransaction(
  table: string,
  tenant: string,
  { puts, checks }: MixedWrites,
  sk: string,
): readonly TransactWriteItem[] {
  const condition = { TableName: table, ConditionExpression: NEVER };
  const put = (key: Key): TransactWriteItem => ({ Put: { ...condition, Item: marshall(key) } });
  return [
    put({ pk: ledgerKeys.auditPartition(tenant), sk }),
    put({ pk: ledgerKeys.auditHead(tenant).pk, sk }),
    ...puts.map((name) => put({ pk: probedPartition(tenant, name), sk })),
    ...checks.map((name) => ({
      // Another sort key: a transaction has each item once.
      ConditionCheck: {
        ...condition,
        Key: marshall({ pk: probedPartition(tenant, name), sk: `${sk}#CHECK` }),
      },
    })),
  ];
}

/** The update of an item, on a condition that never holds. */
export function probeUpdate(table: string, key: Key): UpdateItemCommandInput {
  return {
    TableName: table,
    Key: marshall(key),
    UpdateExpression: 'SET #diagnosis = :diagnosis',
    ConditionExpression: NEVER,
    ExpressionAttributeNames: { '#diagnosis': 'diagnosis' },
    ExpressionAttributeValues: marshall({ ':diagnosis': true }),
  };
}

function updatedKey(tenant: string, name: MixedWrites['updates'][number], sk: string): Key {
  return { pk: probedPartition(tenant, name), sk };
}

async function probed(
  what: string,
  dynamo: DynamoDBClient,
  send: (dynamo: DynamoDBClient) => Promise<unknown>,
): Promise<WriteProbe> {
  try {
    await send(dynamo);
    return { what, result: 'failed', message: 'it was written, which its condition rules out' };
  } catch (error) {
    if (isRefusedByCondition(error)) return { what, result: 'refused-by-its-condition' };
    const { name, message } = error as Error;
    if (name === 'AccessDeniedException') return { what, result: 'denied', message };
    return { what, result: 'failed', message: `${name}: ${message}` };
  }
}

function isRefusedByCondition(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) {
    return error instanceof Error && error.name === 'ConditionalCheckFailedException';
  }
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
  return (
    codes.includes('ConditionalCheckFailed') &&
    codes.every((code) => code === 'None' || code === 'ConditionalCheckFailed')
  );
}
