import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Decimal } from '../../treasury/money/decimal.ts';
import { fillSumsOf } from '../../treasury/statements/fill-sums.ts';
import type { StatementMovement } from '../../treasury/statements/statement.ts';
import { shareOf } from '../thoroughness.ts';
import { movement } from '../unit/reporting/formats/sample-statement.ts';

const AT = '2026-03-10T09:00:00.000Z';
const BASES = ['BTC', 'ETH'] as const;
const amount = fc.bigInt({ min: 2n, max: 10n ** 24n }).map((units) => `${units}`);

const trade = fc.record({
  base: fc.constantFrom(...BASES),
  side: fc.constantFrom('buy', 'sell'),
  executed: amount,
  quote: amount,
  slippage: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map((units) => `${units}`),
  fee: fc.option(fc.tuple(fc.constantFrom('USD', 'BTC'), amount)),
  inParts: fc.boolean(),
});

function signed(text: string, isIn: boolean): string {
  return isIn ? text : `-${text}`;
}

it('sums the fills to what the movements of trades come to, each trade once', () => {
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 20 }), (trades) => {
      const moved = new Map<string, StatementMovement[]>();
      for (const { base, side, executed, quote, slippage, fee, inParts } of trades) {
        const fill = {
          ...{ instrument: `${base}/USD`, side, base: executed, quote, slippage },
          ...{ price: '1', decidedPrice: '1', slippagePercent: '0' },
          ...(fee === null ? {} : { fees: [{ currency: fee[0], amount: fee[1] }] }),
        };
        const first = inParts ? '1' : executed;
        const parts = [{ amount: first, fill }];
        const rest = { amount: `${BigInt(executed) - 1n}` };
        const shown = inParts ? [...parts, rest] : parts;
        const own = shown.map((part) =>
          movement({ kind: 'trade', at: AT, ...part, amount: signed(part.amount, side === 'buy') }),
        );
        moved.set(base, [...(moved.get(base) ?? []), ...own]);
        const paid = signed(quote, side === 'sell');
        const other = movement({ kind: 'trade', at: AT, amount: paid, fill });
        moved.set('USD', [...(moved.get('USD') ?? []), other]);
      }
      const sums = fillSumsOf([...moved].map(([currency, movements]) => ({ currency, movements })));
      const net = (currency: string) =>
        (moved.get(currency) ?? []).reduce((sum, each) => sum.plus(each.amount), new Decimal(0));
      const told = (
        field: 'base' | 'quote',
        of: readonly (typeof sums)[number][],
        inSide: string,
      ) =>
        of.reduce(
          (sum, each) => sum.plus(new Decimal(each[field]).times(each.side === inSide ? 1 : -1)),
          new Decimal(0),
        );
      for (const base of BASES) {
        const own = sums.filter(({ instrument }) => instrument === `${base}/USD`);
        expect(told('base', own, 'buy').toFixed()).toBe(net(base).toFixed());
      }
      expect(told('quote', sums, 'sell').toFixed()).toBe(net('USD').toFixed());
      expect(sums.reduce((sum, each) => sum + each.trades, 0)).toBe(trades.length);
      const worse = trades.reduce((sum, each) => sum + BigInt(each.slippage), 0n);
      expect(sums.reduce((sum, each) => sum.plus(each.slippage), new Decimal(0)).toFixed()).toBe(
        `${worse}`,
      );
      for (const currency of ['USD', 'BTC']) {
        const named = trades.flatMap(({ fee }) => (fee?.[0] === currency ? [BigInt(fee[1])] : []));
        const summed = sums.flatMap(({ fees }) => fees.filter((fee) => fee.currency === currency));
        expect(summed.reduce((sum, fee) => sum.plus(fee.amount), new Decimal(0)).toFixed()).toBe(
          `${named.reduce((sum, each) => sum + each, 0n)}`,
        );
      }
      const unnamed = sums.reduce((sum, each) => sum + each.withoutFees, 0);
      expect(unnamed).toBe(trades.filter(({ fee }) => fee === null).length);
    }),
    { numRuns: shareOf(200) },
  );
});
