import { marshall } from '@aws-sdk/util-dynamodb';
import { type CountMarks, MAX_COUNTED_TABLES } from '../../treasury/seals/count-marks.ts';
import { ledgerKeys } from './keys.ts';
import { lastNumber } from './numbered-marks.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';

/** What sorts right after the character that ends the name of a table in a key. */
const AFTER_ITS_MARKS = '$';

/** The marks of counts in the ledger's table. */
export function countMarksIn(table: StoreTable): CountMarks {
  return {
    countedTables: (tenant) => countedTables(table, tenant),
    lastCountNumber: (tenant, of, epoch) =>
      lastNumber(
        table,
        ledgerKeys.countMarkPartition(tenant),
        ledgerKeys.countMarks(epoch, of),
        'count',
      ),
  };
}

/** The tables in which anything was ever counted, of a ledger that was restored from one into the next. */
async function countedTables(table: StoreTable, tenant: string): Promise<readonly string[]> {
  const found: string[] = [];
  let next = await firstTableAfter(table, tenant, AFTER_ITS_MARKS);
  while (next !== null) {
    found.push(next);
    if (found.length > MAX_COUNTED_TABLES) {
      throw new Error(`the marks of counts name more than ${MAX_COUNTED_TABLES} tables`);
    }
    next = await firstTableAfter(table, tenant, `${next}${AFTER_ITS_MARKS}`);
  }
  return found;
}

async function firstTableAfter(
  table: StoreTable,
  tenant: string,
  after: string,
): Promise<string | null> {
  const next = {
    KeyConditionExpression: 'pk = :pk AND sk > :after',
    ExpressionAttributeValues: marshall({
      ':pk': ledgerKeys.countMarkPartition(tenant),
      ':after': after,
    }),
    ProjectionExpression: 'sk',
    ConsistentRead: true,
    Limit: 1,
  };
  for await (const { items } of pagesOf(table, next)) {
    return items[0]?.sk?.S?.split('#')[0] ?? null;
  }
  return null;
}
