/** True for items one of whose texts has the wanted one in it, in any case; undefined if none is wanted. */
export function holding<T>(
  wanted: string | undefined,
  textsOf: (item: T) => readonly (string | undefined)[],
): ((item: T) => boolean) | undefined {
  if (wanted === undefined) return undefined;
  const lowered = wanted.toLowerCase();
  return (item) => textsOf(item).some((text) => text?.toLowerCase().includes(lowered) === true);
}
