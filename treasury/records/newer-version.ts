/**
 * What a later version of Sluice has written, with fields that this one does not know, says its version here. The store
 * sets it where an item is read that is newer than the schema; it is absent everywhere else.
 */
export const SCHEMA_VERSION = 'schemaVersion';

/** A later version of Sluice has written it: it is left alone until that version runs again. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError';
}

/** True for what may hold fields that change its meaning, and that this version cannot see. */
export function isNewer(thing: object): boolean {
  return Object.hasOwn(thing, SCHEMA_VERSION);
}

/** Nothing is done on the strength of it, and nothing is written over it. */
export function refuseNewer(name: string, thing: object | null): void {
  if (thing === null || !isNewer(thing)) return;
  throw new NewerVersionError(newerWords(name));
}

/** What is said of it, in one sentence. */
export function newerWords(name: string): string {
  return `${name} was written by a later version of Sluice, and is left alone until that version runs again.`;
}
