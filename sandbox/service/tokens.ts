import type { Books } from '../books/books.ts';
import { tokenDigest } from '../journal/journal-entry.ts';
import type { AcceptedToken, TokenAccess } from './credentials.ts';

/**
 * The tokens that are accepted: those of the start, until a rotation replaces them. A rotation is kept
 * in the books, as digests, and outlives a restart.
 */
export class Tokens {
  readonly #books: Books;
  readonly #atStart: readonly AcceptedToken[];

  constructor(
    books: Books,
    atStart: readonly { readonly token: string; readonly access: TokenAccess }[],
  ) {
    this.#books = books;
    this.#atStart = atStart.map(({ token, access }) => ({ digest: tokenDigest(token), access }));
  }

  accepted(): readonly AcceptedToken[] {
    const rotated = this.#books.state.rotatedDigests;
    if (rotated === null) return this.#atStart;
    return rotated.map((digest) => ({ digest, access: this.#accessOf(digest) }));
  }

  digests(): readonly string[] {
    return this.accepted().map(({ digest }) => digest);
  }

  /** Accepts `token` instead of all others, or besides them. */
  rotate(token: string, keepPrevious: boolean): void {
    const digest = tokenDigest(token);
    const previous = keepPrevious ? this.digests().filter((other) => other !== digest) : [];
    this.#books.record({ record: 'rotated', digests: [digest, ...previous] });
  }

  #accessOf(digest: string): TokenAccess {
    return this.#atStart.find((token) => token.digest === digest)?.access ?? 'full';
  }
}
