import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { epochMsOf, instantOf } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN } from '../../canary/canary.ts';
import { clientFor, IMPATIENT, reasonOf, tokensOf, withoutToken } from './client.ts';
import { answerWith, type Behaviour, inTurn, reset, startRawService } from './raw-service.ts';

const BALANCES = '{"BTC": {"total": "1.5", "available": "1"}}';
const good = answerWith('200 OK', BALANCES);
const status = (line: string, headers: Record<string, string> = {}) =>
  answerWith(line, '{"title":"no"}', headers);

type Options = Parameters<typeof clientFor>[1];

async function read(behaviour: Behaviour, options: Options = {}) {
  const service = await startRawService(behaviour);
  const { service: client, waits } = clientFor(`http://127.0.0.1:${service.port}`, options);
  const reading = await client.readBalances();
  withoutToken(reading);
  return { reading, waits, requests: service.requests, port: service.port };
}

describe('a read', () => {
  it('brings balances with the answer as it came, its digest and when it was there', async () => {
    const now = () => '2026-01-31T09:00:00.000Z';
    const { reading, requests, port } = await read(good, { now });
    expect(reading).toEqual({
      ok: true,
      value: {
        source: `127.0.0.1:${port}/v1/balances`,
        readAt: now(),
        balances: { BTC: { total: '1.5', available: '1' } },
        raw: BALANCES,
        rawDigest: createHash('sha256').update(BALANCES).digest('hex'),
      },
    });
    expect(requests[0]).toMatch(/^GET \/v1\/balances HTTP\/1\.1\r\n/);
    expect(requests[0]).toContain(`authorization: Bearer ${CANARY_TOKEN}`);
  });

  it('brings prices', async () => {
    const service = await startRawService(
      answerWith('200 OK', '{"BTC/USD":{"bid":"1","ask":"2"}}'),
    );
    const { service: client } = clientFor(`http://127.0.0.1:${service.port}`);
    expect(await client.readPrices()).toMatchObject({
      ok: true,
      value: { prices: { 'BTC/USD': { bid: '1', ask: '2' } } },
    });
    expect(service.requests[0]).toMatch(/^GET \/v1\/prices HTTP/);
  });

  it('keeps a bounded part of a long answer, and the digest of all of it', async () => {
    const long = `{"BTC":"1",${' '.repeat(100_000)}"ETH":"2"}`;
    const { reading } = await read(answerWith('200 OK', long));
    expect(reading.ok && reading.value.raw.length).toBe(32_768);
    expect(reading.ok && reading.value.rawDigest).toBe(
      createHash('sha256').update(long).digest('hex'),
    );
  });

  it('takes the token out of an answer that repeats it', async () => {
    const echo = `{"clientId": "${CANARY_TOKEN}", "BTC": "1"}`;
    const { reading } = await read(answerWith('200 OK', echo));
    expect(reading.ok && reading.value.raw).toBe('{"clientId": "[token]", "BTC": "1"}');
    const refused = await read(answerWith('403 Forbidden', `no entry for ${CANARY_TOKEN}`));
    expect(reasonOf(refused.reading)).toContain('for [token]');
  });

  it.each([
    [
      `{"${CANARY_TOKEN}": 1.5}`,
      '"[token]" is not a currency; seen: an object {"[token]": a number}',
    ],
    [`{"data": {"${CANARY_TOKEN}": "1"}}`, '"[token]" is not a currency'],
    [`{"error": "no ${CANARY_TOKEN}"}`, 'a 200 that holds "error": "no [token]"'],
  ])('takes it out of an answer that is not understood: %#', async (body, said) => {
    const { reading } = await read(answerWith('200 OK', body));
    expect(reading.ok).toBe(false);
    expect(reasonOf(reading)).toContain(said);
  });
});

describe('a read is tried again', () => {
  it.each<[string, Behaviour, object?]>([
    ['a reset', reset],
    ['a hang', () => {}, { headersTimeoutMs: 500 }],
    ['a 500', status('500 Internal Server Error')],
    ['a 429', status('429 Too Many Requests')],
    ['a 408', status('408 Request Timeout')],
    ['an answer cut off', answerWith('200 OK', BALANCES, { 'content-length': '999' })],
    ['a page instead of JSON', answerWith('200 OK', '<html>')],
    ['an empty answer', answerWith('200 OK', '')],
  ])('after %s', async (_name, behaviour, limits = {}) => {
    const { reading, waits } = await read(inTurn(behaviour, good), { limits });
    expect(reading.ok).toBe(true);
    expect(waits).toEqual([250]);
  });

  it('at most four times, with waits that double up to a bound', async () => {
    const { reading, waits, requests } = await read(status('500 Oops'));
    expect(reading).toMatchObject({
      ok: false,
      code: 'service-error',
    });
    expect(reasonOf(reading)).toBe('GET /v1/balances: answered 500: {"title":"no"} (attempt 4)');
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([250, 500, 1_000]);
  });

  it('after as long as the service asks, in seconds or until a date', async () => {
    const seconds = status('429 Too Many Requests', { 'retry-after': '3' });
    expect((await read(inTurn(seconds, good))).waits).toEqual([3_250]);
    const now = () => '2026-01-31T09:00:00.000Z';
    const date = status('503 Unavailable', { 'retry-after': 'Sat, 31 Jan 2026 09:00:07 GMT' });
    expect((await read(inTurn(date, good), { now })).waits).toEqual([7_250]);
  });

  it('not where the service asks for more than there is time', async () => {
    const { reading, waits, requests } = await read(
      status('429 Too Many Requests', { 'retry-after': '3600' }),
    );
    expect(reading).toMatchObject({ ok: false, code: 'rate-limited' });
    expect(reasonOf(reading)).toMatch(/; the next attempt, in \d+ ms, would be too late$/);
    expect([requests.length, waits]).toEqual([1, []]);
  });

  it('not where the budget of time is used up', async () => {
    let nowMs = epochMsOf('2026-01-31T09:00:00.000Z');
    const sleep = (ms: number) => {
      nowMs += ms + 9_600;
      return Promise.resolve();
    };
    const { requests } = await read(status('500 Oops'), { now: () => instantOf(nowMs), sleep });
    expect(requests).toHaveLength(3);
  });
});

