import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** Bytes of an item that one write unit pays for: beyond it a second is due, at each write and in each index. */
export const UNIT_BYTES = 1_024;

/** As DynamoDB counts an item: names, texts and bytes as they are, and a little for lists and maps. */
export function bytesOfItem(item: Readonly<Record<string, AttributeValue>>): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOfValue(value),
    0,
  );
}

const LIST_BYTES = 3;
const ELEMENT_BYTES = 1;
const NUMBER_BYTES = 1;

function bytesOfValue(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.B !== undefined) return value.B.length;
  if (value.N !== undefined) return Math.ceil(value.N.replace(/\D/g, '').length / 2) + NUMBER_BYTES;
  if (value.M !== undefined) {
    const { length } = Object.keys(value.M);
    return LIST_BYTES + length * ELEMENT_BYTES + bytesOfItem(value.M);
  }
  if (value.L !== undefined) {
    const inner = value.L.reduce((sum, each) => sum + bytesOfValue(each), 0);
    return LIST_BYTES + value.L.length * ELEMENT_BYTES + inner;
  }
  return 1;
}
