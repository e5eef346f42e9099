/**
 * An item that a later version of Sluice has written, with fields that this one does not know, says its version here.
 * The store sets it when it reads an item newer than the schema; it is absent everywhere else.
 */
export const SCHEMA_VERSION = 'schemaVersion';

/** A later version of Sluice has written it: it is left alone until that version runs again. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError';
}

/** True for an item that may hold fields which change its meaning, and which this version cannot see. */
export function isNewer(thing: object): boolean {
  return Object.hasOwn(thing, SCHEMA_VERSION);
}

/** No decision is based on it, and no write replaces it. */
export function refuseNewer(name: string, thing: object | null): void {
  if (thing === null || !isNewer(thing)) return;
  throw new NewerVersionError(newerMessage(name));
}

/** Its description, in one sentence. */
export function newerMessage(name: string): string {
  return `${name} was written by a later version of Sluice, and is left alone until that version runs again.`;
}
