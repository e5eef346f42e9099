import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readToken } from '../../../bin/sluice/operate/token/read-token.ts';
import { CANARY_TOKEN, tracesOfToken } from '../../canary/canary.ts';

/** A terminal that a person types at. */
function terminal() {
  const stdin = new PassThrough();
  const shown: string[] = [];
  const raw: boolean[] = [];
  const isTTY = true;
  const setRawMode = (on: boolean) => raw.push(on);
  const ask = (text: string) => shown.push(text);
  return { input: { stdin: Object.assign(stdin, { isTTY, setRawMode }), ask }, stdin, shown, raw };
}

async function typing(...keys: readonly string[]) {
  const at = terminal();
  const reading = readToken(undefined, at.input);
  for (const key of keys) at.stdin.write(key);
  const parsed = await reading;
  expect(at.raw).toEqual([true, false]);
  expect(tracesOfToken(at.shown.join(''))).toEqual([]);
  return parsed.ok ? parsed.token.reveal() : parsed.reason;
}

describe('a token that is asked for', () => {
  it('is what was pasted up to the end of the line, and nothing of it is shown', async () => {
    expect(await typing(`${CANARY_TOKEN}\r`)).toBe(CANARY_TOKEN);
    expect(await typing(`${CANARY_TOKEN}\n`, 'the next line')).toBe(CANARY_TOKEN);
  });

  it('may be typed key by key, with corrections', async () => {
    expect(await typing(...CANARY_TOKEN, 'x', '\u007f', 'yz', '\b', '\b', '\r')).toBe(CANARY_TOKEN);
  });

  it('is none where it is given up', async () => {
    expect(await typing('abcdefgh', '\u0003')).toBe('no token was given');
    expect(await typing('\u0004')).toBe('no token was given');
  });

  it('is what is piped in, where there is no terminal', async () => {
    const stdin = new PassThrough();
    stdin.end(`\n${CANARY_TOKEN}\n\n`);
    const parsed = await readToken(undefined, { stdin, ask: () => undefined });
    expect(parsed.ok && parsed.token.reveal()).toBe(CANARY_TOKEN);
  });

  it('is none where what is piped in does not end', async () => {
    const stdin = new PassThrough();
    stdin.write('x'.repeat(20_000));
    const parsed = await readToken(undefined, { stdin, ask: () => undefined });
    expect(parsed).toMatchObject({ ok: false, reason: expect.stringMatching(/^a token has 8 to/) });
  });
});
