import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeRead } from '../../../adapters/http-client/judge-read.ts';
import { decodeBalances } from '../../../adapters/trading-service/decode-balances.ts';
import { decodePrices } from '../../../adapters/trading-service/decode-prices.ts';
import { snapshotResponse } from '../../../reporting/reports/snapshots.ts';
import { sayReadFailed } from '../../../treasury/facts/sentences/say/say-not-read.ts';
import { saidPlainly } from '../../samples/said-plainly.ts';
import { snapshotAt } from '../../samples/snapshots.ts';

/*
 * What people read of an answer that is not understood, word for word: of a read that failed, and of a price that was dropped.
 */

type Case = [body: unknown, english: string, headers?: IncomingHttpHeaders];

const ACCEPTED =
  'accepted: {"BTC": "1.5"}, {"BTC": {"total": "1.5", "available": "1"}}, [{"currency": "BTC", "total": "1.5"}], or one of these within "balances" or "data"; every amount decimal text';

const PRICES_ACCEPTED = 'accepted: {"BTC/USD": {"bid": "1", "ask": "2"}}';

const DECIMAL =
  'expected decimal text such as "12.5": at most 30 integer and 30 fraction digits, no exponent, no leading zeros, no separators';

const PRICE = { bid: '1', ask: '2' };
const NO_AMOUNT = 'none of total, balance, amount, available, free, availableBalance, withdrawable';
const LINK = { link: '</b?page=2>; rel="next"' };

function answered(body: unknown, headers: IncomingHttpHeaders = {}) {
  const text = JSON.stringify(body);
  return { kind: 'answered', status: 200, contentType: '', body: text, headers } as const;
}

const many = (count: number, each: (n: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => each(n)));

/** All but those before the table name the shape of the answer, and what would be accepted. */
const BALANCES: readonly Case[] = [
  [{ BTC: 1.5 }, 'BTC: a number, not text; seen: an object {"BTC": a number}'],
  [{ BTC: null }, 'BTC: null, not text; seen: an object {"BTC": null}'],
  [
    { btc: { total: true } },
    'btc: total is a boolean, not text; seen: an object {"btc": an object {"total": a boolean}}',
  ],
  [{ BTC: '1e-7' }, 'BTC: text that is no decimal; seen: an object {"BTC": text}'],
  [
    { BTC: { value: '3' } },
    `BTC: ${NO_AMOUNT}; seen: an object {"BTC": an object {"value": text}}`,
  ],
  [
    { BTC: { total: '1', amount: '2' } },
    'BTC: amount contradicts another of total, balance, amount; seen: an object {"BTC": an object {"total": text, "amount": text}}',
  ],
  [
    { BTC: '1', btc: '2' },
    'BTC and btc differ by case alone; seen: an object {"BTC": text, "btc": text}',
  ],
  [
    [
      { currency: 'BTC', total: '1' },
      { currency: ' BTC', total: '2' },
    ],
    'BTC: it is there twice; seen: a list of 2, the first an object {"currency": text, "total": text}',
  ],
  [
    [['BTC', [{ a: 1 }]]],
    'a list with an item that names no currency; seen: a list of 1, the first a list of 2, the first text',
  ],
  [
    [[[{ a: 1 }]], 1],
    'a list with an item that names no currency; seen: a list of 2, the first a list of 1, the first a list of 1, the first an object',
  ],
  ['BTC 1.5', 'neither an object nor a list; seen: text'],
  ['', 'neither an object nor a list; seen: empty text'],
  [null, 'neither an object nor a list; seen: null'],
  [{ balances: null }, '"balances" is null; seen: an object {"balances": null}'],
  [
    { balances: { BTC: '1' }, data: { ETH: {} } },
    'balances in two places, "balances" and "data"; seen: an object {"balances": an object {"BTC": text}, "data": an object {"ETH": an empty object}}',
  ],
  [
    { data: { BTC: { total: '1' } }, ETH: '5' },
    '"ETH" stands beside "data"; seen: an object {"data": an object {"BTC": an object}, "ETH": text}',
  ],
  [
    { data: { total: '1', rows: [{}, 2], none: [] } },
    '"total" is not a currency; seen: an object {"data": an object {"total": text, "rows": a list of 2, the first an empty object, "none": an empty list}}',
  ],
  [
    { 'B\u202eT"C\n': {} },
    '"B T\\"C" is not a currency; seen: an object {"B T\\"C": an empty object}',
  ],
  [
    many(1_001, (n) => [`C${n}`, '1']),
    'more than 1000 currencies; seen: an object {"C0": text, "C1": text, "C2": text, "C3": text, "C4": text, "C5": text, and 995 more}',
  ],
  [
    { rows: many(9, (n) => [`F${n}`.padEnd(50, 'x'), many(7, (m) => [`g${m}`, 1])]) },
    `rows: ${NO_AMOUNT}; seen: an object {"rows": an object {"F0xxxxxxxxxxxxx … (50 characters in all)": an object, "F1xxxxxxxxxxxxx … (50 characters in all)": an object, "F2xxxxxxxxxxxxx … (50 characters in all)": an object, "F3xxxxxxxxxxxxx … (50 characters in all)": an object, "F4xxxxxxxxxxxxx … (50 characters in all)": an object, "F5xxxxxxxxxxxxx … (50 characters in all)": an object, and 3 more}}`,
  ],
  [
    many(6, (n) => [`row ${n}`, many(6, (m) => [`${m}`.repeat(30), 1])]),
    '"row 0" is not a currency; seen: an object {"row 0": an object {"000000000000000000000000000000": a number, "111111111111111111111111111111": a number, "222222222222222222222222222222": a number, "333333333333333333333333333333": a number, "444444444444444444444444444444": a number, "555555555555555555555555555555": a number}, "row 1": an object {"000000000000000000000000000000": a number, "111111111111 … (1720 characters in all)',
  ],
];

