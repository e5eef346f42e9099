import { marshall } from '@aws-sdk/util-dynamodb';
import { textsOfBreak } from '../../treasury/breaks/show-break.ts';
import { sayMovement } from '../../treasury/facts/sentences/movement.ts';
import { sayActor } from '../../treasury/facts/sentences/say/say-actor.ts';
import {
  type Break,
  type BreakState,
  breakId,
  breakIdBounds,
  DIRECTIONS,
  matchOf,
} from '../../treasury/ledger/break.ts';
import type { ClaimWindow } from '../../treasury/ledger/claim-window.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import { conclusionsIn } from '../../treasury/ledger/unbooked-conclusion.ts';
import type { FlowLedger } from '../../treasury/reconciliation/ports.ts';
import { type Instant, justBefore } from '../../treasury/time/instant.ts';
import { fromItem, type Item, type ItemReading } from './item.ts';
import { BY_STATE_INDEX, ledgerKeys } from './keys.ts';
import { BREAK, CLAIM, FLOW, PENDING_CLAIMS } from './ledger-items.ts';
import { readMergedPage } from './merged-pages.ts';
import { type Page, type PageRequest, readPage } from './pages.ts';
import { both, holding } from './searched-text.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf, pagesOf, type Question, thingAt } from './table-items.ts';
import { readConclusion } from './unbooked.ts';

/** Sorts behind every currency, or id, that may follow a moment. */
const AFTER_ANY = '~';

/** Flows, breaks and claims on DynamoDB. `consistent: false` costs half and may be a second old: for
 * reports. */
export function createFlows(table: StoreTable, consistent = true): FlowLedger {
  return {
    claimsEnding: async (tenant, after, to) => {
      const found: ClaimWindow[] = [];
      const pages = claimPages(table, tenant, { after, to }, consistent);
      for await (const page of pages) found.push(...page);
      return found;
    },
    claimPages: (tenant, after, to) => claimPages(table, tenant, { after, to }, consistent),
    flowsBetween: (tenant, from, to) =>
      queryAll(
        table,
        ledgerKeys.flowPartition(tenant),
        { from, to: `${to}${AFTER_ANY}` },
        { kind: FLOW, consistent },
      ),
    breaksBetween: (tenant, from, to) => {
      const [first, last] = breakIdBounds(from, to);
      return queryAll(
        table,
        ledgerKeys.breakPartition(tenant),
        { from: first, to: last },
        { kind: BREAK, consistent },
      );
    },
    newestFlows: async (tenant, to, limit) => {
      const question = {
        KeyConditionExpression: 'pk = :pk AND sk <= :to',
        ExpressionAttributeValues: marshall({
          ':pk': ledgerKeys.flowPartition(tenant),
          ':to': `${to}${AFTER_ANY}`,
        }),
        ConsistentRead: consistent,
      };
      return await newestItems(table, question, FLOW, limit);
    },
    movedBetween: (tenant, currency, from, to) =>
      flowsOf(table, ledgerKeys.flowsOf(tenant, currency, 'moved'), { from, to }),
    differedBetween: (tenant, currency, ticks, limit) =>
      flowsOf(table, ledgerKeys.flowsOf(tenant, currency, 'differed'), ticks, limit),
    breakAt: (tenant, at) => readBreak(table, tenant, breakId(at)),
    conclusionsOf: async (tenant, currency) =>
      conclusionsIn(await readConclusion(table, tenant, currency)),
    readPendingClaims: (tenant) => thingAt(table, ledgerKeys.pendingClaims(tenant), PENDING_CLAIMS),
  };
}

async function* claimPages(
  table: StoreTable,
  tenant: string,
  { after, to }: { readonly after: Instant; readonly to: Instant },
  consistent: boolean,
): AsyncGenerator<readonly ClaimWindow[], void, undefined> {
  const pages = pagesOf(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: marshall({
      ':pk': ledgerKeys.claimPartition(tenant),
      // Ids follow the moment, so an item that ends at that very moment sorts behind it.
      ':from': `${after}${AFTER_ANY}`,
      ':to': `${to}${AFTER_ANY}`,
    }),
    ConsistentRead: consistent,
  });
  for await (const { items } of pages) yield items.map((item) => fromItem(CLAIM, item));
}

export async function readBreak(
  table: StoreTable,
  tenant: string,
  id: string,
): Promise<Break | null> {
  return await thingAt(table, ledgerKeys.break(tenant, id), BREAK);
}

/** The filters of a list of flows; an absent one does not filter. */
export interface FlowFilter {
  readonly from: Instant;
  readonly to: Instant;
  readonly currency?: string;
  /** Part of an instruction's id, of its description, or of the name of who asked for it or approved it. */
  readonly text?: string;
}

/** The flow whose unexplained amount a break is. */
export async function readFlow(
  table: StoreTable,
  { tenant, snapshot, currency }: Pick<Break, 'tenant' | 'snapshot' | 'currency'>,
): Promise<Flow | null> {
  return await thingAt(table, ledgerKeys.flow(tenant, snapshot, currency), FLOW);
}

