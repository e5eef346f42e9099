import { fieldLabel } from '../../../treasury/facts/sentences/field-label.ts';
import type { Field, FieldKind } from './field.ts';
import { leftOut, ofKind, pickerOf } from './field-texts.ts';
import { type Definitions, type JsonSchema, resolved } from './json-schema.ts';

/** The fields that a kind of rule has, in the order of its schema. */
export function fieldsOf(definitions: Definitions, name: string): readonly Field[] {
  const schema = definitions[name];
  if (schema === undefined) throw new TypeError(`the schema has no ${name}`);
  return within(schema, '', definitions, true);
}

function within(
  { properties = {}, required = [] }: JsonSchema,
  prefix: string,
  definitions: Definitions,
  isNeeded: boolean,
  onlyIf?: Field['onlyIf'],
): readonly Field[] {
  return Object.entries(properties).flatMap(([name, given]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const schema = resolved(given, definitions);
    const isRequired = isNeeded && required.includes(name);
    if (pickerOf(path) === 'split') return [withKind(leaf(schema, path, isRequired))];
    if (schema.oneOf !== undefined) return choice(schema, path, definitions);
    // What can only be one thing is said by the choice.
    if (schema.const !== undefined) return [];
    if (schema.properties !== undefined) {
      return within(schema, path, definitions, isRequired, onlyIf);
    }
    const common = withKind(leaf(schema, path, isRequired));
    return [onlyIf === undefined ? common : { ...common, onlyIf }];
  });
}

/** A choice that may be left out has a value for that; a field of one kind of rule shows beside it alone. */
function withKind(field: Field): Field {
  const { path, options, isRequired } = field;
  const none = leftOut(path);
  // A matching rule has a kind as well, and always says which.
  const shown =
    none !== undefined && options.length > 0 && !isRequired
      ? { ...field, options: [none, ...options], absent: none, leftOut: none }
      : field;
  const own = ofKind(path);
  if (own === undefined) return shown;
  return { ...shown, isRequired: own.isNeeded, onlyIf: { path: 'kind', is: own.kind } };
}

/** Variants that their `kind` tells apart: the choice itself, then the fields of each variant. */
function choice(schema: JsonSchema, path: string, definitions: Definitions): readonly Field[] {
  const kindPath = `${path}.kind`;
  const variants = (schema.oneOf ?? []).map((each) => resolved(each, definitions));
  const options = variants.map(({ properties }) => properties?.kind?.const ?? '');
  const first = { ...leaf(schema, kindPath, true), kind: 'choice', options } as const;
  return [
    { ...first, absent: options[0] ?? '' },
    ...variants.flatMap((variant, index) =>
      within(variant, path, definitions, true, { path: kindPath, is: options[index] ?? '' }),
    ),
  ];
}

function leaf(schema: JsonSchema, path: string, isRequired: boolean): Field {
  const { description = '', minimum, maximum, maxLength } = schema;
  // A limit is an amount or an object with a value; both have the form of the amount.
  const pattern = schema.pattern ?? schema.anyOf?.[0]?.pattern;
  const absent = schema.default ?? absentIn(description);
  return {
    path,
    kind: kindOf(schema, path),
    label: fieldLabel(path),
    help: helpOf(description),
    isRequired,
    isPositive: /more than 0\b/.test(description),
    orValue: schema.anyOf !== undefined,
    options: schema.enum ?? schema.items?.enum ?? [],
    ...(absent !== undefined && { absent: String(absent) }),
    ...(pattern !== undefined && { pattern: new RegExp(pattern) }),
    ...(minimum !== undefined && { least: minimum }),
    ...(maximum !== undefined && { most: maximum }),
    ...(maxLength !== undefined && { longest: maxLength }),
  };
}

function kindOf({ type, description = '', enum: choices }: JsonSchema, path: string): FieldKind {
  const picker = pickerOf(path);
  if (picker !== undefined) return picker;
  if (choices !== undefined) return 'choice';
  if (type === 'array') return 'choices';
  if (type === 'boolean') return 'switch';
  if (type === 'integer') return path.endsWith('Seconds') ? 'seconds' : 'whole-number';
  if (!/decimal text/i.test(description)) return 'text';
  return /^percent\b/i.test(description) ? 'percent' : 'amount';
}

/** A default that only the sentence has: "Absent: 3600.", and of a choice `Absent: "0".` */
function absentIn(description: string): string | undefined {
  return /Absent: "?(\d+)"?\.$/.exec(description)?.[1];
}

/** The contract's sentence without what the form itself shows: the form of amounts, and the default. */
function helpOf(description: string): string {
  return description
    .replace(
      /[:,]? ?decimal text(?: in units of the currency)?(?:, or a value in the reporting currency)?/i,
      '',
    )
    .replace(/^;|;(?= (?:more than|at most))/, ',')
    .replace(/ ?Absent: (?:\{.*\}|\[.*\]|".*"|[\d.]+|true|false)\.?$/, '')
    .replace(/Absent: /, 'Empty: ')
    .replace(/`([\w.]+)`/g, (_, name: string) => `"${fieldLabel(name)}"`)
    .trim();
}
