import { describe, expect, it } from 'vitest';
import type { Prices } from '../../../treasury/valuation/price.ts';
import { judgePrices, type ValuesOnRecord } from '../../../treasury/valuation/price-jumps.ts';
import { quotes } from '../../samples/snapshots.ts';

const INTO_USD = { reportingCurrency: 'USD' };

/** What a snapshot leaves on record after readings in a row. */
function readingAfter(...readings: readonly Prices[]): ValuesOnRecord | null {
  return readings.reduce<ValuesOnRecord | null>((before, prices) => {
    const { unitValues } = judgePrices(prices, before, 'USD');
    return { unitValues, valuation: INTO_USD };
  }, null);
}

const BTC = quotes({ 'BTC/USD': '100' });

describe('the price of an instrument', () => {
  it('is doubted where it is far from what its two currencies are worth', () => {
    const before = readingAfter(...Array(3).fill({ ...BTC, ...quotes({ 'ETH/USD': '10' }) }));
    const now = quotes({ 'BTC/USD': '300', 'ETH/USD': '11' });
    const { trusted, doubted } = judgePrices(now, before, 'USD');
    expect(trusted).toEqual(quotes({ 'ETH/USD': '11' }));
    expect(doubted).toEqual([{ instrument: 'BTC/USD', from: '100', readings: 1 }]);
  });

  it('between two other currencies is held against the quotient of their values', () => {
    const known = { ...BTC, ...quotes({ 'ETH/USD': '10', 'ETH/BTC': '0.1' }) };
    const before = readingAfter(known, known, known);
    const { doubted } = judgePrices({ ...known, ...quotes({ 'ETH/BTC': '1' }) }, before, 'USD');
    expect(doubted).toEqual([{ instrument: 'ETH/BTC', from: '0.1', readings: 1 }]);
    // However often it is told: what both currencies are worth contradicts it.
    const told = { ...known, ...quotes({ 'ETH/BTC': '1' }) };
    expect(
      judgePrices(told, readingAfter(known, known, known, told, told, told), 'USD').doubted,
    ).toEqual([{ instrument: 'ETH/BTC', from: '0.1', readings: 1 }]);
  });

  it('by another instrument than before is doubted by what the currency was worth', () => {
    const inverse = quotes({ 'USD/BTC': '0.1' });
    expect(judgePrices(inverse, readingAfter(BTC, BTC, BTC), 'USD').doubted).toEqual([
      { instrument: 'USD/BTC', from: '0.01', readings: 1 },
    ]);
  });

  it('is believed again at once when it comes back, and after three readings at a new level', () => {
    const far = quotes({ 'BTC/USD': '1000' });
    const doubts = (...readings: readonly Prices[]) =>
      judgePrices(
        readings.at(-1) ?? {},
        readingAfter(BTC, BTC, BTC, ...readings.slice(0, -1)),
        'USD',
      ).doubted.length;
    expect(doubts(far)).toBe(1);
    expect(doubts(far, BTC)).toBe(0);
    expect(doubts(far, far)).toBe(1);
    expect(doubts(far, far, far)).toBe(0);
    // A reading without it changes nothing of what is on record.
    expect(doubts(far, {}, far)).toBe(1);
    expect(doubts({}, {}, far)).toBe(1);
  });

  it('values reports from its first reading on, since nothing contradicts it', () => {
    expect(judgePrices(BTC, null, 'USD')).toMatchObject({ trusted: BTC, doubted: [] });
  });

  it('compares with nothing on record in another reporting currency', () => {
    const before = { ...readingAfter(BTC, BTC, BTC), valuation: { reportingCurrency: 'EUR' } };
    const { doubted, unitValues } = judgePrices(quotes({ 'BTC/USD': '300' }), before, 'USD');
    expect(doubted).toEqual([]);
    expect(unitValues).toEqual({ BTC: { level: { low: '300', high: '300', readings: 1 } } });
  });
});
