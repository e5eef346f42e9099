import { marshall } from '@aws-sdk/util-dynamodb';
import { LONGEST_WAIT_SECONDS } from '../../treasury/preview/backtest-limits.ts';
import type { PastSweep, TickRange } from '../../treasury/preview/history.ts';
import { inOrderShown, sweptBy } from '../../treasury/preview/past-sweep.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { fromItem } from './item.ts';
import { BY_TIME_INDEX, ledgerKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';

/**
 * Pages of 1 MB, some 300 instructions each, read for one window of two months: more than a sweep every five minutes
 * of three rules. Beyond it something other than a rule is wrong.
 */
const MAX_PAGES = 200;

/** Sorts behind every "#id" that may follow a moment. */
const AFTER_ANY_ID = '~';

/** Sweeps of rules that were executed, of all that were made early enough to show within a range of moments. */
export async function sweepsBetween(
  table: StoreTable,
  tenant: string,
  { after, to }: TickRange,
  currencies: readonly string[],
): Promise<readonly PastSweep[]> {
  const named = currencies.map((currency, index) => [`:c${index}`, currency] as const);
  const question = {
    IndexName: BY_TIME_INDEX,
    KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk BETWEEN :from AND :to',
    FilterExpression: `#s = :confirmed AND #o.#k = :sweep AND (attribute_exists(#v) OR #c.#u IN (${named.map(([name]) => name).join(',')}))`,
    ExpressionAttributeNames: {
      '#s': 'state',
      '#o': 'origin',
      '#k': 'kind',
      '#c': 'content',
      '#u': 'currency',
      '#v': 'conversion',
    },
    ExpressionAttributeValues: marshall({
      ':pk': ledgerKeys.instructionsByTime(tenant),
      ':from': plusSeconds(after, -LONGEST_WAIT_SECONDS),
      ':to': `${to}${AFTER_ANY_ID}`,
      ':confirmed': 'confirmed',
      ':sweep': 'sweep',
      ...Object.fromEntries(named),
    }),
  };
  const beyond = `more than ${MAX_PAGES} pages of instructions until ${to}`;
  const found: PastSweep[] = [];
  for await (const { items } of pagesOf(table, question, { pages: MAX_PAGES, beyond })) {
    // Of each page only what moved is kept: all instructions of so many pages do not fit in a function.
    for (const item of items) {
      found.push(...sweptBy(fromItem(INSTRUCTION, item), { after, to }, currencies));
    }
  }
  return inOrderShown(found);
}
