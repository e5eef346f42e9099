import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import { fromItem, type Item, itemOf } from '../../../adapters/store/item.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { PROPOSED } from '../../samples/instructions.ts';

const TRADE = { id: 't-1', fills: [{ price: '1', odd: true }], venue: 'of-a-later-version' };

const CONFIRMED: Instruction = {
  ...PROPOSED,
  status: {
    state: 'confirmed',
    at: PROPOSED.createdAt,
    confirmation: { kind: 'trade', trade: TRADE, answer: '{}' },
    evidence: 'answered 200',
  },
};

describe('an item', () => {
  it('gives back what it was made of', () => {
    expect(fromItem(INSTRUCTION, itemOf(INSTRUCTION, 'main', CONFIRMED))).toEqual(CONFIRMED);
  });

  it('keeps what this version does not know, in every form that the table has', () => {
    const unknown: Item = {
      memo: { S: 'for the auditors' },
      weights: { NS: ['1', '2'] },
      exact: { N: '12345678901234567890.123456789' },
      bytes: { B: Uint8Array.of(1, 2) },
      nested: { M: { list: { L: [{ NULL: true }, { BOOL: false }] } } },
    };
    const item = { ...itemOf(INSTRUCTION, 'main', CONFIRMED), ...unknown };
    expect(itemOf(INSTRUCTION, 'main', fromItem(INSTRUCTION, item))).toEqual(item);
  });

  it('is refused where it is not what this version writes', () => {
    const item = { ...itemOf(INSTRUCTION, 'main', CONFIRMED), ...marshall({ version: 'two' }) };
    expect(() => fromItem(INSTRUCTION, item)).toThrow('instruction item main#INSTRUCTION#');
  });
});