describe('a read is not tried again', () => {
  it.each<[string, Behaviour, string, RegExp]>([
    ['a 400', status('400 Bad Request'), 'refused', /answered 400/],
    ['a 404', status('404 Not Found'), 'refused', /answered 404/],
    [
      'a redirect',
      status('302 Found', { location: 'http://127.0.0.1:1/' }),
      'refused',
      /answered 302/,
    ],
    ['a 204', answerWith('204 No Content', ''), 'not-understood', /answered 204/],
    [
      'another shape',
      answerWith('200 OK', '{"BTC": 1.5}'),
      'not-understood',
      /BTC: a number.*accepted/,
    ],
    [
      'too long an answer',
      answerWith('200 OK', ' '.repeat(3_000_000)),
      'not-understood',
      /OVERSIZED/,
    ],
  ])('after %s', async (_name, behaviour, code, reason) => {
    const { reading, waits, requests } = await read(behaviour);
    expect(reading).toMatchObject({ ok: false, code });
    expect(reasonOf(reading)).toMatch(reason);
    expect([requests.length, waits]).toEqual([1, []]);
  });
});

describe('the token of a read', () => {
  const only =
    (token: string): Behaviour =>
    (socket, text) =>
      (text.includes(`Bearer ${token}\r\n`) ? good : status('401 Unauthorized'))(socket, text);

  it('is replaced once by a newer one after a 401, without waiting', async () => {
    const token = tokensOf('an-older-token', CANARY_TOKEN);
    const { reading, waits, requests } = await read(only(CANARY_TOKEN), { token });
    expect(reading.ok).toBe(true);
    expect([token.refreshes, requests.length, waits]).toEqual([1, 2, []]);
  });

  it('is not replaced twice', async () => {
    const token = tokensOf('an-older-token', 'a-newer-token', CANARY_TOKEN);
    const { reading, requests } = await read(only(CANARY_TOKEN), { token });
    expect(reading).toMatchObject({ ok: false, code: 'token-refused' });
    expect([token.refreshes, requests.length]).toEqual([1, 2]);
  });

  it.each(['401 Unauthorized', '403 Forbidden'])(
    'is shown once more after a wait where no other one is there, and a second %s is what it says',
    async (refusal) => {
      const token = tokensOf(CANARY_TOKEN);
      const { reading, waits, requests } = await read(status(refusal), { token });
      expect(reading).toMatchObject({ ok: false, code: 'token-refused' });
      expect([token.refreshes, requests.length, waits]).toEqual([1, 2, [250]]);
    },
  );

  it.each(['401 Unauthorized', '403 Forbidden'])(
    'that is unchanged costs no reading for one spurious %s',
    async (refusal) => {
      const token = tokensOf(CANARY_TOKEN);
      const { reading, waits, requests } = await read(inTurn(status(refusal), good), { token });
      expect(reading.ok).toBe(true);
      expect([token.refreshes, requests.length, waits]).toEqual([1, 2, [250]]);
    },
  );

  it('is shown at most twice, whatever other failures lie between two refusals', async () => {
    const [refused, down] = [status('401 Unauthorized'), status('503 Service Unavailable')];
    const { reading, requests } = await read(inTurn(refused, down, refused, good));
    expect(reading).toMatchObject({ ok: false, code: 'token-refused' });
    expect(requests.length).toBe(3);
  });

  it('is not shown again where the wait would outlast the budget', async () => {
    const { reading, requests } = await read(inTurn(status('401 Unauthorized'), good), {
      limits: { readBudgetMs: 100 },
    });
    expect(reading).toMatchObject({ ok: false, code: 'token-refused' });
    expect(requests.length).toBe(1);
  });

  it('is missed before anything is sent', async () => {
    const { reading, requests } = await read(good, { token: tokensOf() });
    expect(reading).toEqual({
      ok: false,
      code: 'no-token',
      failed: { why: { code: 'without-token', why: { code: 'secret-empty', secret: 'token' } } },
    });
    expect(requests).toEqual([]);
  });
});

describe('a service that is not there', () => {
  it.each([
    ['https://service.invalid', 'unreachable', /DNS_FAILURE/],
    ['http://127.0.0.1:1', 'unreachable', /CONNECT_FAILURE.*attempt 4/],
  ])('is reported for %s', async (baseUrl, code, reason) => {
    const { service: client, waits } = clientFor(baseUrl);
    const reading = await client.readBalances();
    expect(reading).toMatchObject({ ok: false, code });
    expect(reasonOf(reading)).toMatch(reason);
    expect(waits).toHaveLength(3);
  });

  it('is a timeout where it never answers', async () => {
    const { reading, requests } = await read(() => {}, {
      limits: { ...IMPATIENT, maxReadAttempts: 2 },
    });
    expect(reading).toMatchObject({ ok: false, code: 'timeout' });
    expect(requests).toHaveLength(2);
  });
});

describe('the query form of the token', () => {
  it('is on the wire and in nothing that is said afterwards', async () => {
    const { reading, requests } = await read(status('400 Bad Request'), { queryToken: true });
    expect(requests[0]).toContain(
      `GET /v1/balances?token=${encodeURIComponent(CANARY_TOKEN)} HTTP`,
    );
    expect(JSON.stringify(reading)).not.toMatch(/token=|\?/);
  });
});
