import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/**
 * zod's issues with those of a text or an object instead of "no option fits": of the options of such a field, only the
 * one that has the form of the value can have been meant.
 */
export function unionIssues(issues: readonly Issue[], root: unknown): readonly Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const meant = optionFor(issue.errors, valueAt(root, issue.path));
    const inner = meant.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
    return unionIssues(inner as Issue[], root);
  });
}

/** The issues of the first option that is an object, for an object; else of the first option. */
function optionFor(options: readonly (readonly Issue[])[], value: unknown): readonly Issue[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const objects = options.filter((issues) => !issues.some(isOfForm));
  return (isObject ? objects[0] : options[0]) ?? options[0] ?? [];
}

/** The value as a whole has another form than the option. */
function isOfForm({ path, code }: Issue): boolean {
  return path.length === 0 && code !== 'unrecognized_keys';
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === String(key))?.[1];
  }, root);
}
