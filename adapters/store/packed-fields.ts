import { SCHEMA_VERSION } from '../../treasury/records/newer-version.ts';
import type { Fields } from './fields.ts';
import { packedBytes } from './packed-attribute.ts';
import { MAX_UNPACKED_BYTES, packText, unpackText } from './packed-text.ts';
import { PHRASES_V1 } from './packing-phrases.ts';

/*
 * Fields of an item as one binary attribute: their JSON, deflated upon the phrases that such items have in common. Each
 * field, and each inner field, stands in one place: as an attribute if a condition, a filter or another reader names it,
 * packed otherwise. So nothing can be said twice; an item that does is refused.
 */

/** The attribute that holds what is packed. */
export const PACKED = 'packed';

/** The one packing there is so far. A new one gets a number of its own; this one stays readable. */
const VERSION = 1;

/** Inner fields that stay attributes; of a field without any, all is packed. */
export interface Kept {
  readonly [name: string]: true | Kept;
}

/** How the large items of one kind are packed. */
export interface FieldPacking {
  /**
   * The version of the schema that packed items say, so that code from before leaves them alone. No field may come with
   * the same version.
   */
  readonly since: number;
  /** The fields that are packed. All others, unknown ones included, are attributes. */
  readonly fields: Readonly<Record<string, Kept>>;
}

/** The same attributes with the fields of the packing in one of them, and the version that says so. */
export function packFields({ since, fields }: FieldPacking, attributes: Fields): Fields {
  const attribute: [string, unknown][] = [];
  const packed: [string, unknown][] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const kept = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const parts =
      kept === undefined || !isJson(value) ? { attribute: value } : divided(value, kept);
    if (parts.attribute !== undefined) attribute.push([name, parts.attribute]);
    if (parts.packed !== undefined) packed.push([name, parts.packed]);
  }
  const text = JSON.stringify(Object.fromEntries(packed));
  // Beyond it the text could not be read back; as attributes DynamoDB refuses the item, with an error of its own.
  if (packed.length === 0 || Buffer.byteLength(text) > MAX_UNPACKED_BYTES) return attributes;
  return {
    ...Object.fromEntries(attribute),
    [SCHEMA_VERSION]: Math.max(since, Number(attributes[SCHEMA_VERSION])),
    [PACKED]: packText(VERSION, text, PHRASES_V1),
  };
}

/** The fields as they were before; those of an item that is not packed are returned as they are. @throws Error */
export function unpackFields(
  { since, fields }: FieldPacking,
  version: number,
  attributes: Fields,
): Fields {
  const { [PACKED]: bytes, ...own } = attributes;
  if (bytes === undefined) return attributes;
  if (version < since) throw new Error(`it is packed, and of version ${version}`);
  const packed: unknown = JSON.parse(unpackText(VERSION, packedBytes(bytes, 'fields'), PHRASES_V1));
  if (!isObject(packed)) throw new Error('what is packed is no object');
  const unexpected = Object.keys(packed).find((name) => !Object.hasOwn(fields, name));
  if (unexpected !== undefined) throw misplaced(unexpected);
  return joined(own, packed, fields);
}

interface Parts {
  readonly attribute?: unknown;
  readonly packed?: unknown;
}

function divided(value: unknown, kept: Kept): Parts {
  if (!isDivided(value, kept)) return { packed: value };
  const parts = Object.entries(value).map(([name, each]): readonly [string, Parts] => {
    const inner = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (inner === true) return [name, { attribute: each }];
    return [name, inner === undefined ? { packed: each } : divided(each, inner)];
  });
  const of = (place: keyof Parts) =>
    parts.flatMap(([name, each]) => (each[place] === undefined ? [] : [[name, each[place]]]));
  const packed = of('packed');
  return {
    attribute: Object.fromEntries(of('attribute')),
    ...(packed.length > 0 && { packed: Object.fromEntries(packed) }),
  };
}

/**
 * Both parts in one, if they are exactly the parts that packing makes.
 * @throws Error if a field is in both, or stands where it does not belong
 */
function joined(attributes: Fields, packed: Fields, kept: Kept, path = ''): Fields {
  const added = Object.entries(packed).map(([name, value]) => {
    const place = `${path}${name}`;
    const own = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    const inner = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (inner === true) throw misplaced(place);
    if (inner === undefined || !isDivided(value, inner)) {
      if (own !== undefined) throw misplaced(place);
      return [name, value];
    }
    if (!isObject(own)) throw misplaced(place);
    const stray = Object.keys(own).find((each) => !Object.hasOwn(inner, each));
    if (stray !== undefined) throw misplaced(`${place}.${stray}`);
    return [name, joined(own, value, inner, `${place}.`)];
  });
  return { ...attributes, ...Object.fromEntries(added) };
}

/** True for a value of which some inner fields stay attributes. */
function isDivided(value: unknown, kept: Kept): value is Fields {
  return Object.keys(kept).length > 0 && isObject(value);
}

function misplaced(field: string): Error {
  return new Error(
    `${field} is not where packing puts it: as an attribute, or packed, and never both`,
  );
}

function isObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** True if JSON gives it back as it is. Sets, bytes and numbers beyond those of JavaScript stay attributes. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isJson);
      return (
        isObject(value) && Object.values(value).every((each) => each === undefined || isJson(each))
      );
    default:
      return false;
  }
}
