/** Whether two values are the same JSON, whatever the order of their keys. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left === null || right === null || Array.isArray(left) !== Array.isArray(right)) return false;
  const entries = Object.entries(left).filter(([, value]) => value !== undefined);
  const others = new Map(Object.entries(right).filter(([, value]) => value !== undefined));
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && sameJson(value, others.get(name)))
  );
}
