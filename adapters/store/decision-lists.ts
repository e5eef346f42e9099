import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  type DecisionRun,
  decisionsOf,
  type StoredDecision,
} from '../../treasury/ledger/stored-decision.ts';
import { earlier, later } from '../../treasury/time/instant.ts';
import {
  type DecisionFilter,
  isAhead,
  type Place,
  type Placed,
  type Search,
} from './decision-search.ts';
import type { Item } from './item.ts';
import { snapshotKeys } from './keys.ts';
import {
  CursorRefusedError,
  cursorsAround,
  inListOrder,
  isDescending,
  type ListPlace,
  placeIn,
} from './list-place.ts';
import {
  AFTER_ANY_ID,
  FIRST_MOMENT,
  itemsWithin,
  lastBefore,
  MAX_PAGE_BYTES,
  type Page,
  type PageRequest,
} from './pages.ts';
import { RunReader } from './pinned.ts';
import type { StoreTable } from './store-table.ts';

/**
 * Runs that one page looks through: 1.5 MB of fifty rules each. Beyond it the page is shorter than requested and its
 * cursor leads on, so that no filter makes a request read a whole history.
 */
const MAX_RUNS_PER_PAGE = 500;
/** Runs of one query that filters by a reason: 300 kB of fifty rules each. */
const RUNS_PER_FILTERED_QUERY = 100;
/** Runs of one query without that filter: a page of fifty rules is in the first two. */
const RUNS_PER_QUERY = 2;

/** The runs lie beside the snapshots. */
export interface DecisionTables {
  readonly snapshots: StoreTable;
}

/** Decisions by time. */
export async function listDecisions(
  { snapshots }: DecisionTables,
  tenant: string,
  filter: DecisionFilter,
  { limit, cursor, order = 'newest', namesUnreadable }: PageRequest,
): Promise<Page<StoredDecision>> {
  const from = cursor === undefined ? null : placeIn(cursor);
  const descending = isDescending(order, from);
  const start = from === null ? null : { place: decisionAt(from), inclusive: from.inclusive };
  const unreadable: string[] = [];
  const named = namesUnreadable === true ? unreadable : null;
  const search = { tenant, filter, start, descending, limit };
  const found: (Placed & { readonly decision: StoredDecision })[] = [];
  let end: Place | null = null;
  for await (const { place, decision } of decisionsInRuns(snapshots, search, named)) {
    if (decision !== null) found.push({ place, decision });
    end = decision === null || found.length === limit ? place : null;
    if (end !== null) break;
  }
  const items = itemsWithin(
    MAX_PAGE_BYTES,
    found.map(({ decision }) => decision),
  );
  const last = items.length < found.length ? found[items.length - 1]?.place : end;
  const stopped = last === null || last === undefined ? undefined : keyOf(last);
  return {
    items: inListOrder(items, from),
    ...cursorsAround(from, stopped),
    ...(unreadable.length > 0 && { unreadable }),
  };
}

async function* decisionsInRuns(
  table: StoreTable,
  search: Search,
  unreadable: string[] | null,
): AsyncGenerator<Placed> {
  const { filter, descending } = search;
  let runs = 0;
  for await (const run of runsInOrder(table, search, unreadable)) {
    const tick = run.snapshot;
    const part = snapshotKeys.decisionRun(run.tenant, tick, run.part).sk.slice(tick.length + 1);
    const wanted = decisionsOf(run)
      .filter(({ decision }) => isWanted(decision, filter))
      .map((decision) => ({ place: { tick, part, rule: decision.decision.ruleId }, decision }))
      .filter(({ place }) => isAhead(search, place))
      .sort((left, right) => (left.place.rule < right.place.rule === descending ? 1 : -1));
    yield* wanted;
    runs += 1;
    if (runs === MAX_RUNS_PER_PAGE) {
      // Behind every rule of the run.
      yield { place: { tick, part, rule: descending ? '' : AFTER_ANY_ID }, decision: null };
    }
  }
}

function isWanted(decision: StoredDecision['decision'], { rule, reason }: DecisionFilter): boolean {
  if (rule !== undefined && decision.ruleId !== rule) return false;
  return reason === undefined || (decision.outcome === 'no-sweep' && decision.reason === reason);
}

async function* runsInOrder(
  table: StoreTable,
  { tenant, filter, start: begin, descending, limit }: Search,
  unreadable: string[] | null,
): AsyncGenerator<DecisionRun> {
  const { client, tableName } = table;
  const first = filter.from ?? FIRST_MOMENT;
  const last = `${lastBefore(filter.to)}#${AFTER_ANY_ID}`;
  const from = begin === null || descending ? first : later(first, runAt(begin.place));
  const to = begin === null || !descending ? last : earlier(last, runAt(begin.place));
  if (from > to) return;
  const reader = new RunReader(table, tenant);
  let start: Item | undefined;
  let runs = runsPerQuery(filter, limit);
  do {
    const answer = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: marshall({
          ':pk': snapshotKeys.decisionRunPartition(tenant),
          ':from': from,
          ':to': to,
        }),
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
        ScanIndexForward: !descending,
        Limit: runs,
      }),
    );
    const { Items = [] } = answer;
    yield* unreadable === null
      ? await reader.runsIn(Items)
      : await reader.readableIn(Items, unreadable);
    start = answer.LastEvaluatedKey;
    // Runs of few rules fill no page: each further query reads as much again as all before it.
    runs = Math.min(2 * runs, RUNS_PER_FILTERED_QUERY);
  } while (start !== undefined);
}

/** Sort key of the run that a page begins in: one whose rules are not all listed yet. */
function runAt({ tick, part }: Place): string {
  return `${tick}#${part}`;
}

/** A rule has one decision in a run. */
function runsPerQuery({ rule, reason }: DecisionFilter, limit: number): number {
  if (reason !== undefined) return RUNS_PER_FILTERED_QUERY;
  return rule === undefined ? RUNS_PER_QUERY : Math.min(limit, RUNS_PER_FILTERED_QUERY);
}

function keyOf({ tick, part, rule }: Place): string {
  return JSON.stringify([tick, part, rule]);
}

function decisionAt({ key }: ListPlace): Place {
  const [tick, part, rule, ...more] = parts(key);
  const texts = [tick, part, rule].every((each) => typeof each === 'string');
  if (!texts || more.length > 0 || Number.isNaN(Date.parse(String(tick)))) {
    throw new CursorRefusedError('not a cursor of this list');
  }
  return { tick: String(tick), part: String(part), rule: String(rule) };
}

function parts(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
