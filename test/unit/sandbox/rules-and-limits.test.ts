import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Books } from '../../../sandbox/books/books.ts';
import { faultRule } from '../../../sandbox/faults/fault.ts';
import { matches, queueFault, takeFault } from '../../../sandbox/faults/fault-queue.ts';
import { loadFaultScript } from '../../../sandbox/faults/fault-script.ts';
import { pathWithoutToken, presentedToken } from '../../../sandbox/service/credentials.ts';
import { RateLimit } from '../../../sandbox/service/rate-limit.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { NOON, receive } from './in-memory-service.ts';

const hang = { kind: 'hang-without-execution' } as const;

describe('a fault rule', () => {
  it.each([
    ['*', true],
    ['POST /v1/trades', true],
    ['* /v1/trades', true],
    ['POST /v1/*', true],
    ['GET /v1/trades', false],
    ['POST /v1/withdrawals', false],
  ])('on %s meets a posted trade: %s', (on, expected) => {
    expect(matches(on, 'POST', '/v1/trades')).toBe(expected);
  });

  it('lets `after` requests pass, then meets `times` of them, then is gone', () => {
    const books = Books.open({ seed: 1, dataFile: undefined }, 1, NOON);
    queueFault(books, faultRule.parse({ on: 'POST /v1/*', fault: hang, times: 2, after: 2 }));
    const met = Array.from({ length: 6 }, () => {
      const request = { method: 'POST', path: '/v1/trades', seq: receive(books) };
      return takeFault(books, request)?.kind ?? null;
    });
    expect(met).toEqual([null, null, hang.kind, hang.kind, null, null]);
    expect(books.state.faults).toEqual([]);
    expect(books.state.journal.map(({ fault }) => fault ?? null)).toEqual(met);
  });

  it('fires in the order of the queue', () => {
    const books = Books.open({ seed: 1, dataFile: undefined }, 1, NOON);
    for (const kind of ['empty-200', 'html-200'] as const) {
      queueFault(books, faultRule.parse({ on: '*', fault: { kind } }));
    }
    const take = () =>
      takeFault(books, { method: 'GET', path: '/v1/prices', seq: receive(books) })?.kind;
    expect([take(), take(), take()]).toEqual(['empty-200', 'html-200', undefined]);
  });

  it.each([
    [{ on: 'POST /v1/withdrawal', fault: hang }, /on/],
    [{ on: '*', fault: { kind: 'explode' } }, /kind/],
    [{ on: '*', fault: { kind: 'status', status: 200 } }, /status/],
    [{ on: '*', fault: { ...hang, holdsMs: 5 } }, /holdsMs/],
    [{ on: '*', fault: hang, times: 0 }, /times/],
  ])('that is not right is refused: %j', (rule, where) => {
    expect(() => faultRule.parse(rule)).toThrow(where);
  });
});

describe('a script file', () => {
  const folder = temporaryFolder();
  const load = (text: string) => {
    const path = join(folder, 'script.json');
    writeFileSync(path, text);
    return loadFaultScript(path);
  };

  it('is read with its defaults filled in', async () => {
    const script = await load(
      '{"faults":[{"on":"GET /v1/balances","fault":{"kind":"status","status":503}}],"events":[{"atMs":5,"kind":"debit","currency":"BTC","amount":"1"}]}',
    );
    expect(script.faults).toMatchObject([{ times: 1, after: 0, fault: { execute: false } }]);
    expect(script.events).toHaveLength(1);
  });

  it.each([
    ['{', /script\.json is not JSON/],
    ['[]', /script\.json: script: .*expected object/i],
    ['{"fault":[]}', /fault/],
    [
      '{"events":[{"atMs":1,"kind":"deposit","currency":"btc","amount":"1"}]}',
      /events\.0\.currency/,
    ],
    ['{"events":[{"atMs":1,"kind":"deposit","currency":"BTC","amount":1}]}', /events\.0\.amount/],
  ])('that is not right is refused in one line: %s', async (text, said) => {
    const refusal = await load(text).catch((error: Error) => error.message);
    expect(refusal).toMatch(said);
    expect(refusal).not.toContain('\n');
  });

  it('that is not there is refused in one line', async () => {
    await expect(loadFaultScript(join(folder, 'none.json'))).rejects.toThrow(/ENOENT/);
  });
});

describe('the rate limit', () => {
  it('lets a burst through, then says how long to wait, and refills', () => {
    const limit = new RateLimit({ burst: 2, refillPerSecond: 0.5 });
    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 0)]).toEqual([null, null, 2]);
    expect(limit.take('b', 0)).toBeNull();
    expect(limit.take('a', 1_000)).toBe(1);
    expect(limit.take('a', 2_000)).toBeNull();
  });
});

describe('a written-down path', () => {
  it('holds no token, in whatever parameter or part of the path it came', () => {
    const token = 'abc+/def==';
    const query = new URLSearchParams({ token, access_token: 'x', a: '1', b: token });
    const url = new URL(`http://host/v1/${encodeURIComponent(token)}?${query}`);
    expect(pathWithoutToken(url, token)).toBe('/v1/TOKEN-REMOVED?a=1&b=TOKEN-REMOVED');
    expect(presentedToken(undefined, url.searchParams)).toMatchObject({
      authentication: 'query',
      token,
    });
  });
});
