import { referred, type Schema } from '../../generative/document.ts';

/**
 * What an answer is made of, without its values: each place in it, with the JSON types that stand there, and the
 * fields that every object there has. `status(approved).at` is a place: where a field decides between variants, its
 * value is part of the place. Items of lists and values of maps share one: `items[].id`, `balances{}.total`.
 */
export interface Outline {
  /** JSON types; of a closed list, the code itself in quotes. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** The place of the answer itself. */
const TOP = 'answer';

export function outlineOf(schema: Schema, answer: unknown): Outline {
  const types: Record<string, Set<string>> = {};
  const fields: Record<string, Set<string>> = {};
  walk(schema, answer, TOP);
  return { types: listed(types), fields: listed(fields) };

  function walk(refers: Schema, value: unknown, at: string): void {
    const { chosen, place } = variantOf(referred(refers), value, at);
    for (const each of new Set([at, place])) {
      types[each] = (types[each] ?? new Set()).add(typeAt(chosen, value));
    }
    if (Array.isArray(value)) {
      for (const each of value) walk(chosen.items ?? {}, each, `${place}[]`);
    } else if (typeof value === 'object' && value !== null) {
      walkObject(chosen, value, place);
    }
  }

  function walkObject(schema: Schema, value: object, place: string): void {
    const { properties = {}, additionalProperties } = schema;
    const known = Object.entries(value).filter(([name]) => name in properties);
    const names = new Set(known.map(([name]) => name));
    fields[place] = new Set([...(fields[place] ?? names)].filter((name) => names.has(name)));
    for (const [name, each] of known) walk(properties[name] ?? {}, each, `${place}.${name}`);
    if (typeof additionalProperties !== 'object') return;
    for (const [name, each] of Object.entries(value)) {
      if (!(name in properties)) walk(additionalProperties, each, `${place}{}`);
    }
  }
}

/** Both: what stood in either, and the fields that the objects of both have. */
export function mergedOutlines(one: Outline, other: Outline): Outline {
  const types = { ...one.types };
  for (const [place, each] of Object.entries(other.types)) {
    types[place] = [...new Set([...(types[place] ?? []), ...each])];
  }
  const fields = { ...one.fields };
  for (const [place, each] of Object.entries(other.fields)) {
    fields[place] = fields[place]?.filter((name) => each.includes(name)) ?? each;
  }
  return { types, fields };
}

/** What of an example no real answer has so, and what it lacks that all of them have; each names its place. */
export function differences(example: Outline, real: Outline): readonly string[] {
  const shown = Object.entries(example.types).flatMap(([place, types]) => {
    const seen = real.types[place];
    if (seen === undefined)
      return isBelowAnother(place, real) ? [] : [`${place} was never answered`];
    return types
      .filter((type) => !seen.includes(type))
      .map((type) => `${place} was never ${type}, only ${seen.join(', ')}`);
  });
  const lacking = Object.entries(real.fields).flatMap(([place, always]) =>
    always
      .filter((name) => !(example.fields[place] ?? always).includes(name))
      .map((name) => `${place}.${name} is in every answer, and is not shown`),
  );
  return [...shown, ...lacking];
}

/** True where an outer place is missing already: one difference is enough. */
function isBelowAnother(place: string, { types }: Outline): boolean {
  const outer = place.replace(/(?:\.[^.[\]{}()]+|\[\]|\{\}|\([^()]*\))$/, '');
  return outer !== place && outer !== TOP && types[outer] === undefined;
}

interface Variant {
  readonly chosen: Schema;
  readonly place: string;
}

/** The variant of a choice that a value is of. */
function variantOf(schema: Schema, value: unknown, at: string): Variant {
  const { discriminator, oneOf, anyOf } = schema;
  if (discriminator !== undefined && typeof value === 'object' && value !== null) {
    const said = String((value as Record<string, unknown>)[discriminator.propertyName]);
    const $ref = discriminator.mapping[said];
    if ($ref === undefined) throw new Error(`${at} has no variant ${said}`);
    return variantOf(referred({ $ref }), value, `${at}(${said})`);
  }
  const fitting = (oneOf ?? anyOf)?.map(referred).find((option) => fits(option, value));
  return fitting === undefined ? { chosen: schema, place: at } : variantOf(fitting, value, at);
}

/** True for an option that a value may be of: by its type and, of an object, its required fields. */
function fits({ type, oneOf, anyOf, required = [] }: Schema, value: unknown): boolean {
  const options = oneOf ?? anyOf;
  if (options !== undefined) return options.some((each) => fits(referred(each), value));
  if (type !== undefined && jsonTypeOf(value) !== (type === 'integer' ? 'number' : type))
    return false;
  return jsonTypeOf(value) !== 'object' || required.every((name) => name in (value as object));
}

function typeAt({ enum: codes, const: code }: Schema, value: unknown): string {
  const isCode = (codes !== undefined || code !== undefined) && typeof value === 'string';
  return isCode ? JSON.stringify(value) : jsonTypeOf(value);
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function listed(sets: Readonly<Record<string, ReadonlySet<string>>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(sets).map(([place, each]) => [place, [...each].sort()]));
}
