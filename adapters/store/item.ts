import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, NumberValueImpl as NumberValue, unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import type { Fields } from './fields.ts';
import type { Key } from './keys.ts';
import '../../treasury/validation/zod-locale.ts';

export type Item = Record<string, AttributeValue>;

/** How one kind of thing is read back from an item. */
export interface ItemReading<T> {
  /** The type by which the stream's filters and people tell the items apart. */
  readonly entity: string;
  readonly schema: z.ZodMiniType<T>;
  /** Attributes beside the thing's fields, for filters and expiry; they are never read back. */
  readonly beside?: readonly string[];
  /** For fields that are kept in another form. Unknown fields must pass through. */
  readonly unpack?: (fields: Fields) => Fields;
  /** Copies of inner fields, named in `beside`. A method: what reads any kind of thing asks each for its own. */
  copies?(value: T): Readonly<Record<string, string>>;
}

/** The same, and how it is written. Its fields are attributes; beside them stand those of the table's own. */
export interface ItemKind<T> extends ItemReading<T> {
  readonly key: (tenant: string, value: T) => Key;
  /** Keys of the indexes that it is found by. */
  readonly indexes?: (tenant: string, value: T) => Partial<Record<IndexKey, string>>;
  readonly pack?: (value: T) => object;
}

const INDEX_KEYS = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;
type IndexKey = (typeof INDEX_KEYS)[number];

/** Attributes of every item that are not fields of the thing. */
const TABLE_ATTRIBUTES: ReadonlySet<string> = new Set(['pk', 'sk', 'entity', ...INDEX_KEYS]);

/** The attributes of a thing's item, not yet in DynamoDB's form. */
export function attributesOf<T>(kind: ItemKind<T>, tenant: string, value: T): object {
  const { entity, key, indexes, copies, pack } = kind;
  return {
    ...key(tenant, value),
    ...indexes?.(tenant, value),
    entity,
    ...copies?.(value),
    ...(pack === undefined ? value : pack(value)),
  };
}

/** Numbers here are counters and seconds only; amounts are text and never become numbers. */
export function toItem(attributes: object): Item {
  return marshall(attributes, { removeUndefinedValues: true });
}

export function itemOf<T>(kind: ItemKind<T>, tenant: string, value: T): Item {
  return toItem(attributesOf(kind, tenant, value));
}

/**
 * Reads a thing back through its schema. Fields that this version does not know are kept, so that the next write of
 * the item writes them again; the table's own attributes are not fields.
 * @throws UnreadableItemError
 */
export function fromItem<T>(reading: ItemReading<T>, item: Item): T {
  const { schema, entity, unpack = (fields) => fields } = reading;
  const key = `${item.pk?.S ?? '?'} / ${item.sk?.S ?? '?'}`;
  const unreadable = (reason: string) => new UnreadableItemError(entity, key, reason);
  let unpacked: Fields;
  try {
    unpacked = unpack(fieldsOf(reading, item));
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : String(error));
  }
  const parsed = schema.safeParse(unpacked);
  if (!parsed.success) throw unreadable(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Things of one kind that are read together: of those that cannot be read the items stay, and the others are read. */
export function readOrLeft<T>(
  kind: ItemReading<T>,
  items: readonly Item[],
): { readonly things: readonly T[]; readonly left: readonly Item[] } {
  const things: T[] = [];
  const left: Item[] = [];
  for (const item of items) {
    try {
      things.push(fromItem(kind, item));
    } catch (error) {
      if (!(error instanceof UnreadableItemError)) throw error;
      left.push(item);
    }
  }
  return { things, left };
}

/** The same for a person who looks at them: those that cannot be read are named. */
export function readable<T>(kind: ItemReading<T>, items: readonly Item[]) {
  const { things, left } = readOrLeft(kind, items);
  return { things, unreadable: left.map(nameOf) };
}

/** What an item that cannot be read is called: by its key, which no spoiled field changes. */
export function nameOf({ pk, sk, entity }: Item): string {
  const key = sk?.S ?? '';
  // Of some kinds, such as instructions, the sort key is the kind's name, and the partition has the id.
  const isKind = key.toLowerCase() === entity?.S;
  const whole = isKind ? (pk?.S ?? '').split('#').slice(1).join('#') : key;
  return whole.includes('#') ? whole.slice(whole.indexOf('#') + 1) : whole;
}

function fieldsOf({ beside = [] }: Pick<ItemReading<never>, 'beside'>, item: Item): Fields {
  const own = Object.entries(item).filter(
    ([name]) => !TABLE_ATTRIBUTES.has(name) && !beside.includes(name),
  );
  return unmarshall(Object.fromEntries(own), { wrapNumbers: exactNumber });
}

/** A number that JavaScript cannot hold exactly is kept in a form that the SDK writes unchanged. */
function exactNumber(text: string): number | NumberValue {
  const number = Number(text);
  return String(number) === text ? number : NumberValue.from(text);
}
