/** True for items one of whose texts has the wanted one in it, in any case; undefined if none is wanted. */
export function holding<T>(
  wanted: string | undefined,
  textsOf: (item: T) => readonly (string | undefined)[],
): ((item: T) => boolean) | undefined {
  if (wanted === undefined) return undefined;
  const lowered = wanted.toLowerCase();
  return (item) => textsOf(item).some((text) => text?.toLowerCase().includes(lowered) === true);
}

/** The fields in which no person looks for anything: a short text is in any of them by chance. */
const UNREADABLE: ReadonlySet<string> = new Set(['seal', 'hash', 'digest']);

/** Every text in a value of any form; the names of its fields are none. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    UNREADABLE.has(name) ? [] : textsIn(inner),
  );
}

/** What both conditions let through; an absent one lets everything through. */
export function both<T>(
  one: ((item: T) => boolean) | undefined,
  other: ((item: T) => boolean) | undefined,
): ((item: T) => boolean) | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (item) => one(item) && other(item);
}
