import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packSpans, unpackSpans } from '../../adapters/store/packed-spans.ts';

/** Anything that JSON can say, control characters and unknown fields included. */
const rows = fc.array(
  fc.record(
    { ruleId: fc.string({ unit: 'binary' }), span: fc.jsonValue(), memo: fc.jsonValue() },
    { requiredKeys: ['ruleId'] },
  ),
  { maxLength: 12 },
);

describe('packed spans', () => {
  it('are read as they were written, whatever they hold', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (drawn, named) => {
        const packed = packSpans(drawn, (row) => (named ? row.ruleId : null));
        expect(unpackSpans(packed)).toEqual(JSON.parse(JSON.stringify(drawn)));
      }),
    );
  });

  it('are refused in a packing that is not known', () => {
    const packed = packSpans([{ ruleId: 'btc' }]);
    packed[0] = 2;
    expect(() => unpackSpans(packed)).toThrow('packing 2 is not known');
    expect(() => unpackSpans(undefined)).toThrow('missing');
  });
});
