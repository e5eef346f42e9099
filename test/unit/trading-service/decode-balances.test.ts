import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRead } from '../../../adapters/http-client/judge-read.ts';
import { decodeBalances } from '../../../adapters/trading-service/decode-balances.ts';
import { decodePrices } from '../../../adapters/trading-service/decode-prices.ts';
import { contentSentence } from '../../../treasury/facts/sentences/say/say-content.ts';
import { asText } from '../../../treasury/facts/sentences/sentence.ts';
import type { ContentFault } from '../../../treasury/outcomes/content-fault.ts';
import { type Balances, statedIn } from '../../../treasury/valuation/balance.ts';

function said(fault: ContentFault): string {
  return asText(contentSentence(fault, 'en'));
}

function balancesIn(body: unknown) {
  const decoded = decodeBalances(body);
  return decoded.ok ? { ...decoded.value.balances } : said(decoded.fault);
}

const BTC = { BTC: { total: '1.5' } };
const BOTH = { BTC: { total: '1.5', available: '1' } };

describe('balances are read', () => {
  it.each([
    ['a map of text', { BTC: '1.5' }, BTC],
    ['a map of objects', { BTC: { total: '1.5', available: '1' } }, BOTH],
    ['a list', [{ currency: 'BTC', total: '1.5', available: '1' }], BOTH],
    ['a list under another name', [{ asset: 'BTC', balance: '1.5' }], BTC],
    ['a wrapper', { balances: { BTC: '1.5' }, updatedAt: '2026-01-31' }, BTC],
    ['a wrapper around a list', { data: [{ symbol: 'BTC', amount: '1.5' }], next: null }, BTC],
    ['two wrappers', { data: { balances: [{ coin: 'BTC', total: '1.5' }] }, ok: true }, BTC],
    ['a currency named like a wrapper', { DATA: '7' }, { DATA: { total: '7' } }],
    ['fields beside', { BTC: '1.5', timestamp: 1_769_850_000, status: 'ok' }, BTC],
    ['unknown fields within', [{ currency: 'BTC', total: '1.5', usd: 90_000.5, x: {} }], BTC],
    ['free and locked', { BTC: { free: '1', locked: '0.5' } }, BOTH],
    ['total and held', { BTC: { total: '1.5', held: '0.5' } }, BOTH],
    [
      'only what is available',
      { BTC: { available: '1.5' } },
      { BTC: { total: '1.5', available: '1.5' } },
    ],
    ['the same twice under two names', { BTC: { total: '1.5', balance: '1.50' } }, BTC],
    [
      'a debt of which nothing is available or held',
      { BTC: { total: '-2', available: '0', locked: '0' } },
      { BTC: { total: '-2', available: '0' } },
    ],
    ['a debt', { BTC: { total: '-2', available: '0' } }, { BTC: { total: '-2', available: '0' } }],
    ['other writings of a number', { BTC: '1.500' }, BTC],
    ['a code with blanks around', { ' BTC ': '1.5' }, BTC],
    ['a code in lower case', { usdc: '1' }, { USDC: { total: '1' } }],
    ['all three figures', { BTC: { total: '1.5', available: '1', locked: '0.50' } }, BOTH],
    [
      'a currency named like a field beside',
      { BTC: '1.5', TIME: '2' },
      { ...BTC, TIME: { total: '2' } },
    ],
    ['a code and a text of success', { retCode: 0, retMsg: 'OK', result: { BTC: '1.5' } }, BTC],
    [
      'the last page',
      { data: { BTC: '1.5' }, next: null, pages: 1, hasMore: false, cursor: '' },
      BTC,
    ],
    ['a whole list with its count', { data: [{ symbol: 'BTC', amount: '1.5' }], total: 1 }, BTC],
    ['a list and an empty one', { data: [{ symbol: 'BTC', amount: '1.5' }], result: {} }, BTC],
    ['nothing held', {}, {}],
    ['an empty list', { balances: [] }, {}],
  ])('from %s', (_name, body, expected) => {
    expect(balancesIn(body)).toEqual(expected);
  });

  it('exactly, to the last digit', () => {
    const exact = '123456789012345678901234567890.123456789012345678901234567891';
    expect(
      balancesIn({ WEI: { free: exact, locked: '0.000000000000000000000000000001' } }),
    ).toEqual({
      WEI: {
        total: '123456789012345678901234567890.123456789012345678901234567892',
        available: exact,
      },
    });
  });
});

