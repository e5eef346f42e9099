import { isDeepStrictEqual } from 'node:util';
import type { Json } from './json.ts';

/** The place of a named schema. */
const PREFIX = '#/components/schemas/';

/**
 * The schema with every choice between objects as a choice between names, and with the field that decides
 * (`discriminator`): generators make one class of each. `name`: of the schema's subject; a variant is named by it and
 * by the value of its field, `InstructionStatusApproved`.
 */
export function withNamedVariants(schema: Json, name: string, schemas: Json): Json {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      within(keyword, value, name, schemas),
    ]),
  );
  const options = (schema.oneOf ?? schema.anyOf) as readonly Json[] | undefined;
  return options === undefined ? inner : chosen(inner, options, name, schemas);
}

function within(keyword: string, value: unknown, name: string, schemas: Json): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Json).map(([field, each]) => [
          field,
          withNamedVariants(each as Json, name + inPascal(field), schemas),
        ]),
      );
    case 'items':
      return withNamedVariants(value as Json, `${name}Item`, schemas);
    case 'additionalProperties':
      return typeof value === 'object'
        ? withNamedVariants(value as Json, `${name}Value`, schemas)
        : value;
    default:
      return value;
  }
}

/** A choice: by a field, if one decides; else between options that are named, or are no object. */
function chosen(inner: Json, options: readonly Json[], name: string, schemas: Json): Json {
  const field = deciding(options);
  const { oneOf: _, anyOf: __, ...rest } = inner;
  if (field === null) {
    const named = options.map((each, index) =>
      withNamedVariants(each, options.length === 1 ? name : `${name}${index + 1}`, schemas),
    );
    return { ...rest, anyOf: isNullable(options) ? nullLast(options, name, schemas) : named };
  }
  const mapping: Record<string, string> = {};
  const references = [...grouped(options, field)].map(([value, group]) => {
    const variant = name + inPascal(value);
    const made = variantOf(group, variant, schemas);
    if (!isDeepStrictEqual(schemas[variant] ?? made, made)) {
      throw new Error(`two schemas are named ${variant}`);
    }
    schemas[variant] = made;
    for (const each of group.flatMap((option) => valuesOf(option, field))) {
      mapping[each] = PREFIX + variant;
    }
    return { $ref: PREFIX + variant };
  });
  return { ...rest, oneOf: references, discriminator: { propertyName: field, mapping } };
}

/**
 * One variant; if several have the same value in the field, all of them in one object: choices within choices do not
 * build.
 */
function variantOf(group: readonly Json[], name: string, schemas: Json): Json {
  return withNamedVariants(group.reduce(merged), name, schemas);
}

/** The fields that either object may have; required are those that both require. */
function merged(one: Json, other: Json): Json {
  const properties = { ...(one.properties as Json) };
  for (const [field, schema] of Object.entries(other.properties as Record<string, Json>)) {
    const known = properties[field] as Json | undefined;
    properties[field] = known === undefined ? schema : either(known, schema, field);
  }
  const required = (one.required as string[]).filter((field) =>
    (other.required as string[]).includes(field),
  );
  return { ...one, properties, required };
}

function either(one: Json, other: Json, field: string): Json {
  if (isDeepStrictEqual(one, other)) return one;
  const values = [...literalsOf(one), ...literalsOf(other)];
  if (values.length < 2) throw new Error(`${field} is of two kinds in two alike variants`);
  return { type: 'string', enum: values };
}

/** The options by the value of the field, under the first of its values. */
function grouped(options: readonly Json[], field: string): ReadonlyMap<string, readonly Json[]> {
  return Map.groupBy(options, (option) => valuesOf(option, field)[0] ?? '');
}

function isNullable(options: readonly Json[]): boolean {
  return options.length === 2 && options[1]?.type === 'null';
}

/** A nullable schema keeps its name. */
function nullLast([some = {}, none = {}]: readonly Json[], name: string, schemas: Json): Json[] {
  return [withNamedVariants(some, name, schemas), none];
}

/** The field that says of every option which it is, the one that tells most of them apart; null if none does. */
function deciding(options: readonly Json[]): string | null {
  const [first] = options;
  if (options.length < 2 || !options.every((each) => each.type === 'object')) return null;
  const told = Object.keys((first?.properties ?? {}) as Json).map((field) => {
    const isSaid = options.every((each) => valuesOf(each, field).length > 0);
    return { field, groups: isSaid ? grouped(options, field).size : 0 };
  });
  const [best] = told.sort((a, b) => b.groups - a.groups);
  return best === undefined || best.groups < 2 ? null : best.field;
}

function valuesOf({ properties }: Json, field: string): readonly string[] {
  return literalsOf((properties as Record<string, Json> | undefined)?.[field] ?? {});
}

function literalsOf(schema: Json): readonly string[] {
  const values = 'const' in schema ? [schema.const] : ((schema.enum as unknown[]) ?? []);
  return values.filter((each) => typeof each === 'string');
}

/** "awaiting-approval" as AwaitingApproval. */
export function inPascal(literal: string): string {
  return literal
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
