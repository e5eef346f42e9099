import fc from 'fast-check';
import { describe, it } from 'vitest';
import { Decimal, ROUNDING, ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf, parseDecimalText } from '../../treasury/money/decimal-text.ts';
import type { Balances } from '../../treasury/valuation/balance.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import { valueBalances } from '../../treasury/valuation/value.ts';
import { stated } from '../stated.ts';

const CURRENCIES = ['EUR', 'USD', 'BTC', 'ETH', 'AAA', 'ZZZ'] as const;
const currency = fc.constantFrom(...CURRENCIES);

const decimal = (digits: number, scale: number) =>
  fc
    .bigInt({ min: 0n, max: 10n ** BigInt(digits) })
    .map((units) => new Decimal(units.toString()).times(new Decimal(10).pow(-scale)).toFixed());

const balances: fc.Arbitrary<Balances> = fc.dictionary(
  currency,
  fc.record({ total: decimal(30, 18) }),
  { maxKeys: 6 },
);
const prices: fc.Arbitrary<Prices> = fc.dictionary(
  fc
    .tuple(currency, currency)
    .filter(([base, quote]) => base !== quote)
    .map(([base, quote]) => `${base}/${quote}`),
  fc.record({ bid: decimal(12, 6), ask: decimal(12, 6) }),
  { maxKeys: 10 },
);

describe('a valuation', () => {
  it('can be worked out again from what it says, to the last digit', () => {
    fc.assert(
      fc.property(balances, prices, currency, (held, quoted, reporting) => {
        const { values } = valueBalances(held, quoted, reporting);
        return Object.entries(values).every(([code, { value, price, path, instruments }]) => {
          const total = decimalOf(stated(held, code)?.total ?? 'missing');
          const divided = path === 'inverse' || path === 'crossed';
          const again = total.times(decimalOf(price));
          const exact = again.toDecimalPlaces(30, ROUNDING.halfEven).equals(decimalOf(value));
          const rounded = again.toDecimalPlaces(18, ROUNDING.halfEven).equals(decimalOf(value));
          const steps = { same: 0, direct: 1, inverse: 1, crossed: 2 }[path];
          return (exact || (divided && rounded)) && instruments.length === steps;
        });
      }),
    );
  });

  it('has a price that agrees with its instruments, within one unit of the 18th digit', () => {
    fc.assert(
      fc.property(balances, prices, currency, (held, quoted, reporting) => {
        const { values } = valueBalances(held, quoted, reporting);
        return Object.entries(values).every(([code, { price, instruments }]) => {
          let at = code;
          let expected = new Decimal(1);
          for (const instrument of instruments) {
            const [base = '', quote = ''] = instrument.split('/');
            const { bid = '0', ask = '0' } = quoted[instrument] ?? {};
            const mid = decimalOf(bid).plus(decimalOf(ask)).dividedBy(2);
            expected = at === base ? expected.times(mid) : expected.dividedBy(mid);
            at = at === base ? quote : base;
          }
          const apart = expected.minus(decimalOf(price)).abs();
          return at === reporting && apart.lessThan('0.000000000000000001');
        });
      }),
    );
  });

  it('accounts for every currency once, and its total is the exact sum', () => {
    fc.assert(
      fc.property(balances, prices, currency, (held, quoted, reporting) => {
        const { values, unvalued, total } = valueBalances(held, quoted, reporting);
        const seen = [...Object.keys(values), ...unvalued].sort();
        const sum = Object.values(values).reduce(
          (so, { value }) => so.plus(decimalOf(value)),
          ZERO,
        );
        return (
          seen.join() === Object.keys(held).sort().join() &&
          sum.equals(decimalOf(total)) &&
          [total, ...Object.values(values).flatMap(({ value, price }) => [value, price])].every(
            (text) => parseDecimalText(text).ok,
          )
        );
      }),
    );
  });

  it('does not depend on the order in which prices and balances come', () => {
    fc.assert(
      fc.property(balances, prices, currency, (held, quoted, reporting) => {
        const turned = <T>(record: Readonly<Record<string, T>>) =>
          Object.fromEntries(Object.entries(record).reverse());
        const one = JSON.stringify(valueBalances(held, quoted, reporting));
        const other = JSON.stringify(valueBalances(turned(held), turned(quoted), reporting));
        return one === other;
      }),
    );
  });
});
