import { marshall } from '@aws-sdk/util-dynamodb';
import type { Break, Direction } from '../../treasury/ledger/break.ts';
import { fromItem } from './item.ts';
import { BY_STATE_INDEX, ledgerKeys } from './keys.ts';
import { BREAK } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf, pagesOf, type Question } from './table-items.ts';

/** Breaks that are an alarm and still open. */
export interface OpenAlarms {
  /** The number of them by which money went out; no more than `MOST_COUNTED`. */
  readonly outflows: number;
  /** Those that name amounts which are unbooked past their bound. */
  readonly unbooked: readonly Break[];
}

/** Beyond some hundred it no longer matters how many there are. */
export const MOST_COUNTED = 100;

/**
 * Differences without an explanation that are an alarm. They have a place of their own in the index: what came in and was
 * not explained, however much it is, is not read. May be a second old.
 */
export async function readOpenAlarms(table: StoreTable, tenant: string): Promise<OpenAlarms> {
  const [outflows, unbooked] = await Promise.all([
    countOutflows(table, tenant),
    itemsOf(table, openIn(tenant, 'unbooked')),
  ]);
  return { outflows, unbooked: unbooked.map((item) => fromItem(BREAK, item)) };
}

async function countOutflows(table: StoreTable, tenant: string): Promise<number> {
  let found = 0;
  for await (const { items } of pagesOf(table, {
    ...openIn(tenant, 'outflow'),
    Limit: MOST_COUNTED,
  })) {
    found += items.length;
    if (found >= MOST_COUNTED) break;
  }
  return Math.min(found, MOST_COUNTED);
}

function openIn(tenant: string, direction: Direction): Question {
  const partition = ledgerKeys.breaksByState(tenant, 'open', direction);
  return {
    IndexName: BY_STATE_INDEX,
    KeyConditionExpression: 'gsi1pk = :open',
    ExpressionAttributeValues: marshall({ ':open': partition }),
  };
}
