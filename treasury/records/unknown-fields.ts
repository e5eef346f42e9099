import * as z from 'zod/mini';

/*
 * A later version of Sluice may add fields that this one may ignore. They are kept when an item is rewritten, and stand under its
 * seal. A form that this one must not ignore raises the ledger's format instead (treasury/policy/ledger-format.ts).
 */

/** The part of a value that its schema lists: fields that a later version of Sluice has added are left out. */
export function knownPart<Value>(schema: z.core.$ZodType<unknown>, value: Value): Value {
  return known(schema, value) as Value;
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
  const own = Object.entries(after).map(([name, value]) => {
    const part = shape.fields[name];
    return [name, part === undefined ? value : kept(part, before[name], value)];
  });
  const unknown = Object.entries(before).filter(([name]) => !shape.known.has(name));
  return { ...Object.fromEntries(unknown), ...Object.fromEntries(own) };
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

/** The known part of a value that the schema accepts. */
function known(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return knownFields(def.shape, value as Readonly<Record<string, unknown>>);
    case 'array':
      return (value as readonly unknown[]).map((each) => known(def.element, each));
    case 'tuple':
      return def.items.map((item, index) => known(item, (value as readonly unknown[])[index]));
    case 'record':
      return mapped(value as Readonly<Record<string, unknown>>, (each) =>
        known(def.valueType, each),
      );
    case 'union': {
      const option = optionFor(def, value);
      // Nothing is known of a value that no option accepts: all of it counts.
      return option === undefined ? value : known(option, value);
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return value === undefined || value === null ? value : known(def.innerType, value);
    default:
      return value;
  }
}

function knownFields(
  shape: z.core.$ZodShape,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const present = Object.entries(shape).filter(([name]) => value[name] !== undefined);
  return Object.fromEntries(present.map(([name, part]) => [name, known(part, value[name])]));
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
