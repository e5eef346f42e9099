import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceToken } from '../../../adapters/secrets/service-token.ts';
import { tokenInSecret } from '../../../adapters/secrets/token-in-secret.ts';

const CANARY = 'canary/7Jq+token~x=';

describe('a service token', () => {
  it('shows itself to nobody who prints, serialises or inspects it', () => {
    const token = new ServiceToken(CANARY);
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
    expect(shown).not.toContain('canary');
    expect(shown).toContain('[token]');
    expect(token.reveal()).toBe(CANARY);
  });

  it('takes itself out of a text in every way it could stand there', () => {
    const token = new ServiceToken(CANARY);
    const base64 = Buffer.from(`{"authorization":"Bearer ${CANARY}"}`).toString('base64');
    const text = `a ${CANARY} b ${encodeURIComponent(CANARY)} c ${CANARY.replaceAll('/', '\\/')} d ${base64} e`;
    const scrubbed = token.scrub(text);
    expect(scrubbed.startsWith('a [token] b [token] c [token] d ')).toBe(true);
    expect(Buffer.from(scrubbed, 'base64').toString()).not.toContain('7Jq');
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
    ['plain text', CANARY],
    ['plain text with a line end', `${CANARY}\n`],
    ['JSON', JSON.stringify({ token: CANARY, note: 'other keys do not matter' })],
  ])('may be %s', (_name, secret) => {
    const parsed = tokenInSecret(secret);
    expect(parsed.ok && parsed.token.reveal()).toBe(CANARY);
  });

  it.each([
    ['nothing', ' \n', /it is empty/],
    ['a few characters', 'short', /8 to 8192 characters, this has 5/],
    ['several words', 'not a token at all', /visible ASCII/],
    ['a header injection', 'abcdefgh\r\nX-Other: 1', /visible ASCII/],
    [
      'JSON under another name',
      JSON.stringify({ password: CANARY }),
      /neither plain text nor JSON/,
    ],
    ['broken JSON', `{"token": "${CANARY}`, /neither plain text nor JSON/],
  ])('is refused where it is %s, without repeating it', (_name, secret, reason) => {
    const parsed = tokenInSecret(secret);
    expect(parsed).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
    expect(JSON.stringify(parsed)).not.toContain('canary');
  });
});
