/** Every text at the bottom of a value, by its path: "details.beneficiary.address". */
export function leavesOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) {
    return new Map([[path, value === null ? 'nothing' : String(value)]]);
  }
  const below = Object.entries(value).map(([name, each]) =>
    leavesOf(each, path === '' ? name : `${path}.${name}`),
  );
  return new Map(below.flatMap((each) => [...each]));
}
