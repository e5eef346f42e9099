import { brotliDecompressSync, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOfItem, UNIT_BYTES } from '../../../adapters/store/item-bytes.ts';
import {
  packSnapshot,
  unpackHoldings,
  unpackSnapshot,
} from '../../../adapters/store/packed-snapshot.ts';
import { snapshotItem } from '../../../adapters/store/snapshots.ts';
import { seeded } from '../../../bench/seeded.ts';
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
  const packed = packSnapshot(CONTENT);
  const json = brotliDecompressSync(packed.subarray(1)).toString('utf8');

  it('is read as it was before it was compressed by Brotli: deflated', () => {
    const before = Buffer.concat([Buffer.of(1), deflateRawSync(json)]);
    expect(unpackSnapshot(before)).toEqual(unpackSnapshot(packed));
    expect(unpackHoldings(before)).toEqual(unpackHoldings(packed));
    expect(unpackSnapshot(packed).balances).toEqual(CONTENT.balances);
  });

  it('is refused in a layout that is not known', () => {
    expect(() => unpackSnapshot(Buffer.of(9, 1, 2))).toThrow(/9 is not known/);
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
