import { describe, expect, it } from 'vitest';
import {
  columnDecimals,
  compareAmounts,
  decimalsOf,
  differenceOf,
  formatAmount,
  formatPercent,
  percentOf,
  signOf,
  sumOf,
} from '../../../console/display/amounts.ts';
import { priceFormat } from '../../../console/display/prices.ts';
import { amountOf, worthOf } from '../../../local/console-feed/amounts.ts';

const locale = 'en-GB';

describe('amounts of the console', () => {
  it('shows every digit of the text, however long', () => {
    const amount = '123456789012345678901234567890.123456789012345678901234567891';
    expect(formatAmount(amount, 'BTC', { locale })).toBe(
      '123,456,789,012,345,678,901,234,567,890.123456789012345678901234567891',
    );
  });

  it('gives what is rounded to nothing no sign', () => {
    expect(formatAmount('-0.004', 'USD', { locale, isRounded: true })).toBe('0.00');
    expect(formatAmount('-0.006', 'USD', { locale, isRounded: true })).toBe('-0.01');
  });

  it('shows a zero without a sign, however it was written', () => {
    for (const zero of ['-0', '-0.00', '0']) {
      expect(formatAmount(zero, 'USD', { locale })).toBe('0.00');
      expect(formatAmount(zero, 'USD', { locale, isSigned: true })).toBe('0.00');
    }
    expect(formatPercent('-0.04', { locale })).toBe('0.0 %');
    expect(worthOf('-0.004', 'USD')).toBe('0.00 USD');
    expect(amountOf('-0.00', 'USD')).toBe('0 USD');
    expect(worthOf('-0.006', 'USD')).toBe('-0.01 USD');
  });

  it('shows a price by its significant digits, and no digit before the point less', () => {
    const shown = (price: string, currency = 'USD') =>
      formatAmount(price, currency, { locale, ...priceFormat(price, currency) });
    expect(shown('0.00001234')).toBe('0.00001234');
    expect(shown('0.000000000000123456789')).toBe('0.00000000000012345679');
    expect(shown('0.925925925925925925925925925926', 'EUR')).toBe('0.92592593');
    expect(shown('64902.175')).toBe('64,902.175');
    expect(shown('1')).toBe('1.00');
    expect(shown('123456789.987')).toBe('123,456,789.99');
    expect(shown('0')).toBe('0.00');
  });

  it('shows each currency with one scale at least: that of its country, or eight decimals', () => {
    expect(formatAmount('5', 'USD', { locale })).toBe('5.00');
    expect(formatAmount('5', 'JPY', { locale })).toBe('5');
    expect(formatAmount('5', 'BTC', { locale })).toBe('5.00000000');
    expect(decimalsOf('USDC')).toBe(8);
  });

  it('never cuts off what is finer than the scale', () => {
    expect(formatAmount('0.123', 'USD', { locale })).toBe('0.123');
    expect(columnDecimals(['1', '0.123'], 'USD')).toBe(3);
  });

  it('rounds values half to even, by their text', () => {
    const rounded = { locale, isRounded: true };
    expect(formatAmount('2.675', 'USD', rounded)).toBe('2.68');
    expect(formatAmount('2.665', 'USD', rounded)).toBe('2.66');
    expect(formatAmount('1.005', 'USD', rounded)).toBe('1.00');
  });

  it('writes a sign before changes, and none before zero', () => {
    const signed = { locale, isSigned: true };
    expect(formatAmount('1', 'USD', signed)).toBe('+1.00');
    expect(formatAmount('-1', 'USD', signed)).toBe('-1.00');
    expect(formatAmount('0', 'USD', signed)).toBe('0.00');
    expect(formatPercent('12.345', signed)).toBe('+12.3 %');
  });

  it('compares, adds and subtracts as decimals', () => {
    expect(compareAmounts('10', '9')).toBe(1);
    expect(compareAmounts('1.0', '1')).toBe(0);
    expect(sumOf(['0.1', '0.2', '1000000000000000000000'])).toBe('1000000000000000000000.3');
    expect(differenceOf('0.3', '0.1')).toBe('0.2');
    expect([signOf('-0.01'), signOf('0.00'), signOf('3')]).toEqual([-1, 0, 1]);
  });

  it('tells a share of nothing as zero', () => {
    expect(percentOf('1', '3')).toBe('33.3');
    expect(percentOf('1', '0')).toBe('0');
  });
});
