import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_UNPACKED_BYTES, packJson, unpackJson } from '../../../adapters/store/codec.ts';

const CODEC = 3;

describe('the codec of what is large', () => {
  it('gives every JSON value back as it was, from bytes and from their base64', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const packed = packJson(CODEC, value);
        expect(unpackJson(CODEC, packed)).toEqual(plain);
        expect(unpackJson(CODEC, Buffer.from(packed).toString('base64'))).toEqual(plain);
      }),
    );
  });

  it('names its codec in the first byte, and refuses every other', () => {
    const packed = packJson(CODEC, ['2']);
    expect(packed[0]).toBe(CODEC);
    expect(() => unpackJson(CODEC + 1, packed)).toThrow('codec 3 is not known; known: 4');
    expect(() => unpackJson(CODEC, Buffer.of())).toThrow('codec undefined is not known; known: 3');
  });

  it('says what is wrong with an attribute that it did not make', () => {
    expect(() => unpackJson(CODEC, undefined)).toThrow('the packed bytes are missing');
    expect(() => unpackJson(CODEC, { B: 'AQ==' })).toThrow('the packed bytes are missing');
    const packed = packJson(CODEC, ['a text that is long enough to be cut in the middle']);
    for (const broken of [packed.subarray(0, -2), Buffer.from([CODEC, 0xff, 0xff, 0xff])]) {
      expect(() => unpackJson(CODEC, broken)).toThrow('are not compressed by Brotli');
    }
    const noJson = Buffer.concat([Buffer.of(CODEC), brotliCompressSync('{"rules":')]);
    expect(() => unpackJson(CODEC, noJson)).toThrow(SyntaxError);
  });

  it('packs as much as it reads back, and reads no more than it packs', () => {
    const most = 'x'.repeat(MAX_UNPACKED_BYTES - 2);
    expect(unpackJson(CODEC, packJson(CODEC, most))).toBe(most);
    expect(() => packJson(CODEC, `${most}x`)).toThrow(RangeError);
    const bomb = Buffer.concat([Buffer.of(CODEC), brotliCompressSync(JSON.stringify(`${most}x`))]);
    expect(() => unpackJson(CODEC, bomb)).toThrow(`more than ${MAX_UNPACKED_BYTES} of JSON`);
  });
});