describe('balances are not read', () => {
  it.each([
    [
      'a number',
      { BTC: 1.5 },
      /^BTC: a number, not text; seen: an object \{"BTC": a number\}; accepted: /,
    ],
    ['a number within', { BTC: { total: 1.5 } }, /^BTC: total is a number, not text/],
    ['an exponent', { BTC: '1e-7' }, /^BTC: text that is no decimal/],
    ['separators', { BTC: '1,500.00' }, /^BTC: text that is no decimal/],
    ['no amount', { BTC: { value: '3' } }, /^BTC: none of total, balance, amount, available/],
    ['amounts that contradict', { BTC: { total: '1', amount: '2' } }, /^BTC: amount contradicts/],
    [
      'more available than there is',
      { BTC: { total: '1', available: '2' } },
      /^BTC: 2 available of 1/,
    ],
    [
      'something available of a debt',
      { BTC: { total: '-1', available: '1' } },
      /^BTC: 1 available/,
    ],
    [
      'a list without currencies',
      [{ total: '1' }],
      /names no currency; seen: a list of 1, the first/,
    ],
    ['a list of text', ['BTC'], /names no currency/],
    [
      'one currency twice',
      [
        { currency: 'BTC', total: '1' },
        { currency: ' BTC', total: '2' },
      ],
      /^BTC: it is there twice/,
    ],
    [
      'amounts without a currency',
      { data: { total: '1', available: '1' } },
      /"total" is not a currency/,
    ],
    ['an unknown field beside', { BTC: '1', comment: 'abc' }, /^comment: text that is no decimal/],
    ['null', { BTC: null }, /^BTC: null, not text/],
    ['an amount that is null', { BTC: { total: null, available: '1' } }, /^BTC: total is null/],
    ['a part that is null', { BTC: { total: '1', locked: null } }, /^BTC: locked is null/],
    [
      'parts that are not the whole',
      { BTC: { total: '3', available: '1', locked: '1' } },
      /^BTC: 1 available and 1 held are not 3 in total/,
    ],
    [
      'a part of less than nothing',
      { BTC: { total: '1', available: '1', held: '-1' } },
      /^BTC: -1 held, which is/,
    ],
    ['codes that differ by case alone', { BTC: '1', btc: '2' }, /^BTC and btc differ by case/],
    [
      'codes that differ by case alone, in a list',
      [
        { currency: 'usdc', total: '1' },
        { currency: 'USDC', total: '1' },
      ],
      /^usdc and USDC differ by case/,
    ],
    [
      'a field beside that may be a currency after all',
      { ID: '1', id: '2' },
      /^ID and id differ by case/,
    ],
    [
      'balances in two places',
      { balances: { BTC: '1' }, data: { ETH: '1' } },
      /^balances in two places, "balances" and "data"/,
    ],
    [
      'a currency beside the balances',
      { data: { BTC: '1' }, ETH: '5' },
      /^"ETH" stands beside "data"/,
    ],
    ['an empty wrapper beside one of null', { data: [], balances: null }, /^"balances" is null/],
    ['text', 'BTC 1.5', /^neither an object nor a list; seen: text/],
    ['null', null, /seen: null/],
    ['a wrapper around nothing', { balances: null }, /^"balances" is null/],
    ['a name that is none', { 'B\u202eTC\n': '1' }, /^"B TC" is not a currency/],
    [
      'too many',
      Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`C${n}`, '1'])),
      /more than 1000/,
    ],
  ])('from %s, and the problem says so', (_name, body, problem) => {
    expect(balancesIn(body)).toEqual(expect.stringMatching(problem));
    expect(balancesIn(body)).toEqual(expect.stringMatching(/accepted: /));
  });

  it('and a problem names fields, never their values, in bounded length', () => {
    const body = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`FIELD${n}`.padEnd(500, 'x'), 'hidden']),
    );
    const problem = String(balancesIn({ rows: body }));
    expect(problem).not.toContain('hidden');
    expect(problem.length).toBeLessThan(1_000);
  });
});

