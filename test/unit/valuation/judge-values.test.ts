import { describe, expect, it } from 'vitest';
import {
  type BelievedValues,
  permitted,
  unitValue,
  valuesNow,
  valuesOf,
} from '../../../treasury/valuation/believed-values.ts';
import { judgeValues } from '../../../treasury/valuation/judge-values.ts';
import { reasonOf } from '../../../treasury/valuation/no-value.ts';
import type { Prices } from '../../../treasury/valuation/price.ts';
import type { UnitValues } from '../../../treasury/valuation/unit-value.ts';
import { quotes } from '../../samples/snapshots.ts';

const INTO_USD = { reportingCurrency: 'USD' };

function after(readings: readonly Prices[]): UnitValues {
  return readings.reduce<UnitValues>((before, prices) => judgeValues(prices, before, 'USD'), {});
}

/** What the last of the readings lets anything rest on. */
function seen(readings: readonly Prices[], crossedPrices = false): BelievedValues {
  const prices = readings.at(-1) ?? {};
  return valuesOf({ prices, unitValues: after(readings), valuation: INTO_USD }, { crossedPrices });
}

function btc(readings: readonly Prices[], crossedPrices = false): string {
  const unit = unitValue(seen(readings, crossedPrices), 'BTC', 'USD');
  return unit.known ? unit.price : reasonOf(unit.why);
}

const DIRECT = quotes({ 'BTC/USD': '50000' });
const AGREED = [DIRECT, DIRECT, DIRECT];
const inverse = (price: string) => quotes({ 'USD/BTC': price });
const crossed = (price: string) => quotes({ 'BTC/EUR': price, 'EUR/USD': '1' });

describe('what a currency is worth', () => {
  it('counts once three readings agree on it', () => {
    expect([1, 2, 3, 4].map((count) => btc(Array(count).fill(DIRECT)))).toEqual([
      ...['no-price', 'no-price'],
      ...['50000', '50000'],
    ]);
    const unit = unitValue(seen([DIRECT, DIRECT]), 'BTC', 'USD');
    expect(unit).toMatchObject({
      why: { code: 'new-price', currency: 'BTC', into: 'USD', readings: 2 },
    });
  });

  it('does not count if its first readings are each near the one before, and not near each other', () => {
    const rising = ['100', '124', '153'].map((price) => quotes({ 'BTC/USD': price }));
    expect(btc(rising)).toBe('no-price');
    expect(btc([...rising, quotes({ 'BTC/USD': '150' }), quotes({ 'BTC/USD': '151' })])).toBe(
      '151',
    );
  });

  it('is the same by an instrument the other way round', () => {
    expect(btc([...AGREED, inverse('0.00002')])).toBe('50000');
    expect(btc([...AGREED, inverse('0.000025')])).toBe('40000');
  });

  // The whole amount left without an approval by each of them: the instrument itself had not jumped.
  it.each([
    ['inverse instead, ten times too low', inverse('0.0002')],
    ['inverse instead, its sides mistaken', inverse('50000')],
    ['inverse instead, a hundred times too low', inverse('0.002')],
    ['crossed instead, ten times too low', crossed('5000')],
    ['crossed instead, the other leg wrong', quotes({ 'BTC/EUR': '50000', 'EUR/USD': '0.1' })],
    ['crossed instead, near what it was', crossed('50000')],
    [
      'inverse beside a doubted one, both wrong',
      { ...quotes({ 'BTC/USD': '5000' }), ...inverse('0.0002') },
    ],
    [
      'inverse beside a doubted one, apart from it',
      { ...quotes({ 'BTC/USD': '500000' }), ...inverse('0.0002') },
    ],
    ['inverse beside the usual one, apart from it', { ...DIRECT, ...inverse('0.0002') }],
  ])('is none with a glitch: %s', (_name, glitch) => {
    expect(btc([...AGREED, glitch])).toMatch(/^(?:no-price|price-jumped)$/);
    expect(unitValue(valuesNow(glitch, recordOf(AGREED), 'USD', {}), 'BTC', 'USD').known).toBe(
      false,
    );
    // Over, and back where it was.
    expect(btc([...AGREED, glitch, DIRECT])).toBe('50000');
  });

  it('is held against the last value of all, however long no reading had it', () => {
    const gone = Array<Prices>(40).fill({});
    expect(btc([...AGREED, ...gone])).toBe('no-price');
    expect(btc([...AGREED, ...gone, quotes({ 'BTC/USD': '60000' })])).toBe('60000');
    expect(btc([...AGREED, ...gone, quotes({ 'BTC/USD': '5000' })])).toBe('price-jumped');
    expect(btc([...AGREED, ...gone, inverse('0.0002')])).toBe('price-jumped');
  });

  it('is not borne out by a glitch that vanishes and comes back', () => {
    const slip = quotes({ 'BTC/USD': '5000' });
    expect(btc([...AGREED, slip, {}, slip])).toBe('price-jumped');
    expect(btc([...AGREED, slip, DIRECT, slip, DIRECT, slip])).toBe('price-jumped');
  });

  it('is a new one after three readings that agree, by whichever instrument', () => {
    const far = quotes({ 'BTC/USD': '5000' });
    expect(btc([...AGREED, far, inverse('0.0002'), far])).toBe('5000');
  });

  it('says both sides, by whichever of two instruments lets less leave', () => {
    const both = {
      'BTC/USD': { bid: '100', ask: '104' },
      'USD/BTC': { bid: '0.0095', ask: '0.01' },
    };
    expect(seen([both, both, both]).values.BTC).toMatchObject({
      ...{ price: '102', low: '100', high: '105.263157894736842106', path: 'direct' },
      instruments: ['BTC/USD', 'USD/BTC'],
    });
  });
});

