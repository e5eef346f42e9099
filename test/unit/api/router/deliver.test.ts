import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { json, problem, problemResponse, saidJson } from '../../../../api/problems/problem.ts';
import { versionOf } from '../../../../api/requests/etag.ts';
import { delivered } from '../../../../api/router/deliver.ts';
import { saidTo } from '../../../../api/router/say.ts';

const LONG = { items: Array.from({ length: 200 }, (_, index) => ({ index, state: 'confirmed' })) };

type Headers = Readonly<Record<string, string>>;

function read(body: unknown, headers: Headers = {}, own: Headers = {}) {
  return delivered({ routeKey: 'GET /v1/lanes', headers }, {}, json(200, body, own));
}

describe('a read', () => {
  it('may be kept by the caller alone, who asks each time whether it still holds', () => {
    const { headers, statusCode } = read({ a: 1 });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, authorization, origin',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('is the same to its caller as long as only time passes, where its route says so', () => {
    const passing = ['at', 'lanes.age'];
    const at = (seconds: number, state = 'idle') => ({
      at: `2026-01-01T00:00:0${seconds}Z`,
      lanes: [{ state, age: seconds, since: { at: 'noon' } }],
    });
    const asked = (body: object, headers: Headers = {}) =>
      delivered({ routeKey: 'GET /v1/lanes', headers }, { passing }, json(200, body));
    const first = asked(at(1));
    const known = { 'if-none-match': String(first.headers?.etag) };
    expect(JSON.parse(first.body ?? '')).toEqual(at(1));
    expect(asked(at(2), known).statusCode).toBe(304);
    expect(asked(at(2, 'unknown'), known).statusCode).toBe(200);
    const other = { ...at(2), lanes: [{ state: 'idle', age: 2, since: { at: 'one' } }] };
    expect(asked(other, known).statusCode).toBe(200);
    expect(read(at(2), known).statusCode).toBe(200);
  });

  it('is answered 304 without a body while nothing has changed, and 200 once something has', () => {
    const etag = String(read({ a: 1 }).headers?.etag);
    const known = [etag, etag.replace('W/', ''), `"other", ${etag}`];
    for (const each of known) {
      const again = read({ a: 1 }, { 'If-None-Match': each });
      expect([again.statusCode, again.body, again.headers?.etag]).toEqual([304, undefined, etag]);
      expect(again.headers).not.toHaveProperty('content-type');
      expect(read({ a: 2 }, { 'if-none-match': each }).statusCode).toBe(200);
    }
    for (const other of ['*', '"other"', '']) {
      expect(read({ a: 1 }, { 'if-none-match': other }).statusCode).toBe(200);
    }
  });

  it('of an item has its version in front of the tag, which a precondition goes by', async () => {
    const own = { etag: '"3"' };
    const etag = String(read({ a: 1 }, {}, own).headers?.etag);
    expect(etag).toMatch(/^"3\.[\w-]{22}"$/);
    // Something beside the item has changed: the answer is another, the version is not.
    const changed = read({ a: 2 }, { 'if-none-match': etag }, own);
    expect(changed.statusCode).toBe(200);
    expect(changed.headers?.etag).not.toBe(etag);
    const current = async () => ({ version: 9 });
    for (const tag of [etag, '"3"']) {
      expect(await versionOf({ headers: { 'if-match': tag } }, current)).toBe(3);
    }
    for (const tag of ['"3.short"', `W/${etag}`, etag.replace('"3', '"'), '"3.."']) {
      await expect(versionOf({ headers: { 'if-match': tag } }, current)).rejects.toThrow();
    }
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('is compressed as the caller takes it: %s', (accepted, coding) => {
    const answer = read(LONG, { 'accept-encoding': accepted });
    expect(answer.headers?.['content-encoding']).toBe(coding);
    if (coding === undefined) {
      expect(JSON.parse(answer.body ?? '')).toEqual(LONG);
      return;
    }
    const bytes = Buffer.from(answer.body ?? '', 'base64');
    const text = coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
    expect(answer.isBase64Encoded).toBe(true);
    expect(JSON.parse(text.toString())).toEqual(LONG);
    expect(bytes.length).toBeLessThan(JSON.stringify(LONG).length / 5);
    expect(answer.headers?.etag).not.toBe(read(LONG).headers?.etag);
  });

  it('is not compressed where it is short, or no text', () => {
    const headers = { 'accept-encoding': 'br' };
    expect(read({ a: 1 }, headers).headers).not.toHaveProperty('content-encoding');
    const file = { statusCode: 200, headers: { 'content-type': 'application/octet-stream' } };
    const body = Buffer.alloc(5_000).toString('base64');
    const answer = { ...file, body, isBase64Encoded: true };
    const sent = delivered({ routeKey: 'GET /v1/snapshots', headers }, {}, answer);
    expect([sent.body, sent.headers?.['content-encoding']]).toEqual([body, undefined]);
  });
});

describe('an answer that no cache keeps', () => {
  it.each([
    ['of a write', 'POST /v1/trades', {}, json(200, { a: 1 })],
    ['of a failure', 'GET /v1/lanes', {}, problemResponse(problem('not-found'), 'request-1')],
    ['with an address', 'GET /v1/exports/{id}', { cache: 'never' } as const, json(200, { a: 1 })],
  ])('is one %s', (_, routeKey, declaration, answer) => {
    const sent = delivered({ routeKey, headers: { 'if-none-match': '*' } }, declaration, answer);
    expect(sent.statusCode).toBe(answer.statusCode);
    expect(sent.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(sent.headers).not.toHaveProperty('etag');
  });

  it('is compressed like any other, its own ETag as it is', () => {
    const request = { routeKey: 'POST /v1/trades', headers: { 'accept-encoding': 'gzip' } };
    const sent = delivered(request, {}, json(201, LONG, { etag: '"3"' }));
    expect(sent.headers).toMatchObject({ etag: '"3"', 'content-encoding': 'gzip' });
  });
});

describe('an answer to a write', () => {
  it('is said in the language of its caller, and once', () => {
    const said: string[] = [];
    const answer = saidJson(200, ({ language }) => said.push(language));
    const headers = { 'accept-language': 'de' };
    expect(
      saidTo({ routeKey: 'POST /v1/sweep-rules/preview', headers }, answer),
    ).not.toHaveProperty('covered');
    expect(said).toEqual(['de']);
  });
});

describe('an answer that says facts in the language of its caller', () => {
  const FACTS = { code: 'halted', at: 'noon' };
  const SAID = { en: { text: 'It is halted.' }, de: { text: 'Angehalten.' } };

  const asked = (language: 'en' | 'de', headers: Headers = {}, texts: typeof SAID = SAID) => {
    const request = {
      routeKey: 'GET /v1/decisions',
      headers: { 'accept-language': language, ...headers },
    };
    const answer = saidJson(200, (reader) => ({ ...FACTS, ...texts[reader.language] }));
    return delivered(request, { said: true }, saidTo(request, answer));
  };

  it('has the same ETag in each, and says which header it depends on', () => {
    const [english, german] = [asked('en'), asked('de')];
    const bodies = [SAID.en, SAID.de].map((text) => JSON.stringify({ ...FACTS, ...text }));
    expect([english.body, german.body]).toEqual(bodies);
    expect(german.headers?.etag).toBe(english.headers?.etag);
    const live = { ...SAID, en: { text: 'It is live.' } };
    expect(asked('en', {}, live).headers?.etag).not.toBe(english.headers?.etag);
    for (const { headers } of [english, german]) {
      expect(headers?.vary).toBe(
        'accept-encoding, authorization, origin, accept-language, time-zone',
      );
    }
    expect(german).not.toHaveProperty('covered');
  });

  it('is kept by caches in English alone: one in German is always answered in full', () => {
    const { headers } = asked('de');
    expect(headers?.['cache-control']).toBe('no-store');
    const known = { 'if-none-match': String(headers?.etag) };
    expect(asked('de', known).statusCode).toBe(200);
    expect(asked('en', known).statusCode).toBe(304);
  });

  it('has an ETag that does not depend on its length in a language', () => {
    const long = { ...SAID, de: { text: 'x'.repeat(2_000) } };
    const compressed = asked('de', { 'accept-encoding': 'br' }, long);
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br' });
    expect(compressed.headers?.etag).toBe(asked('en').headers?.etag);
  });
});
