import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import { reportValues } from '../../treasury/report-values/report-values.ts';
import { valuationIn } from '../../treasury/report-values/valuation-in.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import { valueBalances } from '../../treasury/valuation/value.ts';
import { snapshotAt } from '../samples/snapshots.ts';
import { shareOf } from '../thoroughness.ts';

/*
 * An independent recomputation: fractions of big integers, never rounded before the end, and a search of paths of its own.
 */

const CURRENCIES = ['BTC', 'CHF', 'ETH', 'EUR', 'USD', 'XAU'] as const;
const ORDER = ['USD', 'EUR', 'USDC', 'USDT', 'BTC', 'ETH', 'CHF', 'XAU'];
const AT = '2026-03-02T09:00:00.000Z';

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const text = (cents: number) => {
  const digits = `${cents}`.padStart(4, '0');
  const fraction = digits.slice(-3).replace(/0+$/, '');
  return `${digits.slice(0, -3)}${fraction === '' ? '' : `.${fraction}`}`;
};

const drawn = fc.record({
  balances: fc.dictionary(fc.constantFrom(...CURRENCIES), fc.integer({ min: 0, max: 99_999_999 })),
  prices: fc.dictionary(
    fc.constantFrom(
      ...CURRENCIES.flatMap((a) => CURRENCIES.filter((b) => a !== b).map((b) => `${a}/${b}`)),
    ),
    fc.integer({ min: 1, max: 9_999_999 }),
    { maxKeys: 5 },
  ),
  rates: fc.dictionary(
    fc.constantFrom(...CURRENCIES),
    fc.record({
      in: fc.constantFrom(...CURRENCIES),
      rate: fc.integer({ min: 1, max: 9_999_999 }),
      isValid: fc.boolean(),
    }),
    { maxKeys: 3 },
  ),
  into: fc.constantFrom(...CURRENCIES),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** The price of one instrument, either way round; null if there is none. */
function leg(prices: Drawn['prices'], from: string, to: string): Fraction | null {
  const direct = prices[`${from}/${to}`];
  if (direct !== undefined) return { over: BigInt(direct), under: 1000n };
  const inverse = prices[`${to}/${from}`];
  return inverse === undefined ? null : { over: 1000n, under: BigInt(inverse) };
}

interface Found {
  readonly price: Fraction;
  readonly divided: boolean;
}

function path(prices: Drawn['prices'], from: string, to: string): Found | null {
  if (from === to) return { price: { over: 1n, under: 1n }, divided: false };
  const usesInverse = (a: string, b: string) => prices[`${a}/${b}`] === undefined;
  const one = leg(prices, from, to);
  if (one !== null) return nonZero({ price: one, divided: usesInverse(from, to) });
  for (const by of ORDER) {
    const [first, second] = [leg(prices, from, by), leg(prices, by, to)];
    if (first === null || second === null) continue;
    const price = { over: first.over * second.over, under: first.under * second.under };
    const found = nonZero({ price, divided: usesInverse(from, by) || usesInverse(by, to) });
    if (found !== null) return found;
  }
  return null;
}

function nonZero(found: Found): Found | null {
  return rounded(found.price, found.divided ? 18 : 30) === '0' ? null : found;
}

/** Half to even, as text. */
function rounded({ over, under }: Fraction, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const [quotient, rest] = [(over * scale) / under, (over * scale) % under];
  const isUp = rest * 2n > under || (rest * 2n === under && quotient % 2n === 1n);
  const whole = `${isUp ? quotient + 1n : quotient}`.padStart(digits + 1, '0');
  const fraction = whole.slice(-digits).replace(/0+$/, '');
  return `${whole.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`;
}

function fractionOf(decimal: string): Fraction {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return { over: BigInt(whole + fraction), under: 10n ** BigInt(fraction.length) };
}

function times(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under };
}

function plus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

/** The value of an amount: [value, id of the rate or null]; null without any. */
function expected({ prices, rates, into }: Drawn, currency: string, cents: number) {
  const amount = { over: BigInt(cents), under: 1000n };
  const valued = (price: Fraction, divided: boolean, rate: string | null) =>
    [rounded(times(amount, price), divided ? 18 : 30), rate] as const;
  const found = path(prices, currency, into);
  if (found !== null) return valued(found.price, found.divided, null);
  const own = rates[currency];
  const onward = own?.isValid ? path(prices, own.in, into) : null;
  if (own !== undefined && onward !== null) {
    const price = times({ over: BigInt(own.rate), under: 1000n }, onward.price);
    if (rounded(price, onward.divided ? 18 : 30) !== '0')
      return valued(price, onward.divided, currency);
  }
  const target = rates[into];
  const before = target?.isValid ? path(prices, currency, target.in) : null;
  if (target === undefined || before === null) return null;
  const price = times(before.price, { over: 1000n, under: BigInt(target.rate) });
  return rounded(price, 18) === '0' ? null : valued(price, true, into);
}

describe('values in another currency', () => {
  it('are those of an independent recomputation, with random prices and rates', () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const prices: Prices = Object.fromEntries(
          Object.entries(given.prices).map(([name, cents]) => [
            name,
            { bid: text(cents), ask: text(cents) },
          ]),
        );
        const balances = Object.fromEntries(
          Object.entries(given.balances).map(([name, cents]) => [name, { total: text(cents) }]),
        );
        const rates = Object.entries(given.rates).map(
          ([currency, each]): ManualRate => ({
            ...{ id: currency.toLowerCase(), label: currency, currency, in: each.in },
            ...{ rate: text(each.rate), source: 'drawn', version: 1, activeSince: AT },
            from: each.isValid ? '2026-03-02' : '2026-03-03',
            until: '2026-04-01',
          }),
        );
        const snapshot = snapshotAt(AT, balances, prices);
        const seen = reportValues(snapshot, given.into, rates);
        const valuation = valuationIn(snapshot, { into: given.into, rates });
        let total: Fraction = { over: 0n, under: 1n };
        for (const [currency, cents] of Object.entries(given.balances)) {
          const wanted = expected(given, currency, cents);
          const worth = seen.worth[currency];
          expect([currency, worth?.value ?? null]).toEqual([currency, wanted?.[0] ?? null]);
          expect(worth?.manualRate?.currency ?? null).toBe(wanted?.[1] ?? null);
          expect(seen.unvalued.includes(currency)).toBe(wanted === null && cents !== 0);
          // The same in the form of a snapshot's valuation: what is marked, and why something is not there.
          const { [currency]: shown } = valuation.values;
          expect(shown?.path === 'manual').toBe(typeof wanted?.[1] === 'string');
          const why = Object.keys(prices).length === 0 ? 'no-prices' : 'no-path';
          const isMissing = wanted === null && cents !== 0;
          expect(valuation.unvaluedBecause[currency]).toBe(isMissing ? why : undefined);
          if (wanted !== null) total = plus(total, fractionOf(wanted[0]));
        }
        expect(valuation.total).toBe(rounded(total, 30));
      }),
      { numRuns: shareOf(1_000) },
    );
  });
});

