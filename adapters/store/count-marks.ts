import { marshall } from '@aws-sdk/util-dynamodb';
import { type CountMarks, MAX_COUNTED_TABLES } from '../../treasury/rearming/count-marks.ts';
import { ledgerKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';

/** What sorts right after the character that ends the name of a table in a key. */
const AFTER_ITS_MARKS = '$';

/** The marks of counts in the ledger's table. */
export function countMarksIn(table: StoreTable): CountMarks {
  return {
    countedTables: (tenant) => countedTables(table, tenant),
    lastCountNumber: (tenant, of, epoch) => lastCountNumber(table, tenant, of, epoch),
  };
}

/** The last number that a count has taken in a table, 0 if none. The contents of the items count for nothing. */
async function lastCountNumber(
  table: StoreTable,
  tenant: string,
  of: string,
  epoch: string,
): Promise<number> {
  const prefix = ledgerKeys.countMarks(epoch, of);
  const newest = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: marshall({
      ':pk': ledgerKeys.countMarkPartition(tenant),
      ':prefix': prefix,
    }),
    ProjectionExpression: 'sk',
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: 1,
  };
  for await (const { items } of pagesOf(table, newest)) return numberIn(items[0]?.sk?.S, prefix);
  return 0;
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

/** 0 if there is none. An item under these keys that is no mark was written by another program. */
function numberIn(sortKey: string | undefined, prefix: string): number {
  if (sortKey === undefined) return 0;
  const digits = sortKey.slice(prefix.length);
  const number = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`the mark of a count cannot be read: ${sortKey}`);
}
