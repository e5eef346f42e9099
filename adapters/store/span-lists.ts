import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  type ListedSpan,
  listedClosed,
  listedOpen,
  type MonthSpans,
  monthOf,
  type OpenSpans,
} from '../../treasury/spans/span.ts';
import { earlier, type Instant, justBefore } from '../../treasury/time/instant.ts';
import { fromItem, type Item } from './item.ts';
import { ledgerKeys } from './keys.ts';
import {
  CursorRefusedError,
  cursorAfter,
  FIRST_MOMENT,
  lastBefore,
  type Page,
  type PageRequest,
} from './pages.ts';
import { MONTH_SPANS, OPEN_SPANS } from './span-items.ts';
import type { StoreTable } from './store-table.ts';
import { thingAt } from './table-items.ts';

/** Spans of a month if a rule has three a day: the first query of a page takes as many months as it probably shows. */
const SPANS_OF_MONTH = 90;

export interface SpanFilter {
  readonly rule: string;
  /** Spans that have a run from the one moment on, and before the other. */
  readonly from?: Instant;
  readonly to?: Instant;
}

/** The spans of a rule, newest first, the open one included. Reads may be a moment old. */
export async function listSpans(
  table: StoreTable,
  tenant: string,
  { rule, from = FIRST_MOMENT, to }: SpanFilter,
  { limit, cursor }: PageRequest,
): Promise<Page<ListedSpan>> {
  const after = cursor === undefined ? null : placeIn(cursor, rule);
  const found: ListedSpan[] = [];
  // Before the months: a span that closes meanwhile is in both, and never in none.
  const open = after === null ? await openSpanOf(table, tenant, rule) : null;
  const isWanted = (span: ListedSpan): boolean =>
    span.until >= from && span.from <= lastBefore(to) && (after === null || span.from < after);
  if (open !== null && isWanted(open)) found.push(open);
  const last = after === null ? lastBefore(to) : earlier(lastBefore(to), justBefore(after));
  let isEnd = true;
  for await (const { months, more } of monthsBetween(table, tenant, { rule, from, last, limit })) {
    for (const { spans } of months) {
      const closed = spans.map((span) => listedClosed(rule, span));
      // Closed while this was read: as such it has its last run.
      if (open !== null && closed.some((span) => span.from === open.from)) found.length = 0;
      found.push(...closed.toReversed().filter(isWanted));
    }
    // The page is shorter than requested rather than read a month of which the next page shows the most.
    const largest = Math.max(...months.map(({ spans }) => spans.length));
    isEnd = !more && found.length <= limit;
    if (found.length + largest > limit) break;
  }
  const items = found.slice(0, limit);
  const end = items.at(-1);
  return isEnd || end === undefined ? { items } : { items, cursor: cursorAfter(end.from) };
}

/** The open span of every rule, or of those that have not swept since a moment, in the order of their ids. */
export async function listOpenSpans(
  table: StoreTable,
  tenant: string,
  { withoutSweepSince }: { readonly withoutSweepSince?: Instant | undefined },
  { limit, cursor }: PageRequest,
): Promise<Page<ListedSpan>> {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('utf8');
  const rules = (await readOpenSpans(table, tenant))?.rules ?? [];
  const wanted = rules
    .filter(({ ruleId }) => ruleId > after)
    .filter(
      ({ lastSweepAt }) =>
        withoutSweepSince === undefined ||
        lastSweepAt === undefined ||
        lastSweepAt < withoutSweepSince,
    );
  const items = wanted.slice(0, limit).map(listedOpen);
  const end = items.at(-1);
  return wanted.length > limit && end !== undefined
    ? { items, cursor: cursorAfter(end.ruleId) }
    : { items };
}

async function readOpenSpans(table: StoreTable, tenant: string): Promise<OpenSpans | null> {
  return await thingAt(table, ledgerKeys.openSpans(tenant), OPEN_SPANS, false);
}

async function openSpanOf(
  table: StoreTable,
  tenant: string,
  rule: string,
): Promise<ListedSpan | null> {
  const found = (await readOpenSpans(table, tenant))?.rules.find(({ ruleId }) => ruleId === rule);
  return found === undefined ? null : listedOpen(found);
}

interface MonthsWanted {
  readonly rule: string;
  readonly from: Instant;
  readonly last: Instant;
  /** Spans on the page. */
  readonly limit: number;
}

interface MonthsRead {
  readonly months: readonly MonthSpans[];
  readonly more: boolean;
}

/** Newest first: as many as the page will take, then ever more of them, since they may be nearly empty. */
async function* monthsBetween(
  { client, tableName }: StoreTable,
  tenant: string,
  { rule, from, last, limit }: MonthsWanted,
): AsyncGenerator<MonthsRead> {
  if (from > last) return;
  let start: Item | undefined;
  let months = Math.max(1, Math.floor(limit / SPANS_OF_MONTH));
  do {
    const answer = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :last',
        ExpressionAttributeValues: marshall({
          ':pk': ledgerKeys.spansPartition(tenant, rule),
          ':from': monthOf(from),
          ':last': monthOf(last),
        }),
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
        ScanIndexForward: false,
        Limit: months,
      }),
    );
    start = answer.LastEvaluatedKey;
    yield {
      months: (answer.Items ?? []).map((item) => fromItem(MONTH_SPANS, item)),
      more: start !== undefined,
    };
    months *= 2;
  } while (start !== undefined);
}

/** Spans before this one are still to be listed. */
function placeIn(cursor: string, rule: string): Instant {
  const from = Buffer.from(cursor, 'base64url').toString('utf8');
  if (Number.isNaN(Date.parse(from))) throw new CursorRefusedError(`not a cursor of ${rule}`);
  return from;
}
