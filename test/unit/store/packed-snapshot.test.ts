import { describe, expect, it } from 'vitest';
import { bytesOfItem, UNIT_BYTES } from '../../../adapters/store/item-bytes.ts';
import {
  packSnapshot,
  unpackHoldings,
  unpackSnapshot,
} from '../../../adapters/store/packed-snapshot.ts';
import { snapshotItem } from '../../../adapters/store/snapshots.ts';
import { seeded } from '../../../bench/seeded.ts';
import { valueBalances } from '../../../treasury/valuation/value.ts';
import { snapshotAt } from '../../samples/snapshots.ts';

const CONTENT: Parameters<typeof packSnapshot>[0] = {
  balances: { BTC: { total: '2.5', available: '2' }, EUR: { total: '10' } },
  prices: { 'BTC/USD': { bid: '64000', ask: '64010' } },
  valuation: {
    reportingCurrency: 'USD',
    total: null,
    partialTotal: '160012.5',
    values: {},
    unvalued: ['EUR'],
  } as unknown as Parameters<typeof packSnapshot>[0]['valuation'],
  rawBalances: '{"BTC":"2.5"}',
  rawBalancesDigest: 'ab'.repeat(32),
};

describe('the packed content of a snapshot', () => {
  it('is refused in a layout that is not known', () => {
    expect(() => unpackSnapshot(Buffer.of(9, 1, 2))).toThrow(/9 is not known/);
  });

  it('holds a valuation that balances and prices give, and any other, to the letter', () => {
    const held = { ...CONTENT, balances: { BTC: { total: '2.5' }, EUR: { total: '10' } } };
    const given = valueBalances(held.balances, held.prices, 'USD');
    const kept = (valuation: typeof given) => packSnapshot({ ...held, valuation });
    for (const valuation of [
      given,
      { ...given, total: '160012.6' },
      { ...given, values: {}, unvalued: ['BTC', 'EUR'] },
      { ...given, values: { ...given.values, later: { of: 'a later version' } } } as never,
    ]) {
      expect(unpackSnapshot(kept(valuation)).valuation).toEqual(valuation);
    }
    expect(kept(given).length).toBeLessThan(kept({ ...given, total: '1' }).length - 50);
  });

  it('holds what a currency is worth, whether its prices are that or not', () => {
    const unitValues = {
      BTC: { last: '64005', path: 'direct' },
      ETH: { last: '3000', path: 'direct' },
      SOL: { last: '1', path: 'inverse' },
      XRP: { last: '2', path: 'direct', level: { low: '1', high: '2', readings: 2 } },
    } as const;
    for (const bid of ['64000', '63000', '-1', '64020']) {
      const prices = {
        'BTC/USD': { bid, ask: '64010' },
        'XRP/USD': { bid: '1', ask: '3' },
        // Of these there is no value, though there is a price.
        'LTC/USD': { bid: '90', ask: '91' },
        'LTC/EUR': { bid: '80', ask: '81' },
      };
      const content = { ...CONTENT, prices, unitValues };
      const packed = packSnapshot(content);
      expect(unpackSnapshot(packed).unitValues).toEqual(unitValues);
      expect(unpackHoldings(packed).unitValues).toEqual(unitValues);
    }
  });

  it.each([
    [10, 1],
    [50, 3],
  ])('of %i currencies, sealed, is paid as %i write units', (currencies, units) => {
    const item = snapshotItem(sealed(currencies), 13);
    expect(Math.ceil(bytesOfItem(item) / UNIT_BYTES)).toBe(units);
  });
});

/** A snapshot as take-snapshot writes it: digits that do not repeat, prices that readings have agreed on. */
function sealed(currencies: number) {
  const random = seeded(20_261_127);
  const names = Array.from({ length: currencies }, (_, index) => `${'ABCDE'[index % 5]}QX${index}`);
  const balances = Object.fromEntries(
    names.map((name) => {
      const total = (10 + random() * 200).toFixed(8);
      return [name, { total, available: total }];
    }),
  );
  const prices = Object.fromEntries(
    names.map((name) => {
      const mid = 10 ** (random() * 5);
      return [`${name}/USD`, { bid: (mid * 0.9995).toFixed(4), ask: (mid * 1.0005).toFixed(4) }];
    }),
  );
  const at = '2026-11-27T09:00:00.000Z';
  return snapshotAt(at, balances, prices, {
    seal: { keyId: 'reading-key-of-the-test', mac: 'a'.repeat(43) },
    rawBalancesDigest: 'f72d207fdd294f1b7b06c180937d22bd40275efb0a90dd12f80f1daa4c06a949',
    inputs: {
      balances: { readAt: at, ageMs: 12 },
      prices: { readAt: at, ageMs: 7 },
    },
  });
}
