import { cursorsAround, inListOrder, type ListPlace, placeIn } from './list-place.ts';
import { itemsWithin, MAX_PAGE_BYTES, type Page, type PageRequest } from './pages.ts';

/** A page of items that are all at hand, each with its own key, in the order of the keys: as many as the page takes, by number and bytes. */
export function pageOfKnown<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { limit, cursor }: Pick<PageRequest, 'limit' | 'cursor'>,
): Page<T> {
  const start = cursor === undefined ? null : placeIn(cursor);
  const ordered = items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const ahead = inListOrder(ordered, start).filter((item) => isAhead(start, keyOf(item)));
  const page = itemsWithin(MAX_PAGE_BYTES, ahead.slice(0, limit));
  const last = page.at(-1);
  const end = ahead.length > page.length && last !== undefined ? keyOf(last) : undefined;
  return { items: inListOrder(page, start), ...cursorsAround(start, end) };
}

function isAhead(start: ListPlace | null, key: string): boolean {
  if (start === null) return true;
  if (key === start.key) return start.inclusive;
  return start.direction === 'next' ? key > start.key : key < start.key;
}
