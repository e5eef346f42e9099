import {
  TransactionCanceledException,
  TransactionConflictException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  batchNumberText,
  type EventBatch,
  type FeedStart,
} from '../../treasury/events/event-batch.ts';
import type { FeedReading, FeedWriting } from '../../treasury/events/feed-ports.ts';
import { type Instant, justBefore } from '../../treasury/time/instant.ts';
import { putIf } from './conditional-put.ts';
import { EVENT_BATCH, eventBatchItem, FEED_START } from './event-batch-item.ts';
import { fromItem, itemOf } from './item.ts';
import { feedKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';
import { tableIdentity } from './table-identity.ts';
import { pagesOf, type Question, thingAt } from './table-items.ts';

/** Batches of one query: a page of events is seldom made of more. */
const BATCHES_OF_QUERY = 50;

/**
 * Milliseconds for which the identity of the table is remembered. To put a restored table in the place of another takes
 * minutes, in which there is none.
 */
const EPOCH_KNOWN_FOR_MS = 60_000;

/** Behind the number of every batch, and before every other key. */
const AFTER_ANY_NUMBER = ':';

/** Events in a table of their own, an item for each batch, in the order of their numbers. */
export function createEventFeed(table: StoreTable): FeedWriting & FeedReading {
  return {
    epoch: cachedIdentity(table),
    newest: (tenant, since) => newest(table, tenant, since),
    add: (batch) => lostIfContended(() => putIf(table, eventBatchItem(batch))),
    readStart: (tenant) => thingAt(table, feedKeys.start(tenant), FEED_START),
    begin: (batches, before) => begin(table, batches, before),
    from: (tenant, { number, storedAfter, atOnce }) =>
      batchesOf(table, storedAfter, {
        ...between(tenant, batchNumberText(number), AFTER_ANY_NUMBER),
        ScanIndexForward: true,
        Limit: atOnce,
      }),
    backFrom: (tenant, { number, storedAfter, atOnce }) =>
      batchesOf(table, storedAfter, {
        ...between(tenant, '0', batchNumberText(number)),
        ScanIndexForward: false,
        Limit: atOnce,
      }),
  };
}

function cachedIdentity(table: StoreTable): () => Promise<string> {
  let known: { readonly identity: string; readonly until: number } | null = null;
  return async () => {
    const now = performance.now();
    if (known === null || known.until <= now) {
      known = { identity: await tableIdentity(table), until: now + EPOCH_KNOWN_FOR_MS };
    }
    return known.identity;
  };
}

async function newest(
  table: StoreTable,
  tenant: string,
  since: Instant,
): Promise<readonly EventBatch[]> {
  const found: EventBatch[] = [];
  const all = { ...between(tenant, '0', AFTER_ANY_NUMBER), ScanIndexForward: false };
  // As a rule the newest one is older than the change that is to be added, and all that is read.
  const [last] = await firstOf(table, { ...all, Limit: 1 });
  if (last === undefined || last.storedAt < since) return last === undefined ? [] : [last];
  for await (const batch of batchesOf(table, justBefore(since), all)) found.push(batch);
  return found;
}

async function begin(
  { client, tableName }: StoreTable,
  batches: readonly EventBatch[],
  before: FeedStart | null,
): Promise<boolean> {
  const first = batches.at(-1);
  if (first === undefined) throw new Error('a feed begins with a batch');
  const { tenant, number, epoch, storedAt } = first;
  const start = itemOf(FEED_START, tenant, { ...before, tenant, number, epoch, at: storedAt });
  const puts = batches.map((batch) => ({
    TableName: tableName,
    Item: eventBatchItem(batch),
    ConditionExpression: 'attribute_not_exists(pk)',
  }));
  const isStart =
    before === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: '#number = :before',
          ExpressionAttributeNames: { '#number': 'number' },
          ExpressionAttributeValues: marshall({ ':before': before.number }),
        };
  const TransactItems = [{ TableName: tableName, Item: start, ...isStart }, ...puts].map((Put) => ({
    Put,
  }));
  return await lostIfContended(async () => {
    await client.send(new TransactWriteItemsCommand({ TransactItems }));
    return true;
  });
}

async function lostIfContended(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write();
  } catch (error) {
    if (isLost(error)) return false;
    throw error;
  }
}

/** True if another writer was first, or was at it at the same moment. */
function isLost(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = error.CancellationReasons?.map(({ Code = '' }) => Code) ?? [];
  return codes.some((code) => code === 'ConditionalCheckFailed' || code === 'TransactionConflict');
}

function between(tenant: string, first: string, last: string) {
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: marshall({
      ':pk': feedKeys.partition(tenant),
      ':first': first,
      ':last': last,
    }),
    // Whoever goes on from what was read relies on there being nothing below it.
    ConsistentRead: true,
  } satisfies Question;
}

async function firstOf(table: StoreTable, question: Question): Promise<readonly EventBatch[]> {
  for await (const { items } of pagesOf(table, question)) {
    return items.map((item) => fromItem(EVENT_BATCH, item));
  }
  return [];
}

/** Batches stored after a moment. Backwards they end with the first that was stored before it: times grow with numbers. */
async function* batchesOf(
  table: StoreTable,
  storedAfter: Instant,
  question: Question,
): AsyncGenerator<EventBatch> {
  const { Limit = BATCHES_OF_QUERY } = question;
  for await (const { items } of pagesOf(table, { ...question, Limit })) {
    for (const item of items) {
      const isOlder = (item.storedAt?.S ?? '') <= storedAfter;
      if (isOlder && question.ScanIndexForward === false) return;
      if (!isOlder) yield fromItem(EVENT_BATCH, item);
    }
  }
}