describe('a currency that cannot be read beside others that can', () => {
  const unreadable = (why: object) => ({ reading: 'unreadable', why });
  it.each([
    ['an amount of null', { ETH: null }, { code: 'not-text', found: 'null' }],
    [
      'a figure of null',
      { ETH: { total: null } },
      { code: 'not-text', field: 'total', found: 'null' },
    ],
    ['a number', { ETH: 1.5 }, { code: 'not-text', found: 'number' }],
    ['an exponent', { ETH: '1e-7' }, { code: 'no-decimal' }],
    [
      'figures that contradict each other',
      { ETH: { total: '3', available: '1', locked: '1' } },
      { code: 'parts-differ', available: '1', held: '1', total: '3' },
    ],
    [
      'another case of its code',
      { ETH: '1', eth: '1' },
      { code: 'case-alone', spellings: ['ETH', 'eth'] },
    ],
  ])('is unreadable by name: %s', (_, other, why) => {
    expect(balancesIn({ BTC: '1.5', ...other })).toEqual({ ...BTC, ETH: unreadable(why) });
  });

  it('is unreadable by name in a list as well, whatever its case', () => {
    const list = [
      { currency: 'BTC', total: '1.5' },
      { currency: 'eth', total: '1' },
      { currency: 'eth', total: '2' },
      { currency: 'sol', total: 7 },
    ];
    expect(balancesIn({ data: list })).toEqual({
      ...BTC,
      ETH: unreadable({ code: 'twice' }),
      SOL: unreadable({ code: 'not-text', field: 'total', found: 'number' }),
    });
  });
});

describe('an answer that states a failure', () => {
  it.each([
    [{ success: false, message: 'maintenance', code: 503 }],
    [{ retCode: 10_002, retMsg: 'invalid request', result: {}, time: 1 }],
    [{ code: '50001', data: [] }],
    [{ status: 'error', message: 'too many requests' }],
    [{ error: 'no such client' }],
    [{ errno: 5, errmsg: 'busy', balances: {} }],
    [{ BTC: '1', warning: 'some balances are not shown' }],
    [{ ok: false }],
  ])('lists nothing that could be read, and may answer otherwise later: %j', (body) => {
    expect(decodeBalances(body)).toMatchObject({ ok: false, fault: { code: 'states-failure' } });
    expect(balancesIn(body)).toMatch(/^a 200 (that|with)/);
  });

  it('is a miss of the kind of a service that is down', () => {
    const body = '{"success":false,"message":"maintenance","code":503}';
    const result = {
      kind: 'answered',
      status: 200,
      contentType: '',
      body,
      headers: {},
    } as const;
    expect(judgeRead('GET /v1/balances', result, 0, decodeBalances)).toEqual({
      ok: false,
      code: 'service-error',
      why: {
        ...{ code: 'not-understood', asked: 'GET /v1/balances' },
        found: { code: 'states-failure', stated: { code: 'denies-success' } },
      },
      again: 'later',
    });
  });
});

