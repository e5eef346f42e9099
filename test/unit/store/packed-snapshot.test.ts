import { brotliDecompressSync, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  packSnapshot,
  unpackHoldings,
  unpackSnapshot,
} from '../../../adapters/store/packed-snapshot.ts';

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
});
