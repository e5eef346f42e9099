import { unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INSTRUCTION } from '../../adapters/store/instruction-item.ts';
import { fromItem, type Item, type ItemKind, itemOf } from '../../adapters/store/item.ts';
import { LANE } from '../../adapters/store/lane-item.ts';
import { ACCOUNT, BREAK, RULE } from '../../adapters/store/ledger-items.ts';
import { drawnBySchema } from './drawn-by-schema.ts';

/*
 * Instructions, lanes, accounts, rules and breaks are plain: a person reads each field in the table, and whatever their schemas
 * allow comes back as it was written.
 */

/** Values of the table that JSON cannot say, where a later version may have put them. */
const OF_THE_TABLE: Item = {
  weights: { NS: ['1', '2'] },
  exact: { N: '12345678901234567890.123456789' },
  bytes: { B: Uint8Array.of(1, 2) },
};

/** The fills of a trade are any JSON of the service: as text, an item can hold all of it. */
function withFillsAsText(value: object): unknown {
  return JSON.parse(JSON.stringify(value), (name, inner: unknown) =>
    name === 'fills' && typeof inner === 'object' ? JSON.stringify(inner) : inner,
  );
}

/** `elsewhere`: fields that stand in items of their own, and what is read without these; `absent`: one that is left out then. */
function checksOf<T extends object>(
  kind: ItemKind<T>,
  inner: string,
  elsewhere: Partial<T> = {},
  absent: keyof T | null = null,
): void {
  const drawn = (drawnBySchema(kind.schema) as fc.Arbitrary<T>).map(
    (value) =>
      Object.fromEntries(
        Object.entries({ ...value, ...elsewhere }).filter(([name]) => name !== absent),
      ) as T,
  );
  const isHere = ([name]: readonly [string, unknown]) => !(name in elsewhere);

  it('has each field as an attribute that a person reads, and comes back as it was', () => {
    fc.assert(
      fc.property(drawn, (value) => {
        const item = itemOf(kind, 'main', value);
        const here = Object.fromEntries(Object.entries(value).filter(isHere));
        expect(unmarshall(item)).toMatchObject(withFillsAsText(here) as object);
        expect(fromItem(kind, item)).toEqual(value);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps what only a later version knows, within its fields too', () => {
    fc.assert(
      fc.property(drawn, (value) => {
        const item = itemOf(kind, 'main', value);
        const added = { ...item, ...OF_THE_TABLE };
        const part = item[inner]?.M;
        const stored =
          part === undefined ? added : { ...added, [inner]: { M: { ...part, ...OF_THE_TABLE } } };
        const read = fromItem(kind, stored);
        expect(itemOf(kind, 'main', read)).toEqual(stored);
      }),
      { numRuns: 100 },
    );
  });
}

describe('an instruction', () => checksOf(INSTRUCTION, 'status'));
describe('a lane', () => checksOf(LANE, 'booking', { counts: [] }, 'countsBeside'));
describe('an account', () => checksOf(ACCOUNT, 'details'));
describe('a rule', () => checksOf(RULE, 'schedule'));
describe('a break', () => checksOf(BREAK, 'status'));
