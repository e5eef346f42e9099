/*
 * What people may add to one item of the ledger. Every statement is a line of its history with the comment in it, and the
 * store takes 400 kB for an item: without a bound one person could fill it, and no person could end it any more.
 */

/** Statements of one person about one item: whoever has changed their mind this often lets another person say it. */
export const MAX_STATEMENTS_OF_ONE = 12;

/** Bytes of everything that people have said of one item: a third of what the store takes, with the rest for its end. */
export const MAX_STATED_BYTES = 120_000;

/**
 * Statements of each person that fit whatever others have said: one, and another one after a mistake. A hundred people
 * do not fill the item by them.
 */
const ALWAYS_FIT = 2;

/** A line of a history that a person brought about. */
export interface Stated {
  readonly by: string;
  readonly message: string;
}

export interface TooManyStatements {
  readonly code: 'too-many-statements';
  readonly message: string;
}

/** Null if the item has room for another statement of this person. What ends the item needs no room: callers ask not. */
export function refuseStatement(stated: readonly Stated[], by: string): TooManyStatements | null {
  const own = stated.filter((each) => each.by === by).length;
  if (own >= MAX_STATEMENTS_OF_ONE) {
    const message = `${by} has said ${own} things about it; accepted: ${MAX_STATEMENTS_OF_ONE} of each person. Another person says the next.`;
    return { code: 'too-many-statements', message };
  }
  const bytes = stated.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0);
  if (own < ALWAYS_FIT || bytes < MAX_STATED_BYTES) return null;
  const message = `People have said ${bytes} bytes about it; accepted: ${MAX_STATED_BYTES}. It can still be ended.`;
  return { code: 'too-many-statements', message };
}
