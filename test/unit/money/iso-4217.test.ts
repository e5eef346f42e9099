import { FRACTION_DIGITS } from '@sluice/client';
import { describe, expect, it } from 'vitest';
import { decimalsOf } from '../../../console/display/amounts.ts';
import { scaleOf } from '../../../reporting/formats/camt053/booked.ts';
import { ISO_4217 } from '../../../treasury/money/iso-4217.ts';

describe('the fraction digits of a currency', () => {
  it.each([
    ...[
      ['HUF', 2],
      ['COP', 2],
      ['IDR', 2],
      ['USD', 2],
      ['JPY', 0],
      ['KWD', 3],
      ['IQD', 3],
    ],
    // Codes of funds.
    ...[
      ['CLF', 4],
      ['UYW', 4],
      ['UYI', 0],
      ['CHE', 2],
      ['CHW', 2],
      ['BOV', 2],
      ['COU', 2],
      ['MXV', 2],
    ],
  ] as const)('of %s are %d, in camt.053 and in the console', (currency, digits) => {
    expect(scaleOf(currency)).toBe(digits);
    expect(decimalsOf(currency)).toBe(digits);
  });

  it('are one table, which the client has too', () => {
    expect(FRACTION_DIGITS).toEqual(Object.fromEntries(ISO_4217));
    expect(new Set([...ISO_4217.keys()].filter((code) => !/^[A-Z]{3}$/.test(code))).size).toBe(0);
  });

  it('differ from the locale data of the runtime where these say how a currency is shown', () => {
    const shown = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits;
    const known = Intl.supportedValuesOf('currency').filter((code) => ISO_4217.get(code) != null);
    const other = known.filter((code) => ISO_4217.get(code) !== shown(code));
    expect(other).toEqual(expect.arrayContaining(['HUF', 'COP', 'IDR']));
    // Any other code is one that both tables know alike: a slip of the pen would show here.
    expect(other.length).toBeLessThan(20);
    expect(known.length).toBeGreaterThan(150);
  });
});
