import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { record } from '../../../treasury/records/record.ts';
import { knownPart, withUnknown } from '../../../treasury/records/unknown-fields.ts';

const payee = record(() => ({ name: z.string(), note: z.exactOptional(z.string()) }));
const thing = record(() => ({
  id: z.string(),
  memo: z.exactOptional(z.string()),
  payees: z.array(payee),
  byName: z.record(z.string(), payee),
  kind: z.discriminatedUnion('kind', [
    record(() => ({ kind: z.literal('plain') })),
    record(() => ({ kind: z.literal('split'), parts: z.int() })),
  ]),
}));
const PLAIN = { id: 'a', payees: [{ name: 'x' }], byName: {}, kind: { kind: 'plain' } };

describe('what a schema lists', () => {
  it('is all that is left, at every level', () => {
    const more = {
      ...PLAIN,
      colour: 'red',
      payees: [{ name: 'x', rank: 1 }],
      byName: { y: { name: 'y', rank: 2 } },
      kind: { kind: 'plain', shade: 3 },
    };
    expect(knownPart(thing, more)).toEqual({ ...PLAIN, byName: { y: { name: 'y' } } });
  });

  it('is all that a replacement changes', () => {
    const inner = record(() => ({ id: z.string(), part: record(() => ({ name: z.string() })) }));
    const before = { id: 'a', colour: 'red', part: { name: 'x', rank: 1 } };
    const after = { id: 'a', part: { name: 'y' } };
    expect(withUnknown(inner, before, after)).toEqual({ ...before, part: { name: 'y', rank: 1 } });
    expect(withUnknown(inner, null, after)).toEqual(after);
    const choice = thing.shape.kind;
    const split = { kind: 'split', parts: 2, shade: 3 };
    expect(withUnknown(choice, split, { kind: 'plain' })).toEqual({ kind: 'plain', shade: 3 });
  });

  it('is not touched where no option of a union accepts it', () => {
    const other = { ...PLAIN, kind: { kind: 'of-later', parts: 2 } };
    expect(knownPart(thing, other)).toEqual(other);
  });
});
