/**
 * Names of fields that objects have without being given them: one of them would vanish on its way to the store, or be
 * mistaken for the field that every object has. Data is stored as it was sent, or it is refused.
 */
const NOT_KEPT: readonly string[] = ['__proto__', 'constructor'];

/** True for the name of a field that is stored as it was sent. */
export function isKeptName(name: string): boolean {
  return !NOT_KEPT.includes(name);
}

/** The path in a JSON value to a name that would not be kept; null if there is none. */
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
