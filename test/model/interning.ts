/* One object for each content, and one number for each object: what a search compares a million times. */

const interned = new Map<string, object>();
const ids = new WeakMap<object, number>();

/** The one object for this content. */
export function intern<T extends object>(value: T): T {
  if (ids.has(value)) return value;
  const key = JSON.stringify(value);
  const known = interned.get(key);
  if (known !== undefined) return known as T;
  interned.set(key, value);
  ids.set(value, interned.size);
  return value;
}

export function isInterned(value: object): boolean {
  return ids.has(value);
}

/** The number of what was interned; 0 for nothing. */
export function idOf(value: object | null | undefined): number {
  if (value === null || value === undefined) return 0;
  const id = ids.get(value);
  if (id === undefined) throw new Error('a value that was not interned');
  return id;
}

/** Equal contents, by a key of their own, have equal numbers; 0 for nothing. */
export function numberOf<T extends object>(
  keyOf: (value: T) => string,
): (value: T | null | undefined) => number {
  const numbers = new Map<string, number>();
  const known = new WeakMap<T, number>();
  return (value) => {
    if (value === null || value === undefined) return 0;
    const before = known.get(value);
    if (before !== undefined) return before;
    const key = keyOf(value);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    known.set(value, number);
    return number;
  };
}
