/** A value that has parts, as `[name, text]` of each; one without parts has no name. */
export type Leaf = readonly [name: string, text: string];

/** Everything in a value, at any depth, in words of one line each: what is not shown is not decided about. */
export function leavesOf(value: unknown, path = ''): readonly Leaf[] {
  if (value === undefined || value === null) return path === '' ? [] : [[path, 'none']];
  if (Array.isArray(value)) return listLeaves(value, path);
  if (typeof value !== 'object') return [[path, textOf(value)]];
  const parts = Object.entries(value);
  if (parts.length === 0) return [[path, 'empty']];
  return parts.flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** A list of plain values on one line; of other things each by its number. */
function listLeaves(values: readonly unknown[], path: string): readonly Leaf[] {
  if (values.length === 0) return [[path, 'none']];
  if (values.every((each) => each === null || typeof each !== 'object')) {
    return [[path, values.map(textOf).join(', ')]];
  }
  return values.flatMap((each, index) => {
    const place = String(index + 1);
    return leavesOf(each, path === '' ? place : `${path}.${place}`);
  });
}

/** A value in lines: `name: text`. */
export function valueLines(value: unknown): readonly string[] {
  return leavesOf(value).map(([name, text]) => (name === '' ? text : `${name}: ${text}`));
}

function textOf(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return value === '' ? '(empty)' : String(value);
}