describe('a value is rounded once', () => {
  it('is right to its last digit where a price took a division: francs in euro, a small coin in bitcoin', () => {
    const prices = {
      'EUR/USD': { bid: '1.0837', ask: '1.0839' },
      'BTC/SHIB': { bid: '7', ask: '7' },
      'BTC/DUST': { bid: '31415926535897.9', ask: '31415926535897.9' },
    };
    const held = {
      CHF: { total: '15000.07' },
      SHIB: { total: '900000001' },
      DUST: { total: '900000001' },
    };
    const rates = [
      {
        ...{ id: 'chf', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.13', source: 'drawn' },
        ...{ from: '2026-03-02', until: '2026-04-01', version: 1, activeSince: AT },
      },
    ];
    const snapshot = snapshotAt(AT, held, prices);
    const exact = (over: string, under: string) =>
      rounded(
        times(fractionOf(over), { over: fractionOf(under).under, under: fractionOf(under).over }),
        18,
      );
    // 15,000.07 x 1.13 = 16,950.0791 dollars, at 1.0838 for a euro.
    expect(reportValues(snapshot, 'EUR', rates).worth.CHF?.value).toBe(
      exact('16950.0791', '1.0838'),
    );
    const inBitcoin = reportValues(snapshot, 'BTC', rates).worth;
    expect(inBitcoin.SHIB?.value).toBe(exact('900000001', '7'));
    expect(inBitcoin.DUST?.value).toBe(exact('900000001', '31415926535897.9'));
    // As a snapshot records it, too.
    const recorded = valueBalances(held, prices, 'BTC').values;
    expect([recorded.SHIB?.value, recorded.DUST?.value]).toEqual([
      exact('900000001', '7'),
      exact('900000001', '31415926535897.9'),
    ]);
  });
});
