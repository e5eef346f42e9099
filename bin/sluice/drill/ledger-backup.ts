import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Engine } from '../../../local/engine/engine.ts';

/*
 * Backups of a table as DynamoDB makes and restores them: a restore makes another table, with another id and without
 * a stream.
 */

type EngineCall = NonNullable<Engine['call']>;

/** Items in one write; DynamoDB's own limit. */
const BATCH_ITEMS = 25;

const PRIVATE_FILE = 0o600;

const described = z.object({
  Table: z.object({
    TableId: z.string(),
    AttributeDefinitions: z.unknown(),
    KeySchema: z.unknown(),
    GlobalSecondaryIndexes: z.optional(z.array(z.record(z.string(), z.unknown()))),
  }),
});
const page = z.object({
  Items: z._default(z.array(z.unknown()), []),
  LastEvaluatedKey: z.optional(z.unknown()),
});
const written = z.object({
  UnprocessedItems: z.optional(z.record(z.string(), z.array(z.unknown()))),
});

const backup = z.object({
  table: described.shape.Table,
  items: z.array(z.unknown()),
});

/** Copies a table into a file, items as DynamoDB's JSON has them; returns how many. */
export async function backUp(call: EngineCall, table: string, file: string): Promise<number> {
  const { Table } = await asked(call, 'DescribeTable', { TableName: table }, described);
  const items: unknown[] = [];
  let after: unknown;
  do {
    const input = {
      TableName: table,
      ...(after === undefined ? {} : { ExclusiveStartKey: after }),
    };
    const { Items, LastEvaluatedKey } = await asked(call, 'Scan', input, page);
    items.push(...Items);
    after = LastEvaluatedKey;
  } while (after !== undefined);
  writeFileSync(file, JSON.stringify({ table: Table, items }), { mode: PRIVATE_FILE });
  return items.length;
}

/** Makes a table of a backup, under a name that none has; returns how many items it holds. */
export async function restoreAs(call: EngineCall, file: string, table: string): Promise<number> {
  const { table: was, items } = backup.parse(JSON.parse(readFileSync(file, 'utf8')));
  await asked(call, 'CreateTable', {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: was.AttributeDefinitions,
    KeySchema: was.KeySchema,
    ...(was.GlobalSecondaryIndexes === undefined
      ? {}
      : { GlobalSecondaryIndexes: was.GlobalSecondaryIndexes.map(indexOf) }),
  });
  for (let from = 0; from < items.length; from += BATCH_ITEMS) {
    await put(call, table, items.slice(from, from + BATCH_ITEMS));
  }
  return items.length;
}

/** A backup does not carry the stream over. */
export async function switchOnStream(
  call: EngineCall,
  table: string,
  StreamViewType: string,
): Promise<void> {
  await asked(call, 'UpdateTable', {
    TableName: table,
    StreamSpecification: { StreamEnabled: true, StreamViewType },
  });
}

export async function removeTable(call: EngineCall, table: string): Promise<void> {
  await asked(call, 'DeleteTable', { TableName: table });
}

/** An index as it is made, of what describes one. */
function indexOf({ IndexName, KeySchema, Projection }: Record<string, unknown>) {
  return { IndexName, KeySchema, Projection };
}

async function put(call: EngineCall, table: string, items: readonly unknown[]): Promise<void> {
  const RequestItems = { [table]: items.map((Item) => ({ PutRequest: { Item } })) };
  const { UnprocessedItems = {} } = await asked(call, 'BatchWriteItem', { RequestItems }, written);
  if (Object.keys(UnprocessedItems).length > 0) throw new Error(`${table} did not take every item`);
}

async function asked<T = unknown>(
  call: EngineCall,
  operation: string,
  input: object,
  schema?: z.ZodMiniType<T>,
): Promise<T> {
  const answer = await call(operation, input);
  if (!answer.ok) throw new Error(`${operation}: ${answer.message}`);
  const parsed: unknown = JSON.parse(answer.json);
  return schema === undefined ? (parsed as T) : schema.parse(parsed);
}
