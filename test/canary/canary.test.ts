import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../../adapters/seals/secret-cipher.ts';
import { SANDBOX_TEST_TOKEN } from '../../sandbox/index.ts';
import {
  CANARY_TOKEN,
  DEFAULT_TOKEN,
  forgetWatched,
  NEXT_CANARY_TOKEN,
  tracesOfToken,
  watchFor,
} from './canary.ts';

const TOKENS = [CANARY_TOKEN, NEXT_CANARY_TOKEN, SANDBOX_TEST_TOKEN] as const;

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Ways in which a token gets into a text, each made without the search's own code. */
const PLANTED: readonly [string, (token: string) => string][] = [
  ['plain', (token) => `authorization: Bearer ${token}`],
  ['within a URL', (token) => new URL(`http://x/?token=${encodeURIComponent(token)}`).href],
  ['as a form writes it', (token) => new URLSearchParams({ token }).toString()],
  ['within an error in a URL', (token) => encodeURIComponent(`?t=${encodeURIComponent(token)}`)],
  ['as base64', base64],
  ['as base64 of "user:token"', (token) => base64(`user:${token}`)],
  ['as base64 of "u:token"', (token) => base64(`u:${token}`)],
  ['as base64 of "us:token:"', (token) => base64(`us:${token}:`)],
  ['as base64 of JSON', (token) => base64(JSON.stringify({ headers: [`Bearer ${token}`] }))],
  ['as base64url', (token) => Buffer.from(`basic ${token}`).toString('base64url')],
  ['as base64 within a URL', (token) => encodeURIComponent(base64(`a${token}`))],
  ['as base64 of its URL form', (token) => base64(`?token=${encodeURIComponent(token)}`)],
  ['as hex', (token) => Buffer.from(token).toString('hex')],
  ['as hex in upper case', (token) => Buffer.from(token).toString('hex').toUpperCase()],
  ['as JSON with escaped slashes', (token) => JSON.stringify(token).replaceAll('/', '\\/')],
  [
    'as JSON within JSON with escaped slashes',
    (token) => JSON.stringify(JSON.stringify(token).replaceAll('/', '\\/')),
  ],
  [
    'as JSON with escaped signs',
    (token) => token.replaceAll(/[+/=]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  ],
];

/** Ways in which only a part of a token gets into a text. */
const PLANTED_IN_PART: readonly [string, (token: string) => string][] = [
  ['cut in front', (token) => `...${token.slice(token.length / 2)}`],
  ['broken in the middle', (token) => `${token.slice(0, -9)}\n${token.slice(-9)}`],
  ['as base64, cut in front', (token) => base64(`x${token}`).slice(29)],
];

describe('the search for the token', () => {
  describe.each(TOKENS)('%#', (token) => {
    it.each(PLANTED)('finds it %s', (_how, plant) => {
      const text = plant(token);
      expect(tracesOfToken(`{"a":1} ${text} and more`)).not.toEqual([]);
    });
  });

  describe.each([CANARY_TOKEN, NEXT_CANARY_TOKEN])('canary %#', (token) => {
    it.each(PLANTED_IN_PART)('is found %s', (_how, plant) => {
      expect(tracesOfToken(`{"a":1} ${plant(token)} and more`)).not.toEqual([]);
    });
  });

  it('finds the halves of a canary', () => {
    const middle = CANARY_TOKEN.length / 2;
    expect(tracesOfToken(CANARY_TOKEN.slice(0, middle))).toEqual([
      expect.stringMatching(/^the first half of the canary, plain/),
    ]);
    expect(tracesOfToken(CANARY_TOKEN.slice(middle))).not.toEqual([]);
    expect(tracesOfToken(CANARY_TOKEN.slice(0, Math.ceil(middle * 1.5) - 1))).not.toEqual([]);
  });

  it.each([...PLANTED, ...PLANTED_IN_PART.slice(0, 2)])(
    'finds the signing secret of a webhook that was made meanwhile, %s',
    (_how, plant) => {
      const secret = newSecret();
      const [whole, bare] = [plant(secret), plant(secret.slice('whsec_'.length))];
      expect(tracesOfToken(whole)).toEqual([]);
      watchFor(secret);
      for (const text of [whole, bare]) expect(tracesOfToken(`a ${text} b`)).not.toEqual([]);
      forgetWatched();
      expect(tracesOfToken(whole)).toEqual([]);
    },
  );

  it.each(['hex', 'base64', 'base64url'] as const)(
    'finds the bytes that a webhook signs with as %s',
    (encoding) => {
      const secret = newSecret();
      watchFor(secret);
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const traces = tracesOfToken(`key=${bytes.toString(encoding)};`);
      expect(traces).not.toEqual([]);
      expect(tracesOfToken(traces.join(' '))).toEqual([]);
      forgetWatched();
    },
  );

  it('finds it in base64 whatever stands around it', () => {
    const around = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(around, around, fc.constantFrom(...TOKENS), (before, after, token) => {
        const bytes = Buffer.concat([before, Buffer.from(token), after]);
        return ['base64', 'base64url', 'hex', 'latin1'].every(
          (encoding) => tracesOfToken(bytes.toString(encoding as BufferEncoding)).length > 0,
        );
      }),
    );
  });

  it('knows the token of a sandbox that was given none', () => {
    expect(DEFAULT_TOKEN).toBe(SANDBOX_TEST_TOKEN);
  });

  it('finds nothing where there is nothing', () => {
    const innocent = [
      'authorization: Bearer [token]',
      'sandbox-test-client, canary, c4n4ry, sluice/dev/service-token/main',
      gzipSync(Buffer.from('a text of no importance')).toString('base64'),
    ];
    for (const text of innocent) expect(tracesOfToken(text)).toEqual([]);
    fc.assert(fc.property(fc.base64String({ maxLength: 200 }), (t) => !tracesOfToken(t).length));
  });

  it('says where it was found without repeating it', () => {
    const traces = tracesOfToken(`${CANARY_TOKEN} ${base64(CANARY_TOKEN)}`);
    expect(traces[0]).toBe('the canary, plain, at 0');
    expect(tracesOfToken(traces.join('\n'))).toEqual([]);
  });
});
