import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INSTRUMENTS } from '../../../sandbox/market/instruments.ts';
import { PriceWalk } from '../../../sandbox/market/price-walk.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';

const seed = fc.integer({ min: 0, max: 0xffff_ffff });
const step = fc.integer({ min: 0, max: 3_000 });

describe('the price walk', () => {
  it('is the same for the same seed and step, in whatever order steps are asked for', () => {
    fc.assert(
      fc.property(seed, fc.array(step, { minLength: 1, maxLength: 5 }), (ofSeed, steps) => {
        const walk = new PriceWalk(ofSeed);
        for (const wanted of steps) {
          expect(walk.quotesAt(wanted)).toEqual(new PriceWalk(ofSeed).quotesAt(wanted));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('keeps bid below ask and to the decimals of the instrument, always', () => {
    fc.assert(
      fc.property(seed, step, (ofSeed, wanted) => {
        const quotes = new PriceWalk(ofSeed).quotesAt(wanted);
        for (const { name, priceDecimals } of INSTRUMENTS) {
          const { bid, ask } = quotes[name] ?? { bid: '', ask: '' };
          expect(new Decimal(bid).lessThan(ask)).toBe(true);
          expect(new Decimal(bid).greaterThan(0)).toBe(true);
          for (const price of [bid, ask]) expect(price.split('.')[1]).toHaveLength(priceDecimals);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('quotes every instrument, and moves', () => {
    const walk = new PriceWalk(1);
    expect(Object.keys(walk.quotesAt(0))).toEqual(INSTRUMENTS.map(({ name }) => name));
    expect(walk.quotesAt(10)).not.toEqual(walk.quotesAt(11));
  });

  it('differs between seeds', () => {
    expect(new PriceWalk(1).quotesAt(100)).not.toEqual(new PriceWalk(2).quotesAt(100));
  });

  it('prices a crossed pair as its two direct pairs do', () => {
    const quotes = new PriceWalk(5).quotesAt(2_000);
    const mid = (name: string) => {
      const { bid, ask } = quotes[name] ?? { bid: '', ask: '' };
      return new Decimal(bid).plus(ask).div(2);
    };
    const crossed = mid('ETH/USD').div(mid('BTC/USD'));
    expect(mid('ETH/BTC').minus(crossed).abs().div(crossed).lessThan('0.0001')).toBe(true);
  });

  it('stays within its band, so that a documented price keeps working', () => {
    for (const ofSeed of [1, 2, 3]) {
      const walk = new PriceWalk(ofSeed);
      for (let at = 0; at <= 200_000; at += 20_000) {
        const bid = walk.quotesAt(at)['BTC/USD']?.bid ?? '0';
        expect(new Decimal(bid).greaterThan('62900')).toBe(true);
        expect(new Decimal(bid).lessThan('67000')).toBe(true);
      }
    }
  });
});
