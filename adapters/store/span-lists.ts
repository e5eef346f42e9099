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
import {
  earlier,
  type Instant,
  justAfter,
  justBefore,
  later,
} from '../../treasury/time/instant.ts';
import { fromItem, type Item } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { pageOfKnown } from './known-list.ts';
import {
  CursorRefusedError,
  cursorsAround,
  inListOrder,
  isDescending,
  type ListPlace,
  placeIn,
} from './list-place.ts';
import { FIRST_MOMENT, lastBefore, type Page, type PageRequest } from './pages.ts';
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
  filter: SpanFilter,
  { limit, cursor, order = 'newest' }: PageRequest,
): Promise<Page<ListedSpan>> {
  const { rule } = filter;
  const start = cursor === undefined ? null : spanAt(placeIn(cursor), rule);
  const descending = isDescending(order, start);
  const range = rangeOf(filter, start, descending);
  // Before the months: a span that closes meanwhile is in both, and never in none.
  // Behind a closed span, on the way to older ones, the open one does not come any more.
  const isBehind = descending && start !== null && !start.inclusive;
  const found = isBehind ? null : await openSpanOf(table, tenant, rule);
  const open = found !== null && range.isWanted(found) ? [found] : [];
  const closed: ListedSpan[] = [];
  let isEnd = true;
  for await (const { months, more } of monthsBetween(table, tenant, {
    ...range,
    rule,
    limit,
    descending,
  })) {
    for (const { spans } of months) {
      const listed = spans.map((span) => listedClosed(rule, span));
      // Closed while this was read: as such it has its last run.
      if (listed.some((span) => span.from === open[0]?.from)) open.pop();
      closed.push(...(descending ? listed.toReversed() : listed).filter(range.isWanted));
    }
    // The page is shorter than requested rather than read a month of which the next page shows the most.
    const largest = Math.max(...months.map(({ spans }) => spans.length));
    isEnd = !more;
    const count = closed.length + (descending ? open.length : 0);
    if (count > 0 && count + largest > limit) break;
  }
  // The open span is the newest.
  const read = descending ? [...open, ...closed] : [...closed, ...(isEnd ? open : [])];
  const items = read.slice(0, limit);
  const end = isEnd && read.length <= limit ? undefined : items.at(-1)?.from;
  return { items: inListOrder(items, start), ...cursorsAround(start, end) };
}

interface SpanRange {
  readonly from: Instant;
  readonly last: Instant;
  readonly isWanted: (span: ListedSpan) => boolean;
}

/** The part of a filter's range that a page has still to read. */
function rangeOf(
  { from = FIRST_MOMENT, to }: SpanFilter,
  start: ListPlace | null,
  descending: boolean,
): SpanRange {
  const last = lastBefore(to);
  const isAhead = (span: ListedSpan): boolean => {
    if (start === null) return true;
    if (span.from === start.key) return start.inclusive;
    return descending ? span.from < start.key : span.from > start.key;
  };
  const ahead = start === null ? null : edgeOf(start, descending);
  return {
    from: ahead === null || descending ? from : later(from, ahead),
    last: ahead === null || !descending ? last : earlier(last, ahead),
    isWanted: (span) => span.until >= from && span.from <= last && isAhead(span),
  };
}

function edgeOf({ key, inclusive }: ListPlace, descending: boolean): Instant {
  if (inclusive) return key;
  return descending ? justBefore(key) : justAfter(key);
}

/** The open span of every rule, or of those that have not swept since a moment, in the order of their ids. */
export async function listOpenSpans(
  table: StoreTable,
  tenant: string,
  { withoutSweepSince }: { readonly withoutSweepSince?: Instant | undefined },
  page: PageRequest,
): Promise<Page<ListedSpan>> {
  const rules = (await readOpenSpans(table, tenant))?.rules ?? [];
  const wanted = rules.filter(
    ({ lastSweepAt }) =>
      withoutSweepSince === undefined ||
      lastSweepAt === undefined ||
      lastSweepAt < withoutSweepSince,
  );
  return pageOfKnown(wanted.map(listedOpen), ({ ruleId }) => ruleId, page);
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
  readonly descending: boolean;
}

interface MonthsRead {
  readonly months: readonly MonthSpans[];
  readonly more: boolean;
}

/** As many as the page will take, then ever more of them, since they may be nearly empty. */
async function* monthsBetween(
  { client, tableName }: StoreTable,
  tenant: string,
  { rule, from, last, limit, descending }: MonthsWanted,
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
        ScanIndexForward: !descending,
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

/** The place of a cursor, which is beside a span's first run. */
function spanAt(place: ListPlace, rule: string): ListPlace {
  if (Number.isNaN(Date.parse(place.key))) throw new CursorRefusedError(`not a cursor of ${rule}`);
  return place;
}
