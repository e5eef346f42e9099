import type { Page, PageRequest } from '../../adapters/store/pages.ts';
import type { Row } from '../formats/report.ts';

/** Page after page, as they are needed; from the beginning in each iteration. */
export function allRows<T>(
  read: (cursor: Pick<PageRequest, 'cursor'>) => Promise<Page<T>>,
  rowsOfItem: (item: T) => readonly Row[],
): AsyncIterable<Row> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const item of allItems(read)) yield* rowsOfItem(item);
    },
  };
}

/** The items themselves, read as they are needed; from the beginning in each iteration. */
export function allItems<T>(
  read: (cursor: Pick<PageRequest, 'cursor'>) => Promise<Page<T>>,
): AsyncIterable<T> {
  return {
    async *[Symbol.asyncIterator]() {
      let cursor: Pick<PageRequest, 'cursor'> | null = {};
      while (cursor !== null) {
        const page: Page<T> = await read(cursor);
        yield* page.items;
        cursor = page.next === undefined ? null : { cursor: page.next };
      }
    },
  };
}
