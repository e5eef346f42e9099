import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** What calls consumed, as the engine answered, and what the same bytes would have as their least. */
export interface Consumed {
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Bytes of the items that were written, and that were read. */
  readonly writtenBytes: number;
  readonly readBytes: number;
  readonly calls: number;
}

const NOTHING: Consumed = { writeUnits: 0, readUnits: 0, writtenBytes: 0, readBytes: 0, calls: 0 };

/** Bytes of a unit: of a write, and of a read that may be a moment old (half a unit for 4 kB). */
export const WRITE_UNIT_BYTES = 1_024;
export const READ_UNIT_BYTES = 2 * 4_096;

interface Input {
  ReturnConsumedCapacity?: string;
  readonly Item?: Record<string, AttributeValue>;
}

interface Output {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
  readonly Item?: Record<string, AttributeValue>;
  readonly Items?: Record<string, AttributeValue>[];
}

/** Has every call of a client say what it consumed, and adds it up. */
export function meter(client: DynamoDBClient) {
  let sum = NOTHING;
  client.middlewareStack.add(
    (next) => async (args) => {
      const input = args.input as Input;
      input.ReturnConsumedCapacity = 'TOTAL';
      const result = await next(args);
      const { ConsumedCapacity, Items, Item } = result.output as Output;
      const units = ConsumedCapacity?.CapacityUnits ?? 0;
      const read = (Items ?? (Item === undefined ? [] : [Item])).reduce(
        (bytes, item) => bytes + itemBytes(item),
        0,
      );
      const writes = input.Item !== undefined;
      sum = {
        writeUnits: sum.writeUnits + (writes ? units : 0),
        readUnits: sum.readUnits + (writes ? 0 : units),
        writtenBytes: sum.writtenBytes + (input.Item === undefined ? 0 : itemBytes(input.Item)),
        readBytes: sum.readBytes + read,
        calls: sum.calls + 1,
      };
      return result;
    },
    { step: 'initialize', name: 'meter' },
  );
  return {
    total: () => sum,
    /** The consumption of `work`; nothing else may call meanwhile. */
    of: async <T>(work: () => Promise<T>): Promise<Consumed & { readonly value: T }> => {
      const before = sum;
      const value = await work();
      return { ...difference(sum, before), value };
    },
  };
}

export function difference(after: Consumed, before: Consumed): Consumed {
  return {
    writeUnits: after.writeUnits - before.writeUnits,
    readUnits: after.readUnits - before.readUnits,
    writtenBytes: after.writtenBytes - before.writtenBytes,
    readBytes: after.readBytes - before.readBytes,
    calls: after.calls - before.calls,
  };
}

/** Bytes of an item as DynamoDB counts them, of the kinds of attributes that are written here. */
export function itemBytes(item: Record<string, AttributeValue>): number {
  return Object.entries(item).reduce(
    (bytes, [name, value]) => bytes + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

function valueBytes({ S, N, B }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.length / 2) + 1;
  return B?.length ?? 0;
}
