import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INSTRUCTION } from '../../adapters/store/instruction-item.ts';
import { fromItem, type Item, type ItemKind, itemOf } from '../../adapters/store/item.ts';
import { bytesOfItem, UNIT_BYTES } from '../../adapters/store/item-bytes.ts';
import { LANE } from '../../adapters/store/lane-item.ts';
import { PACKED } from '../../adapters/store/packed-fields.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { NewerVersionError } from '../../treasury/records/newer-version.ts';
import { drawnBySchema } from './drawn-by-schema.ts';

/*
 * Large instructions and lanes are packed. Whatever their schemas allow comes back as it was written, in either form; what
 * a condition or a filter names is an attribute in both.
 */

/** Values of the table that JSON cannot say, where a later version may have put them. */
const OF_THE_TABLE: Item = {
  weights: { NS: ['1', '2'] },
  exact: { N: '12345678901234567890.123456789' },
  bytes: { B: Uint8Array.of(1, 2) },
};

/** As code that does not pack writes it, and reads it. */
function unpacked<T>(kind: ItemKind<T>): ItemKind<T> {
  const { packing: _, ...rest } = kind;
  return rest;
}

interface Case<T> {
  readonly name: string;
  readonly kind: ItemKind<T>;
  readonly drawn: fc.Arbitrary<T>;
  /** A field that is packed if there is one. */
  readonly holding: string;
}

const INSTRUCTIONS: Case<Instruction> = {
  name: 'an instruction',
  kind: INSTRUCTION,
  drawn: drawnBySchema(INSTRUCTION.schema) as fc.Arbitrary<Instruction>,
  holding: 'status',
};
const LANES: Case<Lane> = {
  name: 'a lane',
  kind: LANE,
  drawn: drawnBySchema(LANE.schema) as fc.Arbitrary<Lane>,
  holding: 'booking',
};

const KEPT = {
  instruction: ['id', 'tenant', 'version', 'kind', 'state', 'conversion'],
  lane: ['tenant', 'currency', 'version', 'epoch'],
};
const INNER_KEPT = {
  instruction: [
    'origin.kind',
    'origin.ruleId',
    'origin.occurrence',
    'content.currency',
    'content.instrument',
    'content.reference',
    'content.withdrawalAccountId',
  ],
  lane: ['status.state', 'status.claim.quarantineUntil'],
};

function at(item: Item, path: string): AttributeValue | undefined {
  const [first = '', ...rest] = path.split('.');
  return rest.reduce<AttributeValue | undefined>((value, name) => value?.M?.[name], item[first]);
}

function whenPacked<T>(
  { kind, drawn, holding }: Case<T>,
  check: (value: T, item: Item) => void,
): number {
  let packed = 0;
  fc.assert(
    fc.property(drawn, (value) => {
      const item = itemOf(kind, 'main', value);
      if (item[PACKED] === undefined || !Object.hasOwn(value as object, holding)) return;
      packed += 1;
      check(value, item);
    }),
    { numRuns: 100 },
  );
  return packed;
}

function checksOf<T>(tested: Case<T>): void {
  const { kind, drawn, holding } = tested;
  const asBefore = unpacked(kind);

  it('is read as it was written, packed or not, and as it was written before', () => {
    fc.assert(
      fc.property(drawn, (value) => {
        const item = itemOf(kind, 'main', value);
        const old = itemOf(asBefore, 'main', value);
        expect(fromItem(kind, item)).toEqual(value);
        expect(fromItem(kind, old)).toEqual(value);
        expect(item[PACKED] === undefined).toBe(bytesOfItem(old) <= UNIT_BYTES);
        expect(fromItem(kind, itemOf(kind, 'main', fromItem(kind, old)))).toEqual(value);
      }),
      { numRuns: 100 },
    );
  });

  it('has what conditions, filters and lists name as attributes, as before', () => {
    const names = kind === (INSTRUCTION as unknown) ? 'instruction' : 'lane';
    const packed = whenPacked(tested, (value, item) => {
      const old = itemOf(asBefore, 'main', value);
      for (const path of [...KEPT[names], ...INNER_KEPT[names]])
        expect(at(item, path)).toEqual(at(old, path));
    });
    expect(packed).toBeGreaterThan(10);
  });

  it('is left alone, once packed, by code that does not know of it', () => {
    const packed = whenPacked(tested, (_value, item) => {
      expect(() => fromItem(asBefore, item)).toThrow(NewerVersionError);
    });
    expect(packed).toBeGreaterThan(10);
  });

  it('keeps what JSON cannot say as attributes, and packs the rest', () => {
    const packed = whenPacked(tested, (value) => {
      const old = itemOf(asBefore, 'main', value);
      const beyond = { ...old, ...OF_THE_TABLE };
      const inner = { ...beyond[holding]?.M, ...OF_THE_TABLE };
      const stored = { ...beyond, [holding]: { M: inner } };
      const read = fromItem(kind, stored);
      const item = itemOf(kind, 'main', read);
      expect(item[PACKED]).toBeDefined();
      expect(item).toMatchObject({ ...OF_THE_TABLE, [holding]: { M: OF_THE_TABLE } });
      expect(fromItem(kind, item)).toEqual(read);
    });
    expect(packed).toBeGreaterThan(10);
  });

  it('is refused if a field stands in it twice', () => {
    const packed = whenPacked(tested, (_value, item) => {
      const forged = { ...item, ...marshall({ [holding]: { state: 'idle', entries: [] } }) };
      expect(() => fromItem(kind, forged)).toThrow(/is not where packing puts it/);
    });
    expect(packed).toBeGreaterThan(10);
  });
}

describe('an instruction', () => checksOf(INSTRUCTIONS));
describe('a lane', () => checksOf(LANES));
