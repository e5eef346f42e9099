import { marshall } from '@aws-sdk/util-dynamodb';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';

/*
 * Items that say by their keys alone that a number was taken: the last part of the sort key is the number, with as many
 * digits as any other. Their contents count for nothing, since whoever may write to the table may replace them.
 */

/** A question for the marks of a partition whose sort keys begin so, of which only the keys are read. */
export const marksUnder = (pk: string, prefix: string) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: marshall({ ':pk': pk, ':prefix': prefix }),
  ProjectionExpression: 'sk',
  ConsistentRead: true,
});

/** The last number under a prefix, 0 if none. `of` names what is marked in a message. */
export async function lastNumber(
  table: StoreTable,
  pk: string,
  prefix: string,
  of: string,
): Promise<number> {
  const newest = { ...marksUnder(pk, prefix), ScanIndexForward: false, Limit: 1 };
  for await (const { items } of pagesOf(table, newest)) {
    return numberIn(items[0]?.sk?.S, prefix, of);
  }
  return 0;
}

/** 0 if there is none. An item under these keys that is no mark was written by another program. */
export function numberIn(sortKey: string | undefined, prefix: string, of: string): number {
  if (sortKey === undefined) return 0;
  const digits = sortKey.slice(prefix.length);
  const number = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`the mark of a ${of} cannot be read: ${sortKey}`);
}
