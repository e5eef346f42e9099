import type { StoredDecision } from '../../treasury/ledger/stored-decision.ts';
import { earlier, type Instant, later } from '../../treasury/time/instant.ts';
import type { Place, Placed, Search } from './decision-search.ts';
import { BY_TIME_INDEX, ledgerKeys } from './keys.ts';
import { DECISION } from './ledger-items.ts';
import { cursorTo, placeIn } from './list-place.ts';
import { AFTER_ANY_ID, FIRST_MOMENT, lastBefore, type PagedQuery, readPage } from './pages.ts';
import type { StoreTable } from './store-table.ts';

/*
 * Decisions that were written each by itself, before a run was one item. They are read for as long as there are any;
 * nothing writes them, and nothing rewrites them.
 */

/** The sort key of a decision in its rule's partition, up to the tick. */
const DECISION_PREFIX = 'DECISION#';

/** Those that a search looks for, in its order. */
export async function* singleDecisions(table: StoreTable, search: Search): AsyncGenerator<Placed> {
  const { tenant, filter, start, limit, descending } = search;
  const { rule } = filter;
  const query =
    rule === undefined ? decisionsOfAll(tenant, search) : decisionsOfRule(tenant, rule, search);
  const order = descending ? 'newest' : 'oldest';
  let cursor =
    start?.place.part === ''
      ? cursorTo({
          direction: 'next',
          key: query.sortKeyOf(start.place),
          inclusive: start.inclusive,
        })
      : undefined;
  do {
    const page = await readPage(table, query, {
      limit,
      order,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const decision of page.items) {
      const place = { tick: decision.snapshot, part: '', rule: decision.decision.ruleId };
      yield { place, decision };
    }
    cursor = page.next;
    // One page looks through as much as a request may; beyond it the cursor of the list leads on.
    if (cursor !== undefined && query.only !== undefined) {
      yield { place: query.placeOf(placeIn(cursor).key), decision: null };
    }
  } while (cursor !== undefined);
}

interface SingleQuery extends PagedQuery<StoredDecision> {
  readonly sortKeyOf: (place: Place) => string;
  readonly placeOf: (sortKey: string) => Place;
}

function decisionsOfAll(tenant: string, search: Search): SingleQuery {
  return {
    index: BY_TIME_INDEX,
    partitionAttribute: 'gsi2pk',
    sortAttribute: 'gsi2sk',
    partition: ledgerKeys.decisionsByTime(tenant),
    ...narrowed(search, (tick) => tick),
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

function decisionsOfRule(tenant: string, ruleId: string, search: Search): SingleQuery {
  const keyOf = (tick: Instant) => ledgerKeys.decision(tenant, ruleId, tick).sk;
  return {
    partitionAttribute: 'pk',
    sortAttribute: 'sk',
    partition: ledgerKeys.rulePartition(tenant, ruleId),
    ...narrowed(search, keyOf),
    sortKeyOf: ({ tick }) => keyOf(tick),
    placeOf: (sortKey) => ({ tick: sortKey.slice(DECISION_PREFIX.length), part: '', rule: ruleId }),
    kind: DECISION,
    startKey: (sortKey) => (sortKey.startsWith(DECISION_PREFIX) ? {} : null),
  };
}

/** Bounds of a range of ticks, and the reason as what is left to look at. */
function narrowed(
  { filter: { reason, from, to }, start, descending }: Search,
  keyOf: (tick: Instant) => string,
): Pick<PagedQuery<StoredDecision>, 'between' | 'only'> {
  const first = keyOf(from ?? FIRST_MOMENT);
  const last = `${keyOf(lastBefore(to))}${AFTER_ANY_ID}`;
  // Newest first, a decision of a run comes before all of its snapshot that were written by themselves.
  const reached =
    start === null || start.place.part === '' ? null : `${keyOf(start.place.tick)}${AFTER_ANY_ID}`;
  return {
    ...(reason === undefined ? {} : { only: { equal: { 'decision.reason': reason } } }),
    between: {
      from: reached === null || descending ? first : later(first, reached),
      to: reached === null || !descending ? last : earlier(last, reached),
    },
  };
}
