import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import '../../treasury/validation/in-english.ts';

export type Item = Record<string, AttributeValue>;

/** An item that is not what this version of Sluice writes. Nothing is done on the strength of it. */
export class UnreadableItemError extends Error {
  override readonly name = 'UnreadableItemError';
  constructor(entity: string, key: string, reason: string) {
    super(`${entity} item ${key} cannot be read: ${reason}`);
  }
}

/** Numbers here are counters and seconds only; amounts are text and never become numbers. */
export function toItem(value: object): Item {
  return marshall(value, { removeUndefinedValues: true });
}

/** Reads an item back through its schema; unknown attributes (keys, index keys) are dropped. */
export function fromItem<T>(schema: z.ZodMiniType<T>, entity: string, item: Item): T {
  const parsed = schema.safeParse(unmarshall(item));
  if (parsed.success) return parsed.data;
  const key = `${item.pk?.S ?? '?'} / ${item.sk?.S ?? '?'}`;
  throw new UnreadableItemError(entity, key, z.prettifyError(parsed.error));
}
