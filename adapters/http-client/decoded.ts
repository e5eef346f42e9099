/** The result of decoding an answer: its value, or its fault in words. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/**
 * A map that has only its own entries: on a plain object the currency "constructor" would exist, and the name
 * "__proto__" would change what the object is.
 */
export function emptyMap<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}
