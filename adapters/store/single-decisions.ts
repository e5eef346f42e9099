import type { StoredDecision } from '../../treasury/ledger/stored-decision.ts';
import { earlier, type Instant } from '../../treasury/time/instant.ts';
import type { DecisionFilter, Place, Placed, Search } from './decision-search.ts';
import { BY_TIME_INDEX, ledgerKeys } from './keys.ts';
import { DECISION } from './ledger-items.ts';
import {
  AFTER_ANY_ID,
  cursorAfter,
  FIRST_MOMENT,
  lastBefore,
  type PagedQuery,
  readPage,
  sortKeyIn,
} from './pages.ts';
import type { StoreTable } from './store-table.ts';

/*
 * Decisions that were written each by itself, before a run was one item. They are read for as long as there are any;
 * nothing writes them, and nothing rewrites them.
 */

/** The sort key of a decision in its rule's partition, up to the tick. */
const DECISION_PREFIX = 'DECISION#';

/** Those that a search looks for, newest first. */
export async function* singleDecisions(
  table: StoreTable,
  { tenant, filter, after, limit }: Search,
): AsyncGenerator<Placed> {
  const { rule } = filter;
  const query =
    rule === undefined
      ? decisionsOfAll(tenant, filter, after)
      : decisionsOfRule(tenant, rule, filter, after);
  let cursor = after?.part === '' ? cursorAfter(query.sortKeyOf(after)) : undefined;
  do {
    const page = await readPage(table, query, {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const decision of page.items) {
      const place = { tick: decision.snapshot, part: '', rule: decision.decision.ruleId };
      yield { place, decision };
    }
    cursor = page.cursor;
    // One page looks through as much as a request may; beyond it the cursor of the list leads on.
    if (cursor !== undefined && query.only !== undefined) {
      yield { place: query.placeOf(sortKeyIn(cursor)), decision: null };
    }
  } while (cursor !== undefined);
}

interface SingleQuery extends PagedQuery<StoredDecision> {
  readonly sortKeyOf: (place: Place) => string;
  readonly placeOf: (sortKey: string) => Place;
}

function decisionsOfAll(tenant: string, filter: DecisionFilter, after: Place | null): SingleQuery {
  return {
    index: BY_TIME_INDEX,
    partitionAttribute: 'gsi2pk',
    sortAttribute: 'gsi2sk',
    partition: ledgerKeys.decisionsByTime(tenant),
    ...narrowed(filter, after, (tick) => tick),
    sortKeyOf: ({ tick, rule }) => `${tick}#${rule}`,
    placeOf: (sortKey) => {
      const at = sortKey.indexOf('#');
      return { tick: sortKey.slice(0, at), part: '', rule: sortKey.slice(at + 1) };
    },
    kind: DECISION,
    startKey: (sortKey) => {
      const at = sortKey.indexOf('#');
      return at < 0
        ? null
        : { ...ledgerKeys.decision(tenant, sortKey.slice(at + 1), sortKey.slice(0, at)) };
    },
  };
}

function decisionsOfRule(
  tenant: string,
  ruleId: string,
  filter: DecisionFilter,
  after: Place | null,
): SingleQuery {
  return {
    partitionAttribute: 'pk',
    sortAttribute: 'sk',
    partition: ledgerKeys.rulePartition(tenant, ruleId),
    ...narrowed(filter, after, (tick) => ledgerKeys.decision(tenant, ruleId, tick).sk),
    sortKeyOf: ({ tick }) => ledgerKeys.decision(tenant, ruleId, tick).sk,
    placeOf: (sortKey) => ({ tick: sortKey.slice(DECISION_PREFIX.length), part: '', rule: ruleId }),
    kind: DECISION,
    startKey: (sortKey) => (sortKey.startsWith(DECISION_PREFIX) ? {} : null),
  };
}

/** Bounds of a range of ticks, and the reason as what is left to look at. */
function narrowed(
  { reason, from, to }: DecisionFilter,
  after: Place | null,
  keyOf: (tick: Instant) => string,
): Pick<PagedQuery<StoredDecision>, 'between' | 'only'> {
  const last = lastBefore(to);
  // Behind a decision of a run, all of the same snapshot are still to come.
  const begin = after === null || after.part === '' ? last : earlier(last, after.tick);
  return {
    ...(reason === undefined ? {} : { only: { equal: { 'decision.reason': reason } } }),
    between: { from: keyOf(from ?? FIRST_MOMENT), to: `${keyOf(begin)}${AFTER_ANY_ID}` },
  };
}
