import fc from 'fast-check';
import { referred, type Schema } from '../document.ts';
import { NAMED, Real } from './real.ts';

/** How often a field that can name something that exists does so, to how often it is any value. */
const REAL_WEIGHT = 3;

/** Characters of texts without a limit of their own, and elements of lists: enough to be odd. */
const USUAL_CHARACTERS = 40;
const USUAL_ITEMS = 4;

/** From before the first snapshot to after the last. */
const SOME_DATES = {
  min: new Date('1999-01-01'),
  max: new Date('2099-12-31'),
  noInvalidDate: true,
};

/** Values that the schema accepts. `name`: of the field or parameter that they are for. */
export function validFor(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const plain = ofSchema(referred(schema));
  const what = NAMED[name];
  if (what === undefined) return plain;
  const real = fc.nat(50).map((pick) => new Real(what, pick));
  return fc.oneof({ weight: REAL_WEIGHT, arbitrary: real }, { weight: 1, arbitrary: plain });
}

function ofSchema(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.oneOf ?? schema.anyOf;
  if (either !== undefined) return fc.oneof(...either.map((each) => validFor(each)));
  switch (schema.type) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(validFor(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? USUAL_ITEMS, USUAL_ITEMS),
      });
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return whole(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function object(schema: Schema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) {
    const key = propertyNames === undefined ? fc.string({ maxLength: 12 }) : text(propertyNames);
    return fc.dictionary(key as fc.Arbitrary<string>, validFor(additionalProperties), {
      maxKeys: USUAL_ITEMS,
      noNullPrototype: true,
    });
  }
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, validFor(each, name)]),
  );
  // What has a default is said to be required of answers, and need not be in a request.
  const needed = required.filter((name) => name in fields);
  return fc.record(fields, { requiredKeys: needed, noNullPrototype: true });
}

function text({ format, pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date-time') return fc.date(SOME_DATES).map((date) => date.toISOString());
  if (format === 'uuid') return fc.uuid();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const most = Math.max(minLength, Math.min(maxLength ?? USUAL_CHARACTERS, USUAL_CHARACTERS));
  const usual = fc.string({ minLength, maxLength: most, unit: 'grapheme' });
  if (maxLength === undefined || maxLength <= most) return usual;
  const longest = fc.string({ minLength: 1, maxLength: 1 }).map((one) => one.repeat(maxLength));
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: longest });
}

function whole({ minimum, exclusiveMinimum, maximum }: Schema): fc.Arbitrary<number> {
  const above = exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1;
  const min = minimum ?? above ?? -1_000_000;
  return fc.integer({ min, max: Math.max(min, Math.min(maximum ?? 1_000_000, 2 ** 31 - 1)) });
}
