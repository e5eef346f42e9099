import type { Page, PageRequest } from '../../../adapters/store/pages.ts';

/** Every page of a list, from its first to its last, of at most so many items. */
export function pagesOf<Item>(
  read: (page: PageRequest) => Page<Item>,
  limit: number,
): readonly (readonly Item[])[] {
  const pages = [read({ limit })];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    pages.push(read({ limit, cursor: next }));
  }
  return pages.map(({ items }) => items);
}
