/**
 * The value last made from a text, for the next caller with the same text. It is kept only as long as a caller holds
 * it: made from a secret, it is forgotten with the last user of the secret, and no later.
 */
export function keptWhileUsed<T extends object>(make: (text: string) => T): (text: string) => T {
  let last: WeakRef<{ readonly text: string; readonly made: T }> | null = null;
  // From the value to its entry, so that the entry lives exactly as long.
  const entries = new WeakMap<T, { readonly text: string; readonly made: T }>();
  return (text) => {
    const known = last?.deref();
    if (known?.text === text) return known.made;
    const entry = { text, made: make(text) };
    entries.set(entry.made, entry);
    last = new WeakRef(entry);
    return entry.made;
  };
}
