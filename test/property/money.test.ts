import fc from 'fast-check';
import { describe, it } from 'vitest';
import { Decimal } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal, parseDecimalText } from '../../treasury/money/decimal-text.ts';
import { add, compare, money, roundToStep, subtract } from '../../treasury/money/money.ts';

const integerPart = fc.bigInt({ min: 0n, max: 10n ** 30n - 1n });
const fraction = fc.tuple(
  fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }),
  fc.integer({ min: 1, max: 30 }),
);
/** Any decimal text that is accepted, extremes included. */
const texts = fc
  .tuple(fc.boolean(), integerPart, fc.option(fraction, { nil: undefined }))
  .map(([negative, integer, digits]) => {
    const behind =
      digits === undefined ? '' : `.${digits[0].toString().padStart(30, '0').slice(0, digits[1])}`;
    return `${negative ? '-' : ''}${integer}${behind}`;
  });
const amounts = texts.map((text) => money('EUR', text));
const steps = texts.map((text) => decimalOf(text).abs()).filter((step) => step.greaterThan(0));

describe('money laws', () => {
  it('addition is commutative, associative, and undone by subtraction', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (a, b, c) => {
        const leftFirst = add(add(a, b), c);
        const rightFirst = add(a, add(b, c));
        return (
          compare(add(a, b), add(b, a)) === 0 &&
          compare(leftFirst, rightFirst) === 0 &&
          compare(subtract(add(a, b), b), a) === 0
        );
      }),
    );
  });

  it('order agrees with the sign of the difference', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const { amount } = subtract(a, b);
        const sign = amount.isZero() ? 0 : amount.isNegative() ? -1 : 1;
        return compare(a, b) === sign && compare(b, a) + sign === 0;
      }),
    );
  });

  it('text, parsed and formatted, is the same value, and what is formatted is accepted', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const formatted = formatDecimal(decimalOf(text));
        const again = parseDecimalText(formatted);
        return again.ok && again.value.equals(decimalOf(text)) && !/[eE+]|\.\d*0$/.test(formatted);
      }),
    );
  });

  it('rounding down gives the largest multiple of the step that is not more', () => {
    fc.assert(
      fc.property(amounts, steps, (value, step) => {
        const positive = money('EUR', value.amount.abs());
        const { amount } = roundToStep(positive, step, 'down');
        const rest = positive.amount.minus(amount);
        return (
          amount.lessThanOrEqualTo(positive.amount) &&
          rest.lessThan(step) &&
          isMultiple(amount, step)
        );
      }),
    );
  });

  it('rounding up gives the smallest multiple that is not less', () => {
    fc.assert(
      fc.property(amounts, steps, (value, step) => {
        const positive = money('EUR', value.amount.abs());
        const { amount } = roundToStep(positive, step, 'up');
        const excess = amount.minus(positive.amount);
        return !excess.isNegative() && excess.lessThan(step) && isMultiple(amount, step);
      }),
    );
  });

  it('rounding twice is rounding once', () => {
    fc.assert(
      fc.property(
        amounts,
        steps,
        fc.constantFrom('down', 'up', 'halfEven'),
        (value, step, mode) => {
          const once = roundToStep(value, step, mode);
          return compare(roundToStep(once, step, mode), once) === 0;
        },
      ),
    );
  });
});

/** By whole numbers, so that the division under test does not vouch for itself. */
function isMultiple(value: Decimal, step: Decimal): boolean {
  return scaled(value) % scaled(step) === 0n;
}

function scaled(value: Decimal): bigint {
  return BigInt(value.times(new Decimal(10).pow(30)).toFixed(0));
}
