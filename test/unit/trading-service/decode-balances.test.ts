import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBalances } from '../../../adapters/trading-service/decode-balances.ts';
import { statedIn } from '../../../treasury/valuation/balance.ts';

function balancesIn(body: unknown) {
  const decoded = decodeBalances(body);
  return decoded.ok ? { ...decoded.value } : decoded.problem;
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
    ['nulls where nothing is said', { BTC: { total: '1.5', available: null, locked: null } }, BTC],
    ['the same twice under two names', { BTC: { total: '1.5', balance: '1.50' } }, BTC],
    ['a debt', { BTC: { total: '-2', available: '0' } }, { BTC: { total: '-2', available: '0' } }],
    ['other writings of a number', { BTC: '1.500' }, BTC],
    ['a code with blanks around', { ' BTC ': '1.5' }, BTC],
    ['a code in lower case, kept as it is', { usdc: '1' }, { usdc: { total: '1' } }],
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
      /^BTC is there twice/,
    ],
    [
      'amounts without a currency',
      { data: { total: '1', available: '1' } },
      /"total" is not a currency/,
    ],
    [
      'an unknown field beside',
      { BTC: '1', nextPage: 'abc' },
      /^nextPage: text that is no decimal/,
    ],
    ['an error', { error: 'no such client' }, /^error: text that is no decimal/],
    ['text', 'BTC 1.5', /^neither an object nor a list; seen: text/],
    ['null', null, /seen: null/],
    ['a wrapper around nothing', { balances: null }, /^balances: /],
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

describe('the map of balances', () => {
  it('has nothing that was not in the answer', () => {
    const decoded = decodeBalances(JSON.parse('{"BTC": "1", "constructor": "2"}'));
    const balances = decoded.ok ? decoded.value : {};
    expect(balances.constructor).toEqual({ total: '2' });
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
          expect(decoded.problem).toMatch(/accepted: /);
          return;
        }
        for (const { total, available } of statedIn(decoded.value).map(([, each]) => each)) {
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
