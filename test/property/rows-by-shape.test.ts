import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { besideOf, rowsOf, valuesIn } from '../../adapters/store/rows-by-shape.ts';

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
  it('come back as they were, in their order, whatever they hold and whatever stands beside them', () => {
    fc.assert(
      fc.property(drawn, fc.array(fc.jsonValue(), { maxLength: 12 }), (values, known) => {
        // Each value beside itself as well: then nothing of it is written.
        for (const each of [[], known, values]) {
          const beside = asJson(each) as unknown[];
          const rows = rowsOf(values, beside.map(besideOf));
          expect(valuesIn(asJson(rows), beside.map(besideOf))).toEqual(asJson(values));
        }
      }),
    );
  });

  it('have one shape where they differ in texts and numbers alone, and share columns of a name', () => {
    const values = ['2', '3.5'].map((amount, count) => ({
      ...{ code: 'step', currency: 'BTC', of: 'BTC', amount, count, keep: amount },
    }));
    const other = { code: 'keep', amount: '7', threshold: '9', keep: true };
    const beside = [{}, {}, { limits: { threshold: '9' } }].map(besideOf);
    expect(rowsOf([values[0], other, values[1]], beside)).toEqual({
      order: [0, 1, 0],
      shapes: [
        {
          ...{ code: 'step', currency: '=BTC', of: '=BTC', amount: '#0', count: '#1', keep: '#0' },
        },
        { code: 'keep', amount: '=7', threshold: '=9', keep: true },
      ],
      columns: ['2,3.5', [0, 1]],
    });
  });

  it('refer to what stands beside all of them, and say what stands beside some', () => {
    const values = ['1', '2'].map((threshold) => ({ threshold, keep: '5' }));
    const beside = [
      { rule: { threshold: '1' }, keep: '5' },
      { rule: { threshold: '2' }, keep: '6' },
    ].map(besideOf);
    expect(rowsOf(values, beside)).toEqual({
      order: [0, 0],
      shapes: [{ threshold: '$rule.threshold', keep: '=5' }],
      columns: [],
    });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['a shape that is not there', { order: [1], shapes: [], columns: [] }],
    ['a column that is not there', { order: [0], shapes: [{ a: '#0' }], columns: [] }],
    ['too few texts', { order: [0, 0], shapes: [{ a: '#0' }], columns: ['x'] }],
    ['what does not stand beside them', { order: [0], shapes: [{ a: '$rule' }], columns: [] }],
    ['a text that is no reference', { order: [0], shapes: [{ a: 'b' }], columns: [] }],
  ])('are refused where they are %s', (_, stored) => {
    expect(() => valuesIn(stored)).toThrow();
  });
});
