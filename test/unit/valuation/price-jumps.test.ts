import { describe, expect, it } from 'vitest';
import type { PricesOnRecord } from '../../../treasury/valuation/price-jumps.ts';
import { carriedPrices, judgePrices } from '../../../treasury/valuation/price-jumps.ts';

const at = (mid: string) => ({ 'BTC/USD': { bid: mid, ask: mid } });

/** Readings in a row, each judged on what the one before it left on record. */
function walk(...mids: readonly string[]): readonly boolean[] {
  let before: PricesOnRecord | null = null;
  return mids.map((mid) => {
    const { trusted, doubted } = judgePrices(at(mid), before);
    before = { prices: at(mid), ...(doubted.length === 0 ? {} : { pricesDoubted: doubted }) };
    return 'BTC/USD' in trusted;
  });
}

describe('a price that jumps', () => {
  it.each([
    ['up', '100', '1000'],
    ['down', '100', '10'],
  ])('%s is accepted with the third reading at the new level, not before', (_way, from, to) => {
    expect(walk(from, to, to, to, to)).toEqual([true, false, false, true, true]);
  });

  it('may move by a quarter, to the last digit, and no further', () => {
    expect(walk('100', '125')).toEqual([true, true]);
    expect(walk('125', '100')).toEqual([true, true]);
    expect(walk('100', '125.0000001')).toEqual([true, false]);
    expect(walk('125.0000001', '100')).toEqual([true, false]);
  });

  it('and comes back was a slip, and is the price again at once', () => {
    expect(walk('100', '1000', '101', '102')).toEqual([true, false, true, true]);
  });

  it('and jumps on counts anew', () => {
    expect(walk('100', '1000', '1000', '5000', '5000', '5000')).toEqual([
      ...[true, false, false],
      ...[false, false, true],
    ]);
  });

  it('and moves on at its new level is that level', () => {
    expect(walk('100', '1000', '1100', '1200')).toEqual([true, false, false, true]);
  });

  it('is doubted alone, with the level that it left', () => {
    const before = { prices: { ...at('100'), 'ETH/USD': { bid: '10', ask: '10' } } };
    const now = { ...at('300'), 'ETH/USD': { bid: '11', ask: '11' } };
    expect(judgePrices(now, before)).toEqual({
      trusted: { 'ETH/USD': { bid: '11', ask: '11' } },
      doubted: [{ instrument: 'BTC/USD', from: '100', readings: 1 }],
    });
  });

  it('is held against the last reading that had it, however long ago', () => {
    const lastPrices = carriedPrices({}, { prices: at('100') });
    expect(lastPrices).toEqual(at('100'));
    expect(judgePrices(at('300'), { prices: {}, lastPrices }).doubted).toHaveLength(1);
    expect(carriedPrices(at('300'), { prices: {}, lastPrices })).toEqual({});
  });

  it('is taken as it is where it was never read', () => {
    expect(judgePrices(at('300'), null).doubted).toEqual([]);
    expect(judgePrices(at('300'), { prices: { 'ETH/USD': at('1')['BTC/USD'] } }).doubted).toEqual(
      [],
    );
  });
});
