import { DECIMAL_PATTERN } from '../../treasury/money/decimal-text.ts';
import type { Json } from './json.ts';

/*
 * JSON Schema says some things in ways that generators of clients do not understand, or build code from that does not
 * compile. Each is said here in the plainest way that means the same.
 */

/** Fields of answers that hold decimal text, wherever they stand. */
const DECIMALS: ReadonlySet<string> = new Set([
  'amount',
  'ask',
  'available',
  'balance',
  'base',
  'bid',
  'close',
  'closing',
  'high',
  'low',
  'maximumNotional',
  'mid',
  'notional',
  'open',
  'opening',
  'price',
  'quote',
  'revaluation',
  'total',
  'value',
]);

/** From here on an integer does not fit into 32 bits. */
const MAX_INT32 = 2 ** 31 - 1;

/** A schema, and every schema in it, in the plainest way. */
export function simplified(schema: unknown, field?: string): Json {
  const inner = mapped(schema as Json);
  const steps = [nullable, apart, enumerated, listed, withoutDefault, integer, double, dated];
  const plain = steps.reduce((each, step) => step(each), inner);
  return field !== undefined && DECIMALS.has(field) ? decimal(plain) : plain;
}

function mapped(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, within(keyword, value)]),
  );
}

function within(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Json).map(([name, each]) => [name, simplified(each, name)]),
      );
    case 'oneOf':
    case 'anyOf':
    case 'prefixItems':
      return (value as unknown[]).map((each) => simplified(each));
    case 'items':
    case 'additionalProperties':
      return typeof value === 'object' ? simplified(value) : value;
    default:
      return value;
  }
}

/** "A text, or null" is one schema with two types. */
function nullable(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [some, none] = anyOf as [Json, Json];
  if (none.type !== 'null' || typeof some.type !== 'string' || some.type === 'object')
    return schema;
  // A list of values permits nothing beside them, null included.
  const listed = Array.isArray(some.enum) ? { enum: [...some.enum, null] } : {};
  return { ...some, ...rest, ...listed, type: [some.type, 'null'] };
}

/** "A text, a number, or null" is a choice: one schema of several types is built by few generators. */
function apart(schema: Json): Json {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((each) => each !== 'null').length < 2) return schema;
  return { ...rest, anyOf: type.map((each) => simplified({ type: each })) };
}

/** "0, or 1, or 2" is one enumeration. */
function enumerated(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const options = anyOf as Json[];
  if (!options.every((each) => 'const' in each)) return schema;
  const values = options.map((each) => each.const);
  const type = values.every(Number.isInteger) ? 'integer' : typeof values[0];
  return { ...rest, type, enum: values };
}

/** Two of the same kind are a list of two: most generators know no tuples. */
function listed(schema: Json): Json {
  const { prefixItems, items: _, ...rest } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const kinds = new Set(prefixItems.map((each) => JSON.stringify(each)));
  if (kinds.size !== 1) throw new Error('a tuple of several kinds cannot be said to generators');
  return { ...rest, items: prefixItems[0] as Json };
}

/** A default that is an object or a list, or is one of a choice, is said in words: as code it does not compile. */
function withoutDefault(schema: Json): Json {
  const { default: value, ...rest } = schema;
  const isChoice = value !== undefined && 'anyOf' in schema;
  if (!isChoice && (typeof value !== 'object' || value === null)) return schema;
  return { ...rest, description: `Absent: ${JSON.stringify(value)}.` };
}

/** The bounds of a program's exact integers say nothing; beyond 32 bits they say which type to take. */
function integer(schema: Json): Json {
  if (schema.type !== 'integer') return schema;
  const { minimum, maximum, ...rest } = schema;
  const bounded = {
    ...rest,
    ...(minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
  const isShort = typeof maximum === 'number' && maximum <= MAX_INT32;
  const isListed = 'enum' in schema || 'const' in schema;
  return defined({ ...bounded, ...(isShort || isListed ? {} : { format: 'int64' }) });
}

/** Where nothing is said, some generators take 32 bits, which do not hold a count of 17 million. */
function double(schema: Json): Json {
  return schema.type === 'number' ? { ...schema, format: 'double' } : schema;
}

/** The format says it; the pattern of a moment is longer than everything else about it. */
function dated(schema: Json): Json {
  if (schema.format !== 'date-time') return schema;
  const { pattern: _, ...rest } = schema;
  return rest;
}

function decimal(schema: Json): Json {
  const isText = [schema.type].flat().includes('string');
  if (!isText || 'pattern' in schema || 'enum' in schema || 'format' in schema) return schema;
  return { ...schema, pattern: DECIMAL_PATTERN };
}

function defined(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
