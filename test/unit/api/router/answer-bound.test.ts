import { describe, expect, it } from 'vitest';
import { MAX_RESPONSE_BYTES, withinBound } from '../../../../api/router/answer-bound.ts';

/** Lambda's own limit on what a function returns. */
const LAMBDA_BYTES = 6_291_556;
const ID = 'request-1';

function answered(body: string, more: object = {}) {
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body, ...more };
}

describe('an answer of a route', () => {
  it('leaves as it is up to the bound, and as a named problem beyond it, whatever it is made of', () => {
    // A quote takes two bytes, a control character six, a letter of three bytes as many.
    for (const character of ['a', '"', '\u0001', '\u20ac']) {
      const overhead = Buffer.byteLength(JSON.stringify(answered('')));
      const each = Buffer.byteLength(JSON.stringify(character)) - 2;
      const most = Math.floor((MAX_RESPONSE_BYTES - overhead) / each);
      const whole = answered(character.repeat(most));
      expect(withinBound(whole, ID)).toBe(whole);
      const beyond = withinBound(answered(character.repeat(most + 1)), ID);
      expect(beyond.statusCode).toBe(413);
      expect(JSON.parse(beyond.body ?? '')).toMatchObject({
        type: 'urn:sluice:problem:answer-too-large',
        requestId: ID,
      });
    }
    expect(MAX_RESPONSE_BYTES).toBeLessThan(LAMBDA_BYTES);
  });

  it('is measured as it leaves: a file too', () => {
    const file = answered('A'.repeat(MAX_RESPONSE_BYTES), { isBase64Encoded: true });
    expect(withinBound(file, ID).statusCode).toBe(413);
  });
});
