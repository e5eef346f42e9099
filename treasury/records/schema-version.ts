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
  // Most parts are of the first version whatever is in them: they are not looked through.
  if (value === undefined || latestVersion(schema) === FIRST_SCHEMA_VERSION) {
    return FIRST_SCHEMA_VERSION;
  }
  const own = introduced.get(schema) ?? FIRST_SCHEMA_VERSION;
  return heldParts(schema, value).reduce(
    (newest, [part, held]) => Math.max(newest, versionOf(part, held)),
    own,
  );
}

/** The part of a value that its schema lists: fields that a later version of Sluice has added are left out. */
export function knownPart<Value>(schema: z.core.$ZodType<unknown>, value: Value): Value {
  return knownIn(schema, value) as Value;
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

/** The parts that a value has of what its schema names. Nothing is known of a value that no option accepts. */
function heldParts(
  schema: z.core.$ZodType,
  value: unknown,
): readonly (readonly [z.core.$ZodType, unknown])[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = value as Readonly<Record<string, unknown>>;
      return Object.entries(def.shape).map(([name, part]) => [part, fields[name]]);
    }
    case 'array':
      return (value as readonly unknown[]).map((each) => [def.element, each]);
    case 'tuple':
      return def.items.map((item, index) => [item, (value as readonly unknown[])[index]]);
    case 'record':
      return Object.values(value as object).map((each) => [def.valueType, each]);
    case 'union': {
      const option = optionFor(def, value);
      return option === undefined ? [] : [[option, value]];
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return value === null ? [] : [[def.innerType, value]];
    default:
      return [];
  }
}

/** The known part of a value that the schema accepts. */
function knownIn(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return knownFields(def.shape, value as Readonly<Record<string, unknown>>);
    case 'array':
      return (value as readonly unknown[]).map((each) => knownIn(def.element, each));
    case 'tuple':
      return def.items.map((item, index) => knownIn(item, (value as readonly unknown[])[index]));
    case 'record':
      return mapped(value as Readonly<Record<string, unknown>>, (each) =>
        knownIn(def.valueType, each),
      );
    case 'union': {
      const option = optionFor(def, value);
      // Nothing is known of a value that no option accepts: all of it counts.
      return option === undefined ? value : knownIn(option, value);
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return value === undefined || value === null ? value : knownIn(def.innerType, value);
    default:
      return value;
  }
}

function knownFields(
  shape: z.core.$ZodShape,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const held = Object.entries(shape).filter(([name]) => value[name] !== undefined);
  return Object.fromEntries(held.map(([name, part]) => [name, knownIn(part, value[name])]));
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