describe('an answer with further pages', () => {
  const list = [{ currency: 'BTC', total: '1' }];
  it.each([
    [{ data: list, next: '/v1/balances?page=2' }, 'next'],
    [{ data: list, links: { next: { href: '/2' } } }, 'next'],
    [{ data: list, pagination: { page: 1, pages: 3 } }, 'pages'],
    [{ data: list, totalPages: '2' }, 'totalPages'],
    [{ data: list, pages: [1, 2] }, 'pages'],
    [{ balances: { BTC: '1' }, hasMore: true }, 'hasMore'],
    [{ balances: { BTC: '1' }, has_more: 'true' }, 'has_more'],
    [{ BTC: '1', hasNextPage: true }, 'hasNextPage'],
    [{ result: { data: list, next_cursor: 'abc' } }, 'next_cursor'],
    [{ data: list, nextPageToken: 'abc' }, 'nextPageToken'],
    [{ data: list, total: 25 }, 'total'],
    [{ data: list, totalCount: '25' }, 'totalCount'],
    [{ data: [], count: 1 }, 'count'],
    [{ data: list, truncated: true }, 'truncated'],
  ])('is no account of what is held: %j', (body, name) => {
    expect(decodeBalances(body)).toEqual({
      ok: false,
      fault: { code: 'further-pages', name, by: 'field' },
    });
  });

  it.each([
    [{ data: list, next: '', pages: 1, hasMore: 'false', cursor: null, count: 1 }],
    [{ data: list, links: { next: { href: null } }, total: 1, totalPages: 1 }],
    [{ data: { NEXT: '5', PAGES: { total: '7' }, TOTAL: '9' } }],
    [[{ currency: 'BTC', total: '7', networks: ['a', 'b'] }]],
  ])('is none on the last page, and of currencies of such names: %j', (body) => {
    expect(decodeBalances(body).ok).toBe(true);
  });
});

describe('an answer whose headers say that there are further pages', () => {
  const LINK = '<https://service.example/v1/balances?page=2&token=secret>; rel="next"';
  const two = [
    { currency: 'BTC', total: '1' },
    { currency: 'ETH', total: '2' },
  ];
  const decoded = (headers: IncomingHttpHeaders, body: unknown = two) =>
    decodeBalances(body, headers);

  it.each<[IncomingHttpHeaders, string]>([
    [{ link: LINK }, 'link'],
    [{ link: '</b?page=1>; rel=prev, </b?page=3>; title="more"; rel=next' }, 'link'],
    [{ link: '</b?page=3>; rel="last next"' }, 'link'],
    [{ 'x-total-count': '3' }, 'x-total-count'],
    [{ 'x-total': '3' }, 'x-total'],
    [{ 'total-count': '3' }, 'total-count'],
    [{ 'x-pagination-total-count': '3' }, 'x-pagination-total-count'],
    [{ 'x-next-page': '2' }, 'x-next-page'],
    [{ 'x-next-cursor': 'abc' }, 'x-next-cursor'],
    [{ 'x-ms-continuation': 'abc' }, 'x-ms-continuation'],
    [{ 'x-has-more': 'true' }, 'x-has-more'],
    [{ 'x-total-pages': '2' }, 'x-total-pages'],
    [{ 'x-pagination-page-count': '2' }, 'x-pagination-page-count'],
    [{ 'content-range': 'items 0-1/3' }, 'content-range'],
    [{ 'content-range': 'items 2-3/4' }, 'content-range'],
    [{ 'x-pagination': '{"TotalCount":3,"HasNext":false}' }, 'x-pagination'],
    [{ 'x-pagination': '{"TotalPages":1,"HasNext":true}' }, 'x-pagination'],
  ])('is no account of what is held: %j', (headers, name) => {
    expect(decoded(headers)).toEqual({
      ok: false,
      fault: { code: 'further-pages', name, by: 'header' },
    });
  });

  it.each<[IncomingHttpHeaders]>([
    [{ link: '</b?page=1>; rel="prev", </b?page=2>; rel="last"' }],
    [{ link: '</b?cursor=0:100:0>; rel="next"; results="false"' }],
    [{ link: '</nextcloud>; rel="help"' }],
    [{ 'x-total-count': '2', 'x-total-pages': '1', 'x-next-page': '', 'x-has-more': 'false' }],
    [{ 'content-range': 'items 0-1/2' }],
    [{ 'content-range': 'items 0-1/*' }],
    [{ 'x-pagination': '{"TotalCount":2,"TotalPages":1,"HasNext":false}' }],
    [{ 'x-pagination': 'none', 'x-ratelimit-limit': '100', 'content-length': '5000', age: '7' }],
  ])('is whole on the last page: %j', (headers) => {
    expect(decoded(headers).ok).toBe(true);
  });

  it('is compared with what the body lists, in whichever shape', () => {
    for (const body of [two, { data: two }, { balances: { BTC: '1', ETH: '2' }, page: 1 }]) {
      expect([decoded({ 'x-total-count': '2' }, body).ok, body]).toEqual([true, body]);
      expect([decoded({ 'x-total-count': '3' }, body).ok, body]).toEqual([false, body]);
    }
  });

  it('never repeats a link, which may hold the token', () => {
    expect(JSON.stringify(decoded({ link: LINK }))).not.toContain('secret');
  });

  it('has no prices either', () => {
    const prices = { 'BTC/USD': { bid: '1', ask: '2' } };
    const told = (headers: IncomingHttpHeaders) => decodePrices(prices, headers).ok;
    expect([told({}), told({ 'x-total-count': '1' })]).toEqual([true, true]);
    expect([told({ link: LINK }), told({ 'x-total-count': '2' })]).toEqual([false, false]);
  });
});

