import { expect } from 'vitest';
import type { Page, PageRequest } from '../../../adapters/store/pages.ts';

/** Pages that a list may have in a test; more of them means that it does not end. */
const MAX_PAGES = 200;

/**
 * Reads a list to its end and back to its start. Expects the same items on the way back.
 */
export async function walkedBothWays<T>(
  read: (page: PageRequest) => Promise<Page<T>>,
  limit: number,
): Promise<readonly T[]> {
  const there = await walked(read, limit, 'next');
  const last = there.at(-1);
  expect(there[0]?.previous).toBeUndefined();
  if (last?.previous === undefined) return there.flatMap(({ items }) => items);
  const back = await walked(read, limit, 'previous', last.previous);
  const found = there.flatMap(({ items }) => items);
  const again = [...back.toReversed().flatMap(({ items }) => items), ...last.items];
  expect(again).toEqual(found);
  return found;
}

async function walked<T>(
  read: (page: PageRequest) => Promise<Page<T>>,
  limit: number,
  direction: 'next' | 'previous',
  from?: string,
): Promise<readonly Page<T>[]> {
  const pages: Page<T>[] = [];
  let at = from;
  do {
    const page = await read({ limit, ...cursor(at) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    pages.push(page);
    at = page[direction];
    if (pages.length > MAX_PAGES) throw new Error('the list does not end');
  } while (at !== undefined);
  return pages;
}

function cursor(at: string | undefined): { readonly cursor?: string } {
  return at === undefined ? {} : { cursor: at };
}
