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

/** The price of a currency over instruments, before any rounding, and what it ends in. */
function quotientOf(from: string, instruments: readonly string[], quoted: Prices) {
  let into = from;
  let over = new Decimal(1);
  let under = new Decimal(1);
  let isDivided = false;
  for (const instrument of instruments) {
    const [base = '', quote = ''] = instrument.split('/');
    const { bid = '0', ask = '0' } = quoted[instrument] ?? {};
    const mid = decimalOf(bid).plus(decimalOf(ask)).dividedBy(2);
    if (into === base) over = over.times(mid);
    else under = under.times(mid);
    isDivided ||= into !== base;
    into = into === base ? quote : base;
  }
  return { over, under, isDivided, into };
}

describe('a valuation', () => {
  it('can be worked out again from the instruments that it names, with one rounding, to the last digit', () => {
    fc.assert(
      fc.property(balances, prices, currency, (held, quoted, reporting) => {
        const { values } = valueBalances(held, quoted, reporting);
        return Object.entries(values).every(([code, { value, path, instruments }]) => {
          const total = decimalOf(stated(held, code)?.total ?? 'missing');
          const { over, under, isDivided, into } = quotientOf(code, instruments, quoted);
          const scale = isDivided ? 18 : 30;
          const again = total.times(over).dividedBy(under);
          const steps = { same: 0, direct: 1, inverse: 1, crossed: 2 }[path];
          return (
            into === reporting &&
            instruments.length === steps &&
            again.toDecimalPlaces(scale, ROUNDING.halfEven).equals(decimalOf(value))
          );
        });
      }),
    );
  });

  it('says a price that agrees with its instruments and its value, but for what is rounded of it at the 30th digit', () => {
    const half = new Decimal(10).pow(-30).dividedBy(2);
    const halfOfValue = new Decimal(10).pow(-18).dividedBy(2);
    fc.assert(
      fc.property(balances, prices, currency, (held, quoted, reporting) => {
        const { values } = valueBalances(held, quoted, reporting);
        return Object.entries(values).every(([code, { value, price, instruments }]) => {
          const total = decimalOf(stated(held, code)?.total ?? 'missing');
          const { over, under } = quotientOf(code, instruments, quoted);
          const said = decimalOf(price);
          const apart = total.times(said).minus(decimalOf(value)).abs();
          return (
            over.dividedBy(under).minus(said).abs().lessThanOrEqualTo(half) &&
            apart.lessThanOrEqualTo(total.times(half).plus(halfOfValue))
          );
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
