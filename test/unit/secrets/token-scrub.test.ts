import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceToken } from '../../../adapters/secrets/service-token.ts';
import { encodeToken, TOKEN_ENCODINGS } from '../../../sandbox/faults/token-encodings.ts';
import { CANARY_TOKEN, tracesOfToken } from '../../canary/canary.ts';

const TOKENS = [CANARY_TOKEN, 'sandbox-test-tenant-7f3b1c9e5d', 'abcd1234'] as const;

const bytes = (text: string) => Buffer.from(text);
const codes = (text: string) => [...bytes(text)];
const hex = (text: string) => bytes(text).toString('hex');
const base64 = (text: string) => bytes(text).toString('base64');

/** Each made without the scrubber's own code. */
const ENCODED: readonly [string, (token: string) => string][] = [
  ...TOKEN_ENCODINGS.map((encoding): [string, (token: string) => string] => [
    `by the sandbox: ${encoding}`,
    (token) => encodeToken(token, encoding),
  ]),
  ['in other casing', (token) => token.toUpperCase()],
  ['as hex in mixed case', (token) => hex(token).replaceAll('a', 'A').replaceAll('c', 'C')],
  [
    'as hex with colons',
    (token) =>
      codes(token)
        .map((c) => c.toString(16))
        .join(':'),
  ],
  [
    'as hex with 0x',
    (token) =>
      codes(token)
        .map((c) => `0x${c.toString(16)}`)
        .join(', '),
  ],
  [
    'as escapes of C',
    (token) =>
      codes(token)
        .map((c) => `\\x${c.toString(16)}`)
        .join(''),
  ],
  [
    'as octal escapes',
    (token) =>
      codes(token)
        .map((c) => `\\${c.toString(8)}`)
        .join(''),
  ],
  ['as numbers', (token) => JSON.stringify(codes(token))],
  ['as a buffer in JSON', (token) => JSON.stringify(bytes(token))],
  [
    'as escapes of JSON within JSON',
    (token) => JSON.stringify(encodeToken(token, 'unicode-escapes')),
  ],
  ['percent-encoded twice', (token) => encodeURIComponent(encodeToken(token, 'percent'))],
  ['percent-encoded in part', (token) => token.replace(/^./, (c) => `%${hex(c)}`)],
  [
    'as entities in hex',
    (token) =>
      codes(token)
        .map((c) => `&#x${c.toString(16)};`)
        .join(''),
  ],
  [
    'as quoted-printable',
    (token) =>
      codes(token)
        .map((c) => `=${c.toString(16)}`)
        .join(''),
  ],
  ['as UTF-16', (token) => Buffer.from(token, 'utf16le').toString('latin1')],
  ['as UTF-16 in base64', (token) => Buffer.from(token, 'utf16le').toString('base64')],
  ['as UTF-16 in hex', (token) => Buffer.from(token, 'utf16le').toString('hex')],
  ['as base64 of base64', (token) => base64(base64(token))],
  ['as base64 of hex', (token) => base64(`x${hex(token)}`)],
  ['as hex of base64', (token) => hex(base64(token))],
  ['as base64 in lines', (token) => base64(`a${token}`).replaceAll(/.{16}/g, '$&\r\n')],
  [
    'as base64 in lines of JSON',
    (token) => JSON.stringify(base64(token).replaceAll(/.{9}/g, '$&\n')),
  ],
  ['as base64 in a URL', (token) => encodeURIComponent(base64(`a${token}`))],
  ['as base64, reversed', (token) => [...base64(token)].reverse().join('')],
  ['as hex, reversed', (token) => [...hex(token)].reverse().join('')],
  ['turned by thirteen letters', (token) => rot13(token)],
  ['with invisible characters', (token) => [...token].join('\u200b')],
  ['as base32', (token) => base32(token)],
];

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

function base32(text: string): string {
  const bits = codes(text)
    .map((c) => c.toString(2).padStart(8, '0'))
    .join('');
  const fives = bits.match(/.{5}/g) ?? [];
  return fives.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]).join('');
}

describe('an answer that holds the token', () => {
  describe.each(TOKENS)('token %#', (value) => {
    const token = new ServiceToken(value);

    it.each(ENCODED)('%s, is rid of it and of nothing else', (_how, encode) => {
      const before = '[{"seen":"';
      const after = '","amount":"1.5"}]';
      const scrubbed = token.scrub(before + encode(value) + after);
      expect(scrubbed.startsWith(before)).toBe(true);
      expect(scrubbed.endsWith(after)).toBe(true);
      expect(scrubbed).toContain('[token]');
      // What may be left is what base64 mixes with its neighbours at either end, a last digit of base32, or the frame of a buffer.
      const left = scrubbed.slice(before.length, -after.length).replaceAll('[token]', '');
      expect(left.length).toBeLessThanOrEqual(Math.max(28, encode(value).length / 3));
    });
  });

  it.each(ENCODED)('leaves no trace of a canary %s', (_how, encode) => {
    const scrubbed = new ServiceToken(CANARY_TOKEN).scrub(`{"a":"${encode(CANARY_TOKEN)}"}`);
    expect(tracesOfToken(scrubbed)).toEqual([]);
  });

  it('is found wherever it stands, however often', () => {
    const token = new ServiceToken(CANARY_TOKEN);
    const both = `${CANARY_TOKEN} and ${hex(CANARY_TOKEN)}`;
    expect(token.scrub(both)).toBe('[token] and [token]');
  });
});

describe('an answer without the token', () => {
  const token = new ServiceToken(CANARY_TOKEN);

  it('stays as it is, to the last character', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
        expect(token.scrub(text)).toBe(text);
      }),
    );
  });

  it.each([
    ['backslashes', '\\'],
    ['percent signs', '%25'],
    ['the beginning of the token', CANARY_TOKEN.slice(0, 20)],
    ['prices', '{"BTC/USD":{"bid":"60000.01","ask":"60001.02"}}'],
  ])('is looked through in seconds where it is two megabytes of %s', (_name, part) => {
    const text = part.repeat(Math.ceil((2 * 1024 * 1024) / part.length));
    const started = performance.now();
    expect(token.scrub(text)).toBe(text);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