const ABOUT_THE_WHOLE: readonly Case[] = [
  [{ success: false }, 'a 200 that denies its success'],
  [{ retCode: 10_002, retMsg: 'invalid request' }, 'a 200 that holds "retCode": "10002"'],
  [{ errors: [1] }, 'a 200 that holds "errors"'],
  [{ status: 'error' }, 'a 200 with the state "error"'],
  [{ data: [], next: '/2' }, 'a 200 that has further pages by its "next"; all of it is needed'],
  [[], 'a 200 that has further pages by its header "link"; all of it is needed', LINK],
];

it.each<Case>([
  ...BALANCES.map(([body, english]): Case => [body, `${english}; ${ACCEPTED}`]),
  ...ABOUT_THE_WHOLE,
])('says why balances are not read: %j', (body, english, headers) => {
  const judged = judgeRead('GET /v1/balances', answered(body, headers), 0, decodeBalances);
  const said = judged.ok ? '' : sayReadFailed({ why: judged.why });
  expect(said).toBe(`GET /v1/balances: ${english}`);
});

/** Of one entry, dropped alone: `instrument` is how it is named. */
type Entry = [name: string, entry: unknown, problem: string, instrument?: string];

const ENTRIES: readonly Entry[] = [
  [
    'ETH/USD',
    { bid: 1, ask: '2' },
    `ETH/USD: bid: ${DECIMAL}; seen: an object {"bid": a number, "ask": text}`,
  ],
  ['ETH/USD', { bid: '1' }, `ETH/USD: ask: ${DECIMAL}; seen: an object {"bid": text}`],
  [
    'eth/usd',
    { bid: '1e3', ask: '1' },
    `eth/usd: bid: ${DECIMAL}; seen: an object {"bid": text, "ask": text}`,
  ],
  [
    'ETH/USD',
    { bid: `1.${'1'.repeat(31)}`, ask: '2' },
    `ETH/USD: bid: ${DECIMAL}; seen: an object {"bid": text, "ask": text}`,
  ],
  [
    'ETH/USD',
    { bid: '1', ask: '0' },
    'ETH/USD: ask: expected more than zero; seen: an object {"bid": text, "ask": text}',
  ],
  [
    'ETH/USD',
    { bid: '-1', ask: '1' },
    'ETH/USD: bid: expected more than zero; seen: an object {"bid": text, "ask": text}',
  ],
  ['ETH/USD', {}, `ETH/USD: bid: ${DECIMAL}; seen: an empty object`],
  [
    'ETH/USD',
    '60000',
    'ETH/USD: the entry: Invalid input: expected object, received string; seen: text',
  ],
  [
    'ETH/USD',
    '',
    'ETH/USD: the entry: Invalid input: expected object, received string; seen: empty text',
  ],
  [
    'ETH/USD',
    5,
    'ETH/USD: the entry: Invalid input: expected object, received number; seen: a number',
  ],
  [
    'ETH/USD',
    true,
    'ETH/USD: the entry: Invalid input: expected object, received boolean; seen: a boolean',
  ],
  [
    'ETH/USD',
    null,
    'ETH/USD: the entry: Invalid input: expected object, received null; seen: null',
  ],
  [
    'ETH/USD',
    [1],
    'ETH/USD: the entry: Invalid input: expected object, received array; seen: a list of 1, the first a number',
  ],
  [
    'ETH/USD',
    [],
    'ETH/USD: the entry: Invalid input: expected object, received array; seen: an empty list',
  ],
  ['ETH/USD', { bid: '2', ask: '1' }, 'ETH/USD: the bid is above the ask'],
  ['ETHUSD', PRICE, '"ETHUSD" is not of the form BASE/QUOTE', '"ETHUSD"'],
  ['a\u202e"b', PRICE, '"a \\"b" is not of the form BASE/QUOTE', '"a \\"b"'],
  ['ETH/USD', { ...PRICE, message: 'stale' }, 'ETH/USD: an entry that holds "message": "stale"'],
  ['eth/usd', { ...PRICE, state: 'rejected' }, 'eth/usd: an entry with the state "rejected"'],
];

