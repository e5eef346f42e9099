import { describe, expect, it } from 'vitest';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { valuesNow } from '../../../treasury/valuation/believed-values.ts';
import { reasonOf } from '../../../treasury/valuation/no-value.ts';
import { limitAmounts } from '../../../treasury/value-limits/limit-amounts.ts';
import {
  type LimitMarket,
  MAX_LIMIT_PRICE_AGE_SECONDS,
} from '../../../treasury/value-limits/price-of-limits.ts';
import type { RuleLimits } from '../../../treasury/value-limits/rule-limits.ts';
import { readingOf } from '../../samples/values.ts';

const NOW = '2026-01-05T09:00:05.000Z';
const usd = (value: string) => ({ value, in: 'USD' });

const RULE: RuleLimits = {
  currency: 'BTC',
  threshold: '10',
  keep: '5',
  minimum: '0',
  budgets: {},
};

function market(
  change: Partial<LimitMarket> = {},
  prices = { 'BTC/USD': price('60000', '60001') },
) {
  return { reportingCurrency: 'USD', readings: [readingOf(prices, NOW)], now: NOW, ...change };
}

function price(bid: string, ask: string) {
  return { bid, ask };
}

function amounts(rule: Partial<RuleLimits>, given: LimitMarket | null = market()) {
  const result = limitAmounts({ ...RULE, ...rule }, given);
  return result.known ? result.rule : reasonOf(result.why);
}

describe('the limit amounts of a rule', () => {
  it('are those of the rule if it states amounts, without any price', () => {
    expect(amounts({}, null)).toEqual(RULE);
    expect(limitAmounts(RULE, null)).toMatchObject({ known: true, valued: {} });
  });

  it('turn floors at the bid and round them up, caps at the ask and round them down', () => {
    const all = {
      threshold: usd('100000'),
      keep: usd('50000'),
      minimum: usd('1000'),
      maximum: usd('100000'),
      budgets: { per24Hours: usd('200000'), per30Days: usd('300000') },
      approvalAbove: usd('100000'),
    };
    expect(amounts(all)).toEqual({
      currency: 'BTC',
      threshold: '1.666666666666666667',
      keep: '0.833333333333333334',
      minimum: '0.016666666666666667',
      maximum: '1.666638889351844135',
      budgets: { per24Hours: '3.333277778703688271', per30Days: '4.999916668055532407' },
      approvalAbove: '1.666638889351844135',
    });
  });

  it('say value, price and path of each limit by value, and of no other', () => {
    const result = limitAmounts({ ...RULE, threshold: usd('120000') }, market());
    expect(result).toMatchObject({
      valued: {
        threshold: {
          amount: '2',
          value: '120000',
          in: 'USD',
          price: '60000',
          path: 'direct',
          instruments: ['BTC/USD'],
        },
      },
    });
    expect(result.known && Object.keys(result.valued)).toEqual(['threshold']);
  });

  it('are the values themselves in the reporting currency, without prices', () => {
    const none = market({ readings: [] });
    expect(amounts({ currency: 'USD', threshold: usd('100') }, none)).toMatchObject({
      threshold: '100',
    });
  });

  it('rest on the inverse of a price, its sides exchanged, each rounded towards sending less', () => {
    const inverse = market({}, { 'USD/BTC': price('0.3', '0.6') } as never);
    expect(amounts({ threshold: usd('10'), maximum: usd('10') }, inverse)).toMatchObject({
      // 1/0.6 = 1.666…666 (down) below, 1/0.3 = 3.333…334 (up) above.
      threshold: '6.000000000000000003',
      maximum: '2.999999999999999999',
    });
  });

  it.each([
    ['there are none', market({}, {} as never)],
    ['no market is at hand', null],
    ['nothing was read', market({ readings: [] })],
    [
      'the path goes over a third currency',
      market({}, {
        'BTC/EUR': price('50000', '50000'),
        'EUR/USD': price('1.2', '1.2'),
      } as never),
    ],
    ['bid is above ask', market({}, { 'BTC/USD': price('60001', '60000') })],
    ['the price is zero', market({}, { 'BTC/USD': price('0', '60000') })],
    ['the reporting currency is another', market({ reportingCurrency: 'EUR' })],
    [
      'it would take more digits than an amount has',
      market(
        {},
        {
          'BTC/USD': price('0.000000000000000000000000000001', '1'),
        },
      ),
    ],
  ])('have no price if %s', (_, given) => {
    expect(amounts({ threshold: usd('100000') }, given)).toBe('no-price');
  });

  it('rest on no price that is older than the bound, or of the future', () => {
    const readAt = (seconds: number) =>
      market({
        readings: [readingOf({ 'BTC/USD': price('1', '1') }, plusSeconds(NOW, seconds))],
      });
    const threshold = usd('100');
    expect(amounts({ threshold }, readAt(-MAX_LIMIT_PRICE_AGE_SECONDS))).toMatchObject({});
    expect(amounts({ threshold }, readAt(-MAX_LIMIT_PRICE_AGE_SECONDS - 1))).toBe('stale-price');
    expect(amounts({ threshold }, readAt(61))).toBe('stale-price');
  });

  it('rest on no price that has jumped, whichever instrument it comes by', () => {
    const unitValues = { BTC: { last: '100' } };
    const before = { unitValues, valuation: { reportingCurrency: 'USD' } };
    for (const instrument of ['BTC/USD', 'USD/BTC']) {
      const values = valuesNow({ [instrument]: price('1', '1') }, before, 'USD', {});
      const readings = [{ values, readAt: NOW }];
      expect(amounts({ threshold: usd('100') }, market({ readings }))).toBe('price-jumped');
    }
  });
});

describe('the limit amounts over several readings', () => {
  const readings = (...prices: readonly (readonly [bid: string, ask: string])[]) =>
    market({
      readings: prices.map(([bid, ask]) => readingOf({ 'BTC/USD': price(bid, ask) }, NOW)),
    });
  const both = { threshold: usd('1000'), maximum: usd('1000') };

  it('take the lowest price for floors and the highest for caps, in whichever order', () => {
    const strict = { threshold: '10', maximum: '8' };
    expect(amounts(both, readings(['100', '101'], ['120', '125']))).toMatchObject(strict);
    expect(amounts(both, readings(['120', '125'], ['100', '101']))).toMatchObject(strict);
  });

  it('are not known if the price moved further than a jump since the first', () => {
    expect(amounts(both, readings(['100', '100'], ['125', '125']))).not.toBe('price-jumped');
    expect(amounts(both, readings(['100', '100'], ['126', '126']))).toBe('price-jumped');
    expect(amounts(both, readings(['100', '100'], ['79', '79']))).toBe('price-jumped');
  });

  it('are not known if any reading has no price', () => {
    const some = readingOf({ 'BTC/USD': price('1', '1') }, NOW);
    const none = readingOf({}, NOW);
    expect(amounts(both, market({ readings: [none, some] }))).toBe('no-price');
    expect(amounts(both, market({ readings: [some, none] }))).toBe('no-price');
  });
});
