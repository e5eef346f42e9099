import { Decimal as SharedDecimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { DECIMAL_PRECISION_DIGITS, Decimal } from '../../../treasury/money/decimal.ts';
import {
  add,
  CurrencyMismatchDefect,
  compare,
  formatMoney,
  isPositive,
  money,
  roundToStep,
  smaller,
  subtract,
  sum,
  zero,
} from '../../../treasury/money/money.ts';

describe('money', () => {
  it('adds and subtracts exactly', () => {
    expect(formatMoney(add(money('EUR', '0.1'), money('EUR', '0.2')))).toBe('0.3 EUR');
    expect(formatMoney(subtract(money('BTC', '1'), money('BTC', '1')))).toBe('0 BTC');
    expect(formatMoney(sum('EUR', [money('EUR', '1.5'), money('EUR', '2.5')]))).toBe('4 EUR');
  });

  it('compares by value, not by text', () => {
    expect(compare(money('EUR', '1.50'), money('EUR', '1.5'))).toBe(0);
    expect(formatMoney(smaller(money('EUR', '9'), money('EUR', '10')))).toBe('9 EUR');
    expect(formatMoney(smaller(money('EUR', '10'), money('EUR', '9')))).toBe('9 EUR');
    expect(isPositive(zero('EUR'))).toBe(false);
  });

  it.each([
    ['adding', () => add(money('EUR', '1'), money('USD', '1'))],
    ['subtracting', () => subtract(money('EUR', '1'), money('USD', '1'))],
    ['comparing', () => compare(money('EUR', '1'), money('USD', '1'))],
    ['choosing the smaller of', () => smaller(money('EUR', '1'), money('USD', '1'))],
    ['summing', () => sum('EUR', [money('USD', '1')])],
  ])('refuses %s two currencies as a defect', (_, act) => {
    expect(act).toThrow(CurrencyMismatchDefect);
    expect(act).toThrow(
      expect.objectContaining({
        name: 'CurrencyMismatchDefect',
        message: expect.stringMatching(/^amounts of (EUR and USD|USD and EUR) cannot be combined$/),
      }),
    );
  });

  it.each([
    ['down', '1.27', '0.5', '1'],
    ['down', '-1.27', '0.5', '-1'],
    ['up', '1.01', '0.5', '1.5'],
    ['halfEven', '1.25', '0.5', '1'],
    ['halfEven', '1.75', '0.5', '2'],
    ['down', '10', '3', '9'],
    ['down', '0.299999999999999999', '0.000000000000000003', '0.299999999999999997'],
  ] as const)('rounds %s: %s in steps of %s is %s', (mode, value, step, expected) => {
    const rounded = roundToStep(money('X', value), new Decimal(step), mode);
    expect(rounded.amount.equals(new Decimal(expected))).toBe(true);
  });

  it.each(['0', '-1'])('has no steps of %s', (step) => {
    expect(() => roundToStep(money('X', '1'), new Decimal(step), 'down')).toThrow(
      new RangeError(`step must be more than zero: ${step}`),
    );
  });
});

describe("Sluice's own decimals", () => {
  it('keep every digit of a product of two amounts, whatever others set for theirs', () => {
    expect(Decimal.precision).toBe(DECIMAL_PRECISION_DIGITS);
    expect(SharedDecimal.precision).toBeLessThan(DECIMAL_PRECISION_DIGITS);
    const large = `${'9'.repeat(30)}.${'9'.repeat(30)}`;
    const product = new Decimal(large).times(large);
    expect(product.toFixed()).toHaveLength(60 + 1 + 60);
    expect(product.toFixed().endsWith('1')).toBe(true);
  });

  it('take no settings over from the shared ones', async () => {
    const { modulo } = Decimal;
    SharedDecimal.set({ modulo: SharedDecimal.EUCLID });
    try {
      // Under an address of its own the module is made once more.
      const again: string = '../../../treasury/money/decimal.ts?again';
      const fresh = (await import(again)) as typeof import('../../../treasury/money/decimal.ts');
      expect(fresh.Decimal).not.toBe(Decimal);
      expect(fresh.Decimal.modulo).toBe(modulo);
    } finally {
      SharedDecimal.set({ defaults: true });
    }
  });
});
