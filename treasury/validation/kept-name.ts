/**
 * Names of fields that objects have without being given them: one of them would vanish on its way to the store,
 * or be taken for what every object is. What is stored is what was sent, or it is refused.
 */
const NOT_KEPT: readonly string[] = ['__proto__', 'constructor'];

/** True for the name of a field that is stored as it was sent. */
export function isKeptName(name: string): boolean {
  return !NOT_KEPT.includes(name);
}

/** Where in a value that was read from JSON a name stands that would not be kept; null where none does. */
export function notKept(
  value: unknown,
  path: readonly (string | number)[] = [],
): typeof path | null {
  if (typeof value !== 'object' || value === null) return null;
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((each, index) => [index, each])
    : Object.entries(value);
  for (const [name, inner] of entries) {
    const at = [...path, name];
    if (typeof name === 'string' && !isKeptName(name)) return at;
    const found = notKept(inner, at);
    if (found !== null) return found;
  }
  return null;
}
