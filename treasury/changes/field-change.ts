import { quotedLabel } from '../facts/sentences/field-label.ts';

/** One field that a change touches: its value before and after, and whether more may leave by it. */
export interface FieldChange {
  /** "budgets.per24Hours". */
  readonly field: string;
  /** Null if there was no value before. */
  readonly before: unknown;
  /** Null if there is no value afterwards. */
  readonly after: unknown;
  /** Why this widens what can leave; null if it narrows or does not affect that. */
  readonly widens: string | null;
}

/** Compares one field; empty if it did not change. */
export type Compare<T> = (
  field: string,
  before: T | undefined,
  after: T | undefined,
) => readonly FieldChange[];

/** Explains why a changed value widens, or null if it does not. `field`: as people call it. */
export type Judge<T> = (
  field: string,
  before: T | undefined,
  after: T | undefined,
) => string | null;

export function leaf<T>(judge: Judge<T>): Compare<T> {
  return (field, before, after) =>
    sameJson(before, after)
      ? []
      : [
          {
            field,
            before: before ?? null,
            after: after ?? null,
            widens: judge(quotedLabel(field), before, after),
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
  return (field, before, after) => {
    const left = new Map<string, unknown>(Object.entries(before ?? {}));
    const right = new Map<string, unknown>(Object.entries(after ?? {}));
    const names = new Set([...compares.keys(), ...left.keys(), ...right.keys()]);
    return [...names].flatMap((name) => {
      const compare = compares.get(name) ?? unknownField;
      const path = field === '' ? name : `${field}.${name}`;
      return compare(path, left.get(name), right.get(name));
    });
  };
}

const unknownField = leaf<unknown>((field) => `${field} changes, and what it limits is not known`);

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
