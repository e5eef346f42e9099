import type { Field } from './field.ts';
import { type Values, valuesOf } from './values.ts';

/** A field of which two versions differ; null where one has none. */
export interface Difference {
  readonly path: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two versions of a rule, field by field, in the order of the form. */
export function differencesOf(
  fields: readonly Field[],
  before: object | null,
  after: object,
): readonly Difference[] {
  const was = before === null ? {} : valuesOf(fields, before);
  return differencesOfValues(fields, was, valuesOf(fields, after));
}

export function differencesOfValues(
  fields: readonly Field[],
  before: Values,
  after: Values,
): readonly Difference[] {
  const labels = new Map(fields.map(({ path, label }) => [path, label]));
  return [...labels]
    .map(([path, label]) => ({
      ...{ path, label },
      ...{ before: before[path] ?? null, after: after[path] ?? null },
    }))
    .filter((each) => each.before !== each.after);
}