describe('names beside balances that are no currencies', () => {
  it.each([
    [{ BTC: '1', time: 1, id: 'x', ok: true, date: '2026-11-27', count: 1 }],
    [{ data: { BTC: '1' }, time: 1, id: 'x', ok: true, date: '2026-11-27', count: 1 }],
  ])('are reported: %j', (body) => {
    const decoded = decodeBalances(body);
    expect(decoded.ok && decoded.value.beside).toEqual(
      ['time', 'id', 'ok', 'date', 'count'].map((name) => JSON.stringify(name)),
    );
    expect(balancesIn(body)).toEqual({ BTC: { total: '1' } });
  });

  it('are reported also where they hold an amount', () => {
    const decoded = decodeBalances({ BTC: '1', id: '5' });
    expect(decoded.ok && decoded.value.beside).toEqual(['"id"']);
  });

  it('are few', () => {
    const beside = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`note${n}`, n]));
    const decoded = decodeBalances({ data: { BTC: '1' }, ...beside });
    expect(decoded.ok && decoded.value.beside).toHaveLength(20);
  });
});

describe('the map of balances', () => {
  it('has nothing that was not in the answer', () => {
    const decoded = decodeBalances(JSON.parse('{"BTC": "1", "constructor": "2"}'));
    const balances: Balances = decoded.ok ? decoded.value.balances : {};
    expect(balances.CONSTRUCTOR).toEqual({ total: '2' });
    expect(balances.constructor).toBeUndefined();
    expect(balances.toString).toBeUndefined();
    expect(balancesIn(JSON.parse('{"__proto__": "1"}'))).toMatch(/is not a currency/);
    expect(balancesIn(JSON.parse('[{"currency": "__proto__", "total": "1"}]'))).toMatch(
      /not a cur/,
    );
    expect(({} as Record<string, unknown>).total).toBeUndefined();
  });

  it('comes out of any JSON, or a problem does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const decoded = decodeBalances(body);
        if (!decoded.ok) {
          expect(said(decoded.fault)).toMatch(/accepted: |^a 200 /);
          return;
        }
        for (const [, { total, available }] of statedIn(decoded.value.balances)) {
          expect(total).toMatch(/^-?\d+(\.\d+)?$/);
          expect(available ?? '0').toMatch(/^-?\d+(\.\d+)?$/);
        }
      }),
    );
  });

  it('is the same whichever of the shapes it came in', () => {
    const held = fc.dictionary(
      fc.stringMatching(/^[A-Z]{3,5}$/),
      fc.nat(1_000_000).map((n) => `${n}.5`),
    );
    fc.assert(
      fc.property(held, (totals) => {
        const entries = Object.entries(totals);
        const objects = Object.fromEntries(entries.map(([code, total]) => [code, { total }]));
        const list = entries.map(([currency, balance]) => ({ currency, balance }));
        const expected = balancesIn(totals);
        expect(balancesIn(objects)).toEqual(expected);
        expect(balancesIn(list)).toEqual(expected);
        expect(balancesIn({ balances: list })).toEqual(expected);
        expect(balancesIn({ data: { balances: objects } })).toEqual(expected);
      }),
    );
  });
});
