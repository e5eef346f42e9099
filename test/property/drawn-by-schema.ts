import fc from 'fast-check';
import * as z from 'zod/mini';

const moments = fc.date({
  min: new Date('1970-01-01'),
  max: new Date('9999-12-31'),
  noInvalidDate: true,
});

/** Texts that the formats of stored things accept; whichever a field accepts is drawn for it. */
const FORMATTED: fc.Arbitrary<string>[] = [
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 29n }), fc.stringMatching(/^(?:\.[0-9]{1,30})?$/))
    .map(([whole, fraction]) => `${whole}${fraction}`),
  moments.map((moment) => moment.toISOString()),
  moments.map((moment) => moment.toISOString().slice(0, 'YYYY-MM-DD'.length)),
];

/** zod leaves this name out of what it reads, in any form that it is stored in. */
const isRead = (name: unknown) => name !== '__proto__';

/** What JSON can say, and an attribute of the table as well: numbers that JavaScript holds exactly. */
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 2 },
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger(),
    fc.constantFrom(0.1, -2.5, 1e-7),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }).filter(isRead), tie('json'), { maxKeys: 3 }),
  ),
}));

/** Names of fields that a later version may have added, beside those of the schema. */
const added = fc.option(
  fc.dictionary(fc.constantFrom('memo', 'ofALaterVersion'), json, { maxKeys: 2 }),
  { nil: {}, freq: 3 },
);

/** Values that a stored thing's schema accepts, every option of it, with fields that it does not list. */
export function drawnBySchema(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return drawnFields(def.shape);
    case 'array':
      return fc.array(drawnBySchema(def.element), { maxLength: 4 });
    case 'tuple':
      return fc.tuple(...def.items.map(drawnBySchema));
    case 'record':
      return fc.dictionary(
        drawnBySchema(def.keyType).filter(isRead) as fc.Arbitrary<string>,
        drawnBySchema(def.valueType),
        { maxKeys: 4 },
      );
    case 'union':
      return oneOf(schema, def.options);
    case 'optional':
      return drawnBySchema(def.innerType);
    case 'lazy':
      return drawnOnce(def.getter());
    case 'nullable':
      return fc.option(drawnBySchema(def.innerType));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return accepted(schema, fc.nat());
    case 'custom':
    case 'string':
      return accepted(schema, fc.oneof(fc.string({ unit: 'binary' }), ...FORMATTED));
    case 'unknown':
      return json;
    default:
      throw new Error(`nothing is drawn for ${def.type}`);
  }
}

/** What refers to itself has no end: within it, only the options are drawn that do not. */
function drawnOnce(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'union') return drawnBySchema(schema);
  const ending = def.options.filter((option) => !refersOn(option));
  return oneOf(schema, ending);
}

function oneOf(
  schema: z.core.$ZodType,
  options: readonly z.core.$ZodType[],
): fc.Arbitrary<unknown> {
  const drawn = fc.oneof(...options.map(drawnBySchema));
  const { checks = [] } = schema._zod.def;
  return checks.length > 0 ? accepted(schema, drawn) : drawn;
}

function refersOn(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'lazy':
      return true;
    case 'object':
      return Object.values(def.shape).some(refersOn);
    case 'array':
      return refersOn(def.element);
    case 'union':
      return def.options.some(refersOn);
    case 'optional':
    case 'nullable':
      return refersOn(def.innerType);
    default:
      return false;
  }
}

function accepted(schema: z.core.$ZodType, drawn: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return drawn.filter((value) => z.safeParse(schema, value).success);
}

function drawnFields(shape: z.core.$ZodShape): fc.Arbitrary<unknown> {
  const requiredKeys = Object.keys(shape).filter(
    (name) => (shape[name] as z.core.$ZodTypes)._zod.def.type !== 'optional',
  );
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [name, drawnBySchema(part)]),
  );
  return fc
    .tuple(added, fc.record(fields, { requiredKeys }))
    .map(([unknown, known]) => ({ ...unknown, ...known }));
}