const NO_PRICES: readonly Case[] = [
  ['closed', `not an object keyed by instrument; seen: text; ${PRICES_ACCEPTED}`],
  [
    [PRICE],
    `not an object keyed by instrument; seen: a list of 1, the first an object {"bid": text, "ask": text}; ${PRICES_ACCEPTED}`,
  ],
  [many(10_001, (n) => [`C${n}/USD`, PRICE]), 'more than 10000 instruments'],
  [{ 'BTC/USD': PRICE, 'btc/usd': PRICE }, '"BTC/USD" and "btc/usd" differ by case alone'],
  [{ 'BTC/USD': PRICE, success: false }, 'a 200 that denies its success'],
  [
    { 'BTC/USD': PRICE },
    'a 200 that has further pages by its header "x-total-count"; all of it is needed',
    { 'x-total-count': '2' },
  ],
  ...ENTRIES.map(([name, entry, problem]): Case => [{ [name]: entry, 'ETH/EUR': 1 }, problem]),
];

it.each<Case>(NO_PRICES)('says why prices are not read: %j', (body, english, headers) => {
  const judged = judgeRead('GET /v1/prices', answered(body, headers), 0, decodePrices);
  const said = judged.ok ? '' : sayReadFailed({ why: judged.why });
  expect(said).toBe(`GET /v1/prices: ${english}`);
});

function shownDropped(body: unknown): unknown {
  const decoded = decodePrices(body);
  if (!decoded.ok) return null;
  const { prices, dropped } = decoded.value;
  const snapshot = snapshotAt('2026-01-05T09:00:00.000Z', {}, prices, { pricesDropped: dropped });
  const answer = snapshotResponse(snapshot, 'json', { into: null, rates: [] });
  const { body: shown = '' } = saidPlainly(answer);
  return JSON.parse(shown).pricesDropped;
}

it.each<Entry>(ENTRIES)(
  'says of a snapshot which price was dropped: %s %j',
  (name, entry, problem, instrument = name) => {
    expect(shownDropped({ 'BTC/USD': PRICE, [name]: entry })).toEqual([{ instrument, problem }]);
  },
);

it('says which names of instruments differ by case alone', () => {
  const problem = '"ETH/USD" and "eth/usd" and "Eth/Usd" differ by case alone';
  const body = { 'BTC/USD': PRICE, 'ETH/USD': PRICE, 'eth/usd': PRICE, 'Eth/Usd': 1 };
  expect(shownDropped(body)).toEqual(
    ['ETH/USD', 'eth/usd', 'Eth/Usd'].map((instrument) => ({ instrument, problem })),
  );
});

/** Characters of JSON: seven names for each of seven, with what surrounds them, is most of it. */
const MOST_STORED = 6_000;

it('keeps a bounded part of any answer', () => {
  const names = fc.string({ minLength: 30, maxLength: 60, unit: 'binary' });
  const objects = (inner: fc.Arbitrary<unknown>) => fc.dictionary(names, inner, { minKeys: 7 });
  const bodies = fc.oneof(fc.jsonValue(), objects(objects(objects(fc.integer()))));
  fc.assert(
    fc.property(bodies, (body) => {
      for (const decode of [decodeBalances, decodePrices]) {
        const decoded = decode(body);
        if (!decoded.ok) expect(JSON.stringify(decoded.fault).length).toBeLessThan(MOST_STORED);
      }
    }),
  );
});

it('names a few of many instruments that differ by case alone', () => {
  const spelling = (n: number) =>
    [...'ABCDEFGHIJ'].map((each, bit) => ((n >> bit) & 1 ? each : each.toLowerCase())).join('');
  const decoded = decodePrices(many(1_024, (n) => [`${spelling(n)}/USD`, PRICE]));
  const why = decoded.ok || decoded.fault.code !== 'no-price' ? null : decoded.fault.why;
  expect(why).toMatchObject({ code: 'case-alone', more: 1_018 });
  expect(why?.code === 'case-alone' && why.names).toHaveLength(6);
});
