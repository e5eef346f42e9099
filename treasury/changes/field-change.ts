import type { Widening } from '../facts/widening-facts.ts';
import { sameJson } from '../records/same-json.ts';

/** One field that a change touches: its value before and after, and whether more may leave by it. */
export interface FieldChange {
  /** "budgets.per24Hours". */
  readonly field: string;
  /** Null if there was no value before. */
  readonly before: unknown;
  /** Null if there is no value afterwards. */
  readonly after: unknown;
  /** Why this widens what can leave; empty if it narrows or does not affect that. */
  readonly widens: readonly Widening[];
}

/** What the amounts of each side are in: where the currency changes, each has its own. */
export interface Units {
  readonly before: string;
  readonly after: string;
}

/** Compares one field; empty if it did not change. */
export type Compare<T> = (
  field: string,
  before: T | undefined,
  after: T | undefined,
  units: Units,
) => readonly FieldChange[];

/** Finds why a changed value widens; null or empty if it does not. */
type Judge<T> = (
  field: string,
  before: T | undefined,
  after: T | undefined,
  units: Units,
) => Widening | readonly Widening[] | null;

export function leaf<T>(judge: Judge<T>): Compare<T> {
  return (field, before, after, units) =>
    sameJson(before, after)
      ? []
      : [
          {
            field,
            before: before ?? null,
            after: after ?? null,
            widens: [judge(field, before, after, units) ?? []].flat(),
          },
        ];
}

/** Field by field; a field that the table does not know, whatever its purpose, counts as widening. */
export function fieldsOf<T extends object>(
  table: {
    readonly [K in keyof T]-?: Compare<NonNullable<T[K]>>;
  },
): Compare<T> {
  const compares = new Map<string, Compare<unknown>>(
    // The table pairs each name with the comparison of its own type; a map cannot express that.
    Object.entries(table) as [string, Compare<unknown>][],
  );
  return (field, before, after, units) => {
    const left = new Map<string, unknown>(Object.entries(before ?? {}));
    const right = new Map<string, unknown>(Object.entries(after ?? {}));
    const names = new Set([...compares.keys(), ...left.keys(), ...right.keys()]);
    return [...names].flatMap((name) => {
      const compare = compares.get(name) ?? unknownField;
      const path = field === '' ? name : `${field}.${name}`;
      return compare(path, left.get(name), right.get(name), units);
    });
  };
}

const unknownField = leaf<unknown>((field) => ({ code: 'not-known', field }));
