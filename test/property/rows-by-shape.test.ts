import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf, valuesIn } from '../../adapters/store/rows-by-shape.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  // Like the numbers of columns, and like others of the same row.
  fc.constantFrom('0', '1', '2', '__proto__', ''),
);
/** What several values have in common, and what one of them alone may have. */
const drawn = fc.array(
  fc.record(
    {
      ...{ ruleId: text, amount: text, code: text },
      ...{ count: fc.integer(), holds: fc.boolean(), more: fc.jsonValue() },
    },
    { requiredKeys: ['ruleId', 'amount'] },
  ),
  { maxLength: 12 },
);
/** As JSON says it: it has no -0, and no undefined. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('values as rows by their shapes', () => {
  it('come back as they were, in their order, whatever they hold', () => {
    fc.assert(
      fc.property(drawn, (values) => {
        expect(valuesIn(asJson(rowsOf(values)))).toEqual(asJson(values));
      }),
    );
  });

  it('have one shape where they differ in texts alone, and a text once that all of them have', () => {
    const values = ['2', '3.5'].map((amount) => ({
      ...{ code: 'step', currency: 'BTC', of: 'BTC', amount, count: 7 },
    }));
    expect(rowsOf(values)).toEqual({
      order: [0, 0],
      shapes: [
        {
          shape: { code: 'step', currency: '0', of: '0', amount: '1', count: 7 },
          columns: ['BTC', ['2', '3.5']],
        },
      ],
    });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['a shape that is not there', { order: [1], shapes: [] }],
    ['a column that is not there', { order: [0], shapes: [{ shape: { a: '1' }, columns: ['x'] }] }],
    ['too few texts', { order: [0, 0], shapes: [{ shape: { a: '0' }, columns: [['x']] }] }],
    ['a text that is no column', { order: [0], shapes: [{ shape: { a: 'b' }, columns: ['x'] }] }],
  ])('are refused where they are %s', (_, stored) => {
    expect(() => valuesIn(stored)).toThrow();
  });
});