/** Flows of ticks from one, included, to another, not, newest first. */
export async function listFlows(
  table: StoreTable,
  tenant: string,
  { from, to, currency, text }: FlowFilter,
  page: PageRequest,
): Promise<Page<Flow>> {
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: ledgerKeys.flowPartition(tenant),
      between: { from, to: `${justBefore(to)}${AFTER_ANY}` },
      kind: FLOW,
      startKey: () => ({}),
      ...(currency === undefined ? {} : { only: { equal: { currency } } }),
      matches: holding(text, ({ movements }: Flow) =>
        movements.flatMap(({ instructionId, askedBy, approvedBy, about }) => [
          instructionId,
          ...[askedBy, ...approvedBy].map((each) => sayActor(each)),
          sayMovement(about),
        ]),
      ),
    },
    page,
  );
}

/** A flow, and the break that its unexplained amount became; null if it became none. */
export interface FlowWithBreak {
  readonly flow: Flow;
  readonly found: Break | null;
}

/** Flows of a page with their breaks, which say what people and matching rules called what is unexplained. */
export async function withBreaks(
  table: StoreTable,
  tenant: string,
  { items, ...page }: Page<Flow>,
): Promise<Page<FlowWithBreak>> {
  const ticks = items
    .filter(({ unexplained }) => unexplained !== '0')
    .map(({ snapshot }) => snapshot)
    .sort();
  const [first, last] = [ticks[0], ticks.at(-1)];
  const breaks =
    first === undefined || last === undefined
      ? []
      : await createFlows(table, false).breaksBetween(tenant, first, last);
  const byId = new Map(breaks.map((each) => [each.id, each]));
  return {
    ...page,
    items: items.map((flow) => ({ flow, found: byId.get(breakId(flow)) ?? null })),
  };
}

/** The filters of a list of breaks; an absent one does not filter. */
export interface BreakFilter {
  readonly from: Instant;
  readonly to: Instant;
  readonly state?: readonly BreakState[];
  readonly currency?: string;
  /** Part of the class: the label or the id of the matching rule that explained it, in any case. */
  readonly class?: string;
  /** Part of an id, or of what was said of it. */
  readonly text?: string;
}

/** Breaks of ticks from one, included, to another, not, newest first; in some states, or all of them. */
export async function listBreaks(
  table: StoreTable,
  tenant: string,
  { from, to, state, currency, class: named, text }: BreakFilter,
  page: PageRequest,
): Promise<Page<Break>> {
  const [first, last] = breakIdBounds(from, justBefore(to));
  const shared = {
    between: { from: first, to: last },
    kind: BREAK,
    ...(currency === undefined ? {} : { only: { equal: { currency } } }),
    matches: both(
      holding(text, textsOfBreak),
      holding(named, (found: Break) => {
        const match = matchOf(found);
        return match === null ? [] : [match.label, match.ruleId];
      }),
    ),
  };
  const partitions = state?.flatMap((each) =>
    DIRECTIONS.map((direction) => ledgerKeys.breaksByState(tenant, each, direction)),
  );
  const queries = [...new Set(partitions)].map((partition) => ({
    ...shared,
    index: BY_STATE_INDEX,
    partitionAttribute: 'gsi1pk',
    sortAttribute: 'gsi1sk',
    partition,
    startKey: (id: string) => ({ ...ledgerKeys.break(tenant, id) }),
  }));
  const ofAll = {
    ...shared,
    partitionAttribute: 'pk',
    sortAttribute: 'sk',
    partition: ledgerKeys.breakPartition(tenant),
    startKey: () => ({}),
  };
  return await readMergedPage(
    table,
    partitions === undefined ? [ofAll] : queries,
    ({ id }) => id,
    page,
  );
}

/** By the index, which may be a second behind. */
async function flowsOf(
  table: StoreTable,
  partition: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Flow[]> {
  const question = {
    IndexName: BY_STATE_INDEX,
    KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to',
    ExpressionAttributeValues: marshall({ ':pk': partition, ':from': from, ':to': to }),
  };
  return await newestItems(table, question, FLOW, limit);
}

async function newestItems<T>(
  table: StoreTable,
  question: Question,
  kind: ItemReading<T>,
  limit: number,
): Promise<readonly T[]> {
  const found: Item[] = [];
  const most = Number.isFinite(limit) ? { Limit: limit } : {};
  for await (const { items } of pagesOf(table, { ...question, ...most, ScanIndexForward: false })) {
    found.push(...items);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit).map((item) => fromItem(kind, item));
}

async function queryAll<T>(
  table: StoreTable,
  partition: string,
  { from, to }: { readonly from: string; readonly to: string },
  reading: { readonly kind: ItemReading<T>; readonly consistent: boolean },
): Promise<readonly T[]> {
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: marshall({ ':pk': partition, ':from': from, ':to': to }),
    ConsistentRead: reading.consistent,
  });
  return items.map((item) => fromItem(reading.kind, item));
}
