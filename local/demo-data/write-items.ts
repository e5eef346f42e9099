import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../adapters/store/item.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { retry } from '../../treasury/retries/retry.ts';

/** Items of one request at most, as the API has it. */
const ITEMS_AT_ONCE = 25;

/** Requests at once: the engine on this machine writes one after the other anyway. */
const REQUESTS_AT_ONCE = 4;

/** How often an unprocessed item is offered again, and the pause before it. */
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 50;

/** Writes items as they are, without conditions: into a store that has no other writer yet. */
export async function writeItems(table: StoreTable, items: readonly Item[]): Promise<void> {
  const batches: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    batches.push(items.slice(start, start + ITEMS_AT_ONCE));
  }
  const writers = Array.from({ length: REQUESTS_AT_ONCE }, async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      await writeBatch(table, batch);
    }
  });
  await Promise.all(writers);
}

async function writeBatch({ client, tableName }: StoreTable, items: readonly Item[]) {
  let left = items.map((Item) => ({ PutRequest: { Item } }));
  const writeOnce = async (): Promise<true | null> => {
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [tableName]: left } }),
    );
    left = (UnprocessedItems[tableName] ?? []).flatMap(({ PutRequest }) =>
      PutRequest?.Item === undefined ? [] : [{ PutRequest: { Item: PutRequest.Item } }],
    );
    return left.length === 0 ? true : null;
  };
  const written = await retry(writeOnce, { attempts: MAX_ATTEMPTS, pause: () => sleep(PAUSE_MS) });
  if (written === null) throw new Error(`${left.length} items of ${tableName} were not taken`);
}
