import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { decisionsOf, type StoredDecision } from '../../treasury/ledger/stored-decision.ts';
import { earlier } from '../../treasury/time/instant.ts';
import { DECISION_RUN } from './decision-run-item.ts';
import type { DecisionFilter, Place, Placed, Search } from './decision-search.ts';
import { fromItem, type Item } from './item.ts';
import { snapshotKeys } from './keys.ts';
import {
  CursorRefusedError,
  FIRST_MOMENT,
  itemsWithin,
  lastBefore,
  MAX_PAGE_BYTES,
  type Page,
  type PageRequest,
} from './pages.ts';
import { singleDecisions } from './single-decisions.ts';
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

/** The runs lie beside the snapshots; decisions that were each written by themselves are in the ledger. */
export interface DecisionTables {
  readonly snapshots: StoreTable;
  readonly ledger: StoreTable;
}

/** Decisions, newest first: those of runs, and those that were written before a run was one item. */
export async function listDecisions(
  { snapshots, ledger }: DecisionTables,
  tenant: string,
  filter: DecisionFilter,
  { limit, cursor }: PageRequest,
): Promise<Page<StoredDecision>> {
  const after = cursor === undefined ? null : placeIn(cursor);
  const search = { tenant, filter, after, limit };
  const found: (Placed & { readonly decision: StoredDecision })[] = [];
  let end: Place | null = null;
  for await (const { place, decision } of newestFirst(
    decisionsInRuns(snapshots, search),
    singleDecisions(ledger, search),
  )) {
    if (decision !== null) found.push({ place, decision });
    end = decision === null || found.length === limit ? place : null;
    if (end !== null) break;
  }
  const items = itemsWithin(
    MAX_PAGE_BYTES,
    found.map(({ decision }) => decision),
  );
  const last = items.length < found.length ? found[items.length - 1]?.place : end;
  return last === null || last === undefined ? { items } : { items, cursor: cursorOf(last) };
}

async function* newestFirst(
  left: AsyncIterator<Placed>,
  right: AsyncIterator<Placed>,
): AsyncGenerator<Placed> {
  let [one, other] = await Promise.all([left.next(), right.next()]);
  while (one.done !== true || other.done !== true) {
    if (
      other.done === true ||
      (one.done !== true && isBefore(one.value.place, other.value.place))
    ) {
      yield one.value;
      one = await left.next();
    } else {
      yield other.value;
      other = await right.next();
    }
  }
}

function isBefore(left: Place, right: Place): boolean {
  return orderOf(left) > orderOf(right);
}

function orderOf({ tick, part, rule }: Place): string {
  return `${tick}#${part}#${rule}`;
}

async function* decisionsInRuns(table: StoreTable, search: Search): AsyncGenerator<Placed> {
  const { filter, after } = search;
  let runs = 0;
  for await (const item of runItems(table, search)) {
    const run = fromItem(DECISION_RUN, item);
    const tick = run.snapshot;
    const part = (item.sk?.S ?? '').slice(tick.length + 1);
    const behind = after?.tick === tick && after.part === part ? after.rule : null;
    const decisions = decisionsOf(run)
      .filter(({ decision }) => isWanted(decision, filter))
      .filter(({ decision }) => behind === null || decision.ruleId < behind)
      .sort((left, right) => (left.decision.ruleId < right.decision.ruleId ? 1 : -1));
    for (const decision of decisions) {
      yield { place: { tick, part, rule: decision.decision.ruleId }, decision };
    }
    runs += 1;
    if (runs === MAX_RUNS_PER_PAGE) yield { place: { tick, part, rule: '' }, decision: null };
  }
}

function isWanted(decision: StoredDecision['decision'], { rule, reason }: DecisionFilter): boolean {
  if (rule !== undefined && decision.ruleId !== rule) return false;
  return reason === undefined || (decision.outcome === 'no-sweep' && decision.reason === reason);
}

async function* runItems(
  { client, tableName }: StoreTable,
  { tenant, filter, after, limit }: Search,
): AsyncGenerator<Item> {
  const from = filter.from ?? FIRST_MOMENT;
  const to = lastBefore(filter.to);
  const upper = after === null ? `${to}#~` : earlier(`${to}#~`, startOf(after));
  if (from > upper) return;
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
          ':to': upper,
        }),
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
        ScanIndexForward: false,
        Limit: runs,
      }),
    );
    yield* answer.Items ?? [];
    start = answer.LastEvaluatedKey;
    // Runs of few rules fill no page: each further query reads as much again as all before it.
    runs = Math.min(2 * runs, RUNS_PER_FILTERED_QUERY);
  } while (start !== undefined);
}

/** Sort key of the run that a page begins in: one whose rules are not all listed yet, or the one before the tick. */
function startOf({ tick, part }: Place): string {
  return part === '' ? tick : `${tick}#${part}`;
}

/** A rule has one decision in a run. */
function runsPerQuery({ rule, reason }: DecisionFilter, limit: number): number {
  if (reason !== undefined) return RUNS_PER_FILTERED_QUERY;
  return rule === undefined ? RUNS_PER_QUERY : Math.min(limit, RUNS_PER_FILTERED_QUERY);
}

function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify([place.tick, place.part, place.rule])).toString('base64url');
}

function placeIn(cursor: string): Place {
  const [tick, part, rule, ...more] = parts(Buffer.from(cursor, 'base64url').toString('utf8'));
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
