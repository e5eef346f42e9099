import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { bytesOfItem } from '../../../adapters/store/item-bytes.ts';

describe('the bytes of an item', () => {
  it('are those of names, texts and binaries', () => {
    expect(bytesOfItem(marshall({ pk: 'a', name: 'é' }))).toBe(3 + 4 + 2);
    expect(bytesOfItem({ packed: { B: new Uint8Array(10) } })).toBe(16);
  });

  it('count two digits of a number as a byte, and one beside', () => {
    expect(bytesOfItem(marshall({ n: 1234 }))).toBe(1 + 2 + 1);
  });

  it('add three for a map or a list, and one for each of its elements', () => {
    expect(bytesOfItem(marshall({ m: { a: 'b' } }))).toBe(1 + 3 + 1 + 2);
    expect(bytesOfItem(marshall({ l: ['ab', 'c'] }))).toBe(1 + 3 + 2 + 3);
  });
});
