import {
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import {
  NEVER,
  probeTransaction,
  probeUpdate,
  probeWrites,
} from '../../../adapters/store/write-probe.ts';
import { MIXED_WRITES } from '../../../runtime/diagnosis/diagnosis.ts';
import { engineForTests } from './engine-for-tests.ts';
import { failure, tableOverWire } from './engine-wire.ts';
import { itemsOf, putItem } from './items.ts';

const TENANT = 'main';
const SORT_KEY = 'DIAGNOSIS#of-a-test';

const engine = engineForTests();
let table: StoreTable;

beforeEach(async () => {
  table = await engine().table();
});

/** The key of a write, as an item. */
function itemOf({ Put, ConditionCheck }: TransactWriteItem) {
  return Put?.Item ?? ConditionCheck?.Key;
}

async function transact(writes: readonly TransactWriteItem[]): Promise<string> {
  const command = new TransactWriteItemsCommand({ TransactItems: [...writes] });
  return await table.client.send(command).then(
    () => 'written',
    (error: Error) => error.name,
  );
}

describe.each(Object.entries(MIXED_WRITES))('the probe of %s', (_name, writes) => {
  const transaction = () => probeTransaction(table.tableName, TENANT, writes, SORT_KEY);

  it('is tried, refused by its own conditions, and leaves the table as it was', async () => {
    const probes = await probeWrites(table, TENANT, writes);
    expect(probes).toHaveLength(1 + writes.updates.length);
    expect(probes.map(({ result }) => result)).toEqual(
      probes.map(() => 'refused-by-its-condition'),
    );
    expect(await itemsOf(table)).toEqual([]);
  });

  it('has no write that could happen by itself, whether its item is there or not', async () => {
    const each = transaction();
    for (const write of each) expect(await transact([write])).toBe('TransactionCanceledException');
    expect(await itemsOf(table)).toEqual([]);
    for (const write of each) {
      await putItem(table, itemOf(write) ?? {});
    }
    const before = await itemsOf(table);
    for (const write of each) expect(await transact([write])).toBe('TransactionCanceledException');
    expect(await transact(each)).toBe('TransactionCanceledException');
    expect(await itemsOf(table)).toEqual(before);
  });

  it('says that it never holds in every write, and is about no item that counts', () => {
    const each = transaction();
    expect(each.every(({ Update, Delete }) => Update === undefined && Delete === undefined)).toBe(
      true,
    );
    const conditions = each.map(({ Put, ConditionCheck }) => Put ?? ConditionCheck);
    expect(conditions.map((write) => write?.ConditionExpression)).toEqual(each.map(() => NEVER));
    for (const write of each) expect(itemOf(write)?.sk?.S).toMatch(/^DIAGNOSIS#/);
  });
});

describe('the update of a probe', () => {
  it('never happens, whether its item is there or not', async () => {
    const key = { pk: ledgerKeys.halt(TENANT).pk, sk: SORT_KEY };
    const update = new UpdateItemCommand(probeUpdate(table.tableName, key));
    const refused = { name: 'ConditionalCheckFailedException' };
    await expect(table.client.send(update)).rejects.toMatchObject(refused);
    expect(await itemsOf(table)).toEqual([]);
    const Item = { pk: { S: key.pk }, sk: { S: key.sk } };
    await putItem(table, Item);
    await expect(table.client.send(update)).rejects.toMatchObject(refused);
    expect(await itemsOf(table)).toEqual([Item]);
  });
});

describe('a probe', () => {
  it('tells a denial, with the words of whoever denied it, from any other failure', async () => {
    const denying = await tableOverWire(table, ({ operation }) =>
      operation === 'UpdateItem'
        ? failure(400, 'ResourceNotFoundException')
        : failure(400, 'AccessDeniedException'),
    );
    const probes = await probeWrites(denying.table, TENANT, MIXED_WRITES.watchdog);
    await denying.stop();
    expect(probes).toEqual([
      {
        what: 'transaction (audit, lane, halt)',
        result: 'denied',
        message: 'AccessDeniedException',
      },
      {
        what: 'update (halt)',
        result: 'failed',
        message: expect.stringContaining('ResourceNotFoundException'),
      },
    ]);
  });
});
