import { cursorsAround, inListOrder, isDescending, placeIn } from './list-place.ts';
import {
  itemsWithin,
  MAX_PAGE_BYTES,
  type Page,
  type PagedQuery,
  type PageRequest,
  readPage,
} from './pages.ts';
import type { StoreTable } from './store-table.ts';

/**
 * One page of several lists of one order as if they were one: those of several states. `keyOf`: an item's sort key, which is
 * the same in each list. One of them that stopped searching cuts the page off there, and its cursor leads on.
 */
export async function readMergedPage<T>(
  table: StoreTable,
  queries: readonly PagedQuery<T>[],
  keyOf: (item: T) => string,
  request: PageRequest,
): Promise<Page<T>> {
  const [only, ...others] = queries;
  if (only !== undefined && others.length === 0) return await readPage(table, only, request);
  const { limit, cursor, order = 'newest' } = request;
  const start = cursor === undefined ? null : placeIn(cursor);
  const direction = start?.direction ?? 'next';
  const isDescendingRead = isDescending(order, start);
  const pages = await Promise.all(queries.map((query) => readPage(table, query, request)));
  const isBefore = (one: string, other: string): boolean =>
    isDescendingRead ? one > other : one < other;
  const stops = pages.flatMap((page) => {
    const on = page[direction];
    return on === undefined ? [] : [placeIn(on).key];
  });
  const stop = stops.sort((one, other) => (isBefore(one, other) ? -1 : 1))[0];
  // An item that changes its state between the reads is in two of the lists.
  const byKey = new Map(pages.flatMap(({ items }) => items).map((item) => [keyOf(item), item]));
  const found = [...byKey]
    .filter(([key]) => stop === undefined || !isBefore(stop, key))
    .sort(([one], [other]) => (isBefore(one, other) ? -1 : 1));
  const items = itemsWithin(
    MAX_PAGE_BYTES,
    found.slice(0, limit).map(([, item]) => item),
  );
  const isCut = found.length > items.length;
  const end = isCut ? found[items.length - 1]?.[0] : stop;
  const unreadable = pages.flatMap((page) => page.unreadable ?? []);
  return {
    items: inListOrder(items, start),
    ...cursorsAround(start, end),
    ...(unreadable.length > 0 && { unreadable }),
  };
}
