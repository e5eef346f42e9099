import * as z from 'zod/mini';

/*
 * Each kind of stored thing has versions of its schema, counted from 1. A field, or an option of a union, that older
 * code must not ignore is wrapped in `since`: an item that holds one is of that version, and older code leaves it
 * alone. A seal covers the fields of the item's version, so every new field of a sealed thing is wrapped.
 */

/** The version of everything that was there from the beginning. */
export const FIRST_SCHEMA_VERSION = 1;

const introduced = new WeakMap<z.core.$ZodType, number>();

/** The same schema, as it came with a later version. Checks go inside: `since(2, z.exactOptional(z.string()))`. */
export function since<Schema extends z.ZodMiniType>(version: number, schema: Schema): Schema {
  // A copy: decimal text, say, is of the first version everywhere else.
  const marked = schema.clone();
  introduced.set(marked, version);
  return marked;
}

/** The version of a value: that of the newest field in it. */
export function versionOf(schema: z.core.$ZodType, value: unknown): number {
  let newest = FIRST_SCHEMA_VERSION;
  visit(schema, value, (version) => {
    newest = Math.max(newest, version);
  });
  return newest;
}

/** The part of a value that its schema lists: fields that a later version of Sluice has added are left out. */
export function knownPart<Value>(schema: z.core.$ZodType<unknown>, value: Value): Value {
  return visit(schema, value, null) as Value;
}

/**
 * A replacement that a person makes, with those fields of the old value that the person was not shown: the ones that
 * the schema does not list.
 */
export function withUnknown<Value extends object>(
  schema: z.core.$ZodType,
  before: object | null,
  after: Value,
): Value {
  return before === null ? after : (kept(schema, before, after) as Value);
}

function kept(schema: z.core.$ZodType, before: unknown, after: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return kept(def.innerType, before, after);
  if (!isObject(before) || !isObject(after)) return after;
  const shape = shapeFor(def, after);
  if (shape === null) return after;
  const known = Object.entries(after).map(([name, value]) => {
    const part = shape.fields[name];
    return [name, part === undefined ? value : kept(part, before[name], value)];
  });
  const unknown = Object.entries(before).filter(([name]) => !shape.known.has(name));
  return { ...Object.fromEntries(unknown), ...Object.fromEntries(known) };
}

/**
 * The fields that a value may have, and the known names of every option it could have been; null if it has no fields.
 */
function shapeFor(
  def: z.core.$ZodTypes['_zod']['def'],
  value: object,
): { readonly fields: z.core.$ZodShape; readonly known: ReadonlySet<string> } | null {
  if (def.type === 'object') return { fields: def.shape, known: new Set(Object.keys(def.shape)) };
  if (def.type !== 'union') return null;
  const option = optionFor(def, value);
  const own = option === undefined ? null : shapeFor((option as z.core.$ZodTypes)._zod.def, value);
  if (own === null) return null;
  const all = def.options.flatMap((each) => {
    const other = (each as z.core.$ZodTypes)._zod.def;
    return other.type === 'object' ? Object.keys(other.shape) : [];
  });
  return { fields: own.fields, known: new Set(all) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const latest = new WeakMap<z.core.$ZodType, number>();

/** The newest version that this code knows of a schema. */
export function latestVersion(schema: z.core.$ZodType): number {
  const known = latest.get(schema);
  if (known !== undefined) return known;
  const own = introduced.get(schema) ?? FIRST_SCHEMA_VERSION;
  const newest = Math.max(own, ...partsOf(schema).map(latestVersion));
  latest.set(schema, newest);
  return newest;
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'tuple':
      return def.items;
    case 'record':
      return [def.valueType];
    case 'union':
      return def.options;
    case 'optional':
    case 'nullable':
    case 'default':
      return [def.innerType];
    default:
      return [];
  }
}

type Seen = ((version: number) => void) | null;

/**
 * The known part of a value that the schema accepts. Where `seen` is told of the versions in it instead, parts that are of the
 * first version whatever is in them are not looked through: most of most things.
 */
function visit(schema: z.core.$ZodType, value: unknown, seen: Seen): unknown {
  if (seen !== null) {
    if (latestVersion(schema) === FIRST_SCHEMA_VERSION) return value;
    const version = introduced.get(schema);
    if (version !== undefined && value !== undefined) seen(version);
  }
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return visitFields(def.shape, value as Readonly<Record<string, unknown>>, seen);
    case 'array':
      return (value as readonly unknown[]).map((each) => visit(def.element, each, seen));
    case 'tuple':
      return def.items.map((item, index) =>
        visit(item, (value as readonly unknown[])[index], seen),
      );
    case 'record':
      return mapped(value as Readonly<Record<string, unknown>>, (each) =>
        visit(def.valueType, each, seen),
      );
    case 'union': {
      const option = optionFor(def, value);
      // Nothing is known of a value that no option accepts: all of it counts.
      return option === undefined ? value : visit(option, value, seen);
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return value === undefined || value === null ? value : visit(def.innerType, value, seen);
    default:
      return value;
  }
}

function visitFields(
  shape: z.core.$ZodShape,
  value: Readonly<Record<string, unknown>>,
  seen: Seen,
): Readonly<Record<string, unknown>> {
  const known = Object.entries(shape).filter(([name]) => value[name] !== undefined);
  return Object.fromEntries(known.map(([name, part]) => [name, visit(part, value[name], seen)]));
}

function mapped(
  value: Readonly<Record<string, unknown>>,
  change: (each: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]));
}

function optionFor(
  def: z.core.$ZodUnionDef | z.core.$ZodDiscriminatedUnionDef,
  value: unknown,
): z.core.$ZodType | undefined {
  if (!('discriminator' in def)) {
    return def.options.find((option) => z.safeParse(option, value).success);
  }
  const { discriminator } = def;
  const told = (value as Readonly<Record<string, z.core.util.Primitive>>)[discriminator];
  return def.options.find((option) => option._zod.propValues?.[discriminator]?.has(told));
}
