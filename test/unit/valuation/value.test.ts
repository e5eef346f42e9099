import { describe, expect, it } from 'vitest';
import { valueBalances } from '../../../treasury/valuation/value.ts';

const price = (bid: string, ask = bid) => ({ bid, ask });

function valued(currency: string, total: string, prices: Record<string, ReturnType<typeof price>>) {
  return valueBalances({ [currency]: { total } }, prices, 'EUR').values[currency];
}

describe('valuing a currency', () => {
  it('takes the reporting currency as it is', () => {
    expect(valued('EUR', '12.50', {})).toEqual({
      value: '12.5',
      price: '1',
      path: 'same',
      instruments: [],
    });
  });

  it('uses the mid of a direct price, exactly', () => {
    expect(
      valued('ETH', '0.000000000000000003', { 'ETH/EUR': price('3000.01', '3000.04') }),
    ).toEqual({
      value: '0.000000000000009000075',
      price: '3000.025',
      path: 'direct',
      instruments: ['ETH/EUR'],
    });
  });

  it('turns an inverse price round, and rounds its value once: at 18 digits, half to even', () => {
    expect(valued('USD', '300', { 'EUR/USD': price('2.9', '3.1') })).toEqual({
      value: '100',
      price: '0.333333333333333333333333333333',
      path: 'inverse',
      instruments: ['EUR/USD'],
    });
  });

  it('crosses two prices through one currency, dividing once', () => {
    const prices = { 'ETH/USD': price('3000'), 'EUR/USD': price('1.2') };
    expect(valued('ETH', '2', prices)).toEqual({
      value: '5000',
      price: '2500',
      path: 'crossed',
      instruments: ['ETH/USD', 'EUR/USD'],
    });
  });

  it('prefers fewer instruments, then direct over inverse', () => {
    const crossed = { 'BTC/USD': price('9'), 'USD/EUR': price('9') };
    const inverse = { 'EUR/BTC': price('0.5') };
    const direct = { 'BTC/EUR': price('3') };
    expect(valued('BTC', '1', crossed)?.path).toBe('crossed');
    expect(valued('BTC', '1', { ...crossed, ...inverse })?.path).toBe('inverse');
    expect(valued('BTC', '1', { ...crossed, ...inverse, ...direct })?.path).toBe('direct');
  });

  it('crosses through the preferred currency, whatever order the prices come in', () => {
    const through = (middle: string) => ({
      [`SOL/${middle}`]: price('2'),
      [`${middle}/EUR`]: price('2'),
    });
    const chosen = (...middles: string[]) =>
      valued('SOL', '1', Object.assign({}, ...middles.map(through)))?.instruments[0];
    expect(chosen('ZZZ', 'AAA', 'ETH', 'BTC', 'USD')).toBe('SOL/USD');
    expect(chosen('ZZZ', 'AAA', 'ETH', 'BTC')).toBe('SOL/BTC');
    expect(chosen('ZZZ', 'AAA')).toBe('SOL/AAA');
  });

  it.each([
    ['a bid above the ask', price('2', '1')],
    ['a price of zero', price('0', '0')],
    ['a bid of zero', price('0', '1')],
    ['a negative price', price('-1', '1')],
    ['text that is no price', price('n/a', '1')],
  ])('does not use %s', (_, bad) => {
    const prices = { 'BTC/EUR': bad, 'BTC/USD': price('10'), 'EUR/USD': price('2') };
    expect(valued('BTC', '1', prices)).toMatchObject({ value: '5', path: 'crossed' });
    expect(valued('BTC', '1', { 'BTC/EUR': bad })).toBeUndefined();
  });

  it('does not use a price that rounds to nothing, or a value beyond belief', () => {
    expect(valued('X', '1', { 'EUR/X': price(`1${'0'.repeat(20)}`) })).toBeUndefined();
    const enormous = { 'X/EUR': price(`1${'0'.repeat(20)}`) };
    expect(valued('X', '10000000', enormous)).toBeUndefined();
    expect(valued('X', '1', enormous)?.value).toBe(`1${'0'.repeat(20)}`);
  });
});

describe('a valuation', () => {
  it('sums what has a value and lists what has none, never as zero', () => {
    const valuation = valueBalances(
      {
        EUR: { total: '100.10', available: '1' },
        BTC: { total: '2' },
        CHF: { total: '5' },
        constructor: { total: '1' },
      },
      { 'BTC/EUR': price('10.05') },
      'EUR',
    );
    expect(valuation).toMatchObject({
      reportingCurrency: 'EUR',
      total: '120.2',
      unvalued: ['CHF', 'constructor'],
    });
    expect(Object.keys(valuation.values)).toEqual(['BTC', 'EUR']);
  });

  it('without prices still values the reporting currency', () => {
    expect(valueBalances({ EUR: { total: '1' }, BTC: { total: '1' } }, {}, 'EUR')).toMatchObject({
      total: '1',
      unvalued: ['BTC'],
    });
  });
});
