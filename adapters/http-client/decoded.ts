import type { IncomingHttpHeaders } from 'node:http';
import type { ContentFault } from '../../treasury/outcomes/content-fault.ts';

/** The result of decoding an answer: its value, or what is wrong with it. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: ContentFault };

/** Decodes the JSON of an answer, with the headers that it came with. */
export type Decode<T> = (answer: unknown, headers: IncomingHttpHeaders) => Decoded<T>;

/**
 * A map that has only its own entries: on a plain object the currency "constructor" would exist, and the name
 * "__proto__" would change what the object is.
 */
export function emptyMap<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}