function recordOf(readings: readonly Prices[]) {
  return { unitValues: after(readings), valuation: INTO_USD };
}

describe('a price over a third currency', () => {
  it('permits nothing, and says so, unless the policy has it so', () => {
    const three = [crossed('50000'), crossed('50000'), crossed('50000')];
    expect(btc(three)).toBe('no-price');
    expect(btc(three, true)).toBe('50000');
    expect(unitValue(seen(three), 'BTC', 'USD')).toMatchObject({
      why: { code: 'only-crossed', instruments: ['BTC/EUR', 'EUR/USD'] },
    });
    const all = seen(three, true);
    expect(permitted(all, { crossedPrices: true })).toBe(all);
    expect(unitValue(permitted(all, {}), 'BTC', 'USD')).toMatchObject({
      why: { code: 'only-crossed' },
    });
  });

  it('takes three readings of its own, and is held against what the instrument said before', () => {
    expect(btc([crossed('50000'), crossed('50000')], true)).toBe('no-price');
    expect(btc([...AGREED, crossed('45000')], true)).toBe('45000');
    expect(btc([...AGREED, crossed('5000')], true)).toBe('price-jumped');
    expect(btc([...AGREED, crossed('5000'), crossed('5000'), crossed('5000')], true)).toBe('5000');
  });

  it('never becomes the value that an instrument is held against', () => {
    const low = crossed('5000');
    const back = quotes({ 'BTC/USD': '5000' });
    expect(btc([...AGREED, low, low, low, low, back])).toBe('price-jumped');
    expect(btc([...AGREED, low, low, low, low, back], true)).toBe('price-jumped');
    expect(btc([...AGREED, low, low, low, low, DIRECT])).toBe('50000');
  });
});

describe('the values of this moment', () => {
  const now = (price: string, readings: readonly Prices[] = AGREED) =>
    unitValue(valuesNow(quotes({ 'BTC/USD': price }), recordOf(readings), 'USD', {}), 'BTC', 'USD');

  it('are the stricter of those and the last ones: dearer for what leaves, cheaper for what is held', () => {
    expect(now('60000')).toMatchObject({
      price: '60000',
      least: '50000',
      low: '50000',
      high: '60000',
    });
    expect(now('45000')).toMatchObject({
      price: '50000',
      least: '45000',
      low: '45000',
      high: '50000',
    });
  });

  it('are none where nothing is on record, or where it is far', () => {
    expect(now('50000', [])).toMatchObject({ known: false, why: { code: 'new-price' } });
    expect(now('50000', [DIRECT])).toMatchObject({ known: false, why: { code: 'new-price' } });
    expect(now('5000')).toMatchObject({
      known: false,
      why: { ...{ code: 'jumped', from: '50000', to: '5000' }, readings: 1 },
    });
  });

  it('are those of a new level once three snapshots show it, and none sooner', () => {
    const far = quotes({ 'BTC/USD': '5000' });
    // A second after the snapshot's: a glitch that the one has shown the other shows as well.
    expect(now('5000', [...AGREED, far, far])).toMatchObject({
      known: false,
      why: { code: 'jumped', readings: 2 },
    });
    expect(now('5000', [...AGREED, far, far, far])).toMatchObject({ price: '5000', least: '5000' });
    expect(now('5000', [far, far])).toMatchObject({ known: false, why: { code: 'new-price' } });
  });
});
