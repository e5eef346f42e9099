import fc from 'fast-check';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import type { Balances } from '../../../treasury/valuation/balance.ts';
import type { Prices } from '../../../treasury/valuation/price.ts';
import { MISSING } from '../../samples/not-read.ts';
import { snapshotAt } from '../../samples/snapshots.ts';

const digits = (max: number) =>
  fc.nat({ max }).map((units) => `${Math.floor(units / 1_000)}.${String(units % 1_000)}`);

/** Snapshots at some ticks of a window of minutes: currencies come and go, and so do prices. */
export function someSnapshots(from: Instant, minutes: number, count: number, least = 1) {
  const one = fc.record({
    minute: fc.nat({ max: minutes - 1 }),
    btc: fc.option(digits(50_000), { nil: undefined }),
    eth: digits(9_000),
    bid: fc.option(fc.integer({ min: 50_000, max: 70_000 }), { nil: undefined }),
    unread: fc.boolean(),
  });
  return fc
    .uniqueArray(one, {
      selector: ({ minute }) => minute,
      minLength: least,
      maxLength: count,
      size: 'max',
    })
    .map((all) =>
      all.map(({ minute, btc, eth, bid, unread }) => {
        const balances: Balances = {
          ...(btc === undefined ? {} : { BTC: { total: btc } }),
          ETH: { total: eth, available: '0' },
        };
        const prices: Prices =
          bid === undefined
            ? {}
            : {
                'BTC/USD': { bid: `${bid}`, ask: `${bid + 1}` },
                'USD/ETH': { bid: '0.0003', ask: '0.0007' },
              };
        const missing = unread && bid === undefined ? { pricesMissing: MISSING } : {};
        return snapshotAt(plusSeconds(from, minute * 60), balances, prices, missing);
      }),
    );
}
