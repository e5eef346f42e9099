import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isRecord, record } from '../../../treasury/records/record.ts';

/** A record, and how often its fields were made. */
function counted() {
  const made = { times: 0 };
  const schema = record(() => {
    made.times += 1;
    return { kind: z.literal('sweep'), amount: z.string() };
  });
  return { schema, made };
}

describe('a record', () => {
  it('makes its fields when it is first used, and once', () => {
    const { schema, made } = counted();
    const listed = z.array(schema);
    expect(made.times).toBe(0);

    expect(z.parse(listed, [{ kind: 'sweep', amount: '1' }])).toHaveLength(1);
    expect(schema.safeParse({ kind: 'sweep' }).success).toBe(false);
    expect(Object.keys(schema.shape)).toEqual(['kind', 'amount']);
    expect(made.times).toBe(1);
  });

  it('is an option of a union that is declared without making its fields', () => {
    const { schema, made } = counted();
    const union = z.discriminatedUnion('kind', [schema]);
    expect(made.times).toBe(0);

    expect(union.parse({ kind: 'sweep', amount: '1' })).toEqual({ kind: 'sweep', amount: '1' });
    expect(union.safeParse({ kind: 'trade', amount: '1' }).success).toBe(false);
  });

  it('keeps fields that it does not list, extended and as a part of another one too', () => {
    const value = { kind: 'sweep', amount: '1', later: { by: 'a newer Sluice' } };
    const { schema } = counted();
    const extended = z.extend(schema, { at: z.exactOptional(z.string()) });
    const outer = record(() => ({ part: z.exactOptional(counted().schema) }));

    expect(schema.parse(value)).toEqual(value);
    expect(extended.parse(value)).toEqual(value);
    expect(isRecord(extended as z.core.$ZodTypes)).toBe(true);
    expect(outer.parse({ part: value })).toEqual({ part: value });
  });
});
