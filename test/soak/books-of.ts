import { clientAt } from '../../local/network/client-at.ts';
import type { Stack } from '../../local/stack.ts';
import type { RunningSandbox } from '../../sandbox/index.ts';
import { type Books, LedgerReader } from '../crash/books/books.ts';
import { disagreements } from '../crash/books/compare.ts';

/** Both sides' books of a stack in which nothing is under way, and where they do not agree. */
export async function booksOf(
  stack: Stack,
  sandbox: RunningSandbox,
): Promise<{ readonly books: Books; readonly disagreements: readonly string[] }> {
  const reader = new LedgerReader(stack.model, clientAt(stack.runtime.engine));
  try {
    const books = await reader.books(sandbox);
    return { books, disagreements: disagreements(books) };
  } finally {
    reader.close();
  }
}
