import type { IncomingHttpHeaders } from 'node:http';

/**
 * The result of decoding an answer: its value, or its fault in words. `states-failure`: it is understood, and says itself
 * that it failed.
 */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string; readonly why?: 'states-failure' };

/** Decodes the JSON of an answer, with the headers that it came with. */
export type Decode<T> = (answer: unknown, headers: IncomingHttpHeaders) => Decoded<T>;

/**
 * A map that has only its own entries: on a plain object the currency "constructor" would exist, and the name
 * "__proto__" would change what the object is.
 */
export function emptyMap<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}
