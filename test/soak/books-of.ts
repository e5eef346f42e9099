import type { Stack } from '../../local/stack.ts';
import type { RunningSandbox } from '../../sandbox/index.ts';
import { type Books, LedgerReader } from '../crash/books/books.ts';
import { disagreements } from '../crash/books/compare.ts';

/** Both sides' books of a stack in which nothing is under way, and where they do not agree. */
export async function booksOf(
  stack: Stack,
  sandbox: RunningSandbox,
): Promise<{ readonly books: Books; readonly disagreements: readonly string[] }> {
  const engine = await stack.runtime.dynamo.config.endpoint?.();
  const reader = new LedgerReader(stack.model, `http://127.0.0.1:${engine?.port}`);
  try {
    const books = await reader.books(sandbox);
    return { books, disagreements: disagreements(books) };
  } finally {
    reader.close();
  }
}
