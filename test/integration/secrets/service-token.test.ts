import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceToken } from '../../../adapters/secrets/service-token.ts';
import { tokenInSecret } from '../../../adapters/secrets/token-in-secret.ts';
import { sayTokenFault } from '../../../treasury/facts/sentences/say/say-unanswered.ts';
import { CANARY_TOKEN, tracesOfToken } from '../../canary/canary.ts';

describe('a service token', () => {
  it('does not show itself when printed, serialised or inspected', () => {
    const token = new ServiceToken(CANARY_TOKEN);
    const shown = [
      String(token),
      `${token}`,
      JSON.stringify({ token }),
      inspect({ deep: [token] }, { showHidden: true, depth: 9 }),
      format('%o %s %j', token, token, token),
      JSON.stringify(Object.entries(token)),
      new Error('with', { cause: token }).stack ?? '',
      inspect(new Error('with', { cause: token })),
    ].join('\n');
    expect(tracesOfToken(shown)).toEqual([]);
    expect(shown).toContain('[token]');
    expect(token.reveal()).toBe(CANARY_TOKEN);
  });

  it('takes itself out of a text in every way it could stand there', () => {
    const token = new ServiceToken(CANARY_TOKEN);
    const base64 = Buffer.from(`{"authorization":"Bearer ${CANARY_TOKEN}"}`).toString('base64');
    const text = `a ${CANARY_TOKEN} b ${encodeURIComponent(CANARY_TOKEN)} c ${CANARY_TOKEN.replaceAll('/', '\\/')} d ${base64} e`;
    const scrubbed = token.scrub(text);
    expect(scrubbed.startsWith('a [token] b [token] c [token] d ')).toBe(true);
    expect(tracesOfToken(scrubbed)).toEqual([]);
    expect(tracesOfToken(Buffer.from(scrubbed, 'base64').toString())).toEqual([]);
  });

  it('is found in base64 at every alignment', () => {
    const tokenText = fc.stringMatching(/^[A-Za-z0-9._~+/-]{8,40}$/);
    fc.assert(
      fc.property(tokenText, fc.string(), fc.string(), (value, before, after) => {
        const token = new ServiceToken(value);
        for (const encoding of ['base64', 'base64url'] as const) {
          const encoded = Buffer.from(before + value + after).toString(encoding);
          expect(token.scrub(encoded)).toContain('[token]');
        }
      }),
    );
  });
});

describe('a secret', () => {
  it.each([
    ['plain text', CANARY_TOKEN],
    ['plain text with a line end', `${CANARY_TOKEN}\n`],
    ['JSON', JSON.stringify({ token: CANARY_TOKEN, note: 'other keys do not matter' })],
  ])('may be %s', (_name, secret) => {
    const parsed = tokenInSecret(secret);
    expect(parsed.ok && parsed.token.reveal()).toBe(CANARY_TOKEN);
  });

  it.each([
    ['nothing', ' \n', /it is empty/],
    ['a few characters', 'short', /8 to 8192 characters, this has 5/],
    ['several words', 'not a token at all', /visible ASCII/],
    ['a header injection', 'abcdefgh\r\nX-Other: 1', /visible ASCII/],
    [
      'JSON under another name',
      JSON.stringify({ password: CANARY_TOKEN }),
      /neither plain text nor JSON/,
    ],
    ['broken JSON', `{"token": "${CANARY_TOKEN}`, /neither plain text nor JSON/],
  ])('is refused where it is %s, without repeating it', (_name, secret, reason) => {
    const parsed = tokenInSecret(secret);
    expect(parsed.ok ? '' : sayTokenFault(parsed.fault)).toMatch(reason);
    expect(tracesOfToken(JSON.stringify(parsed))).toEqual([]);
  });
});
