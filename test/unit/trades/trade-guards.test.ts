import { describe, expect, it } from 'vitest';
import { sayRefusal } from '../../../treasury/facts/sentences/say/say-check.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { claimLane } from '../../../treasury/instructions/lane-transitions.ts';
import type { TradeRequest } from '../../../treasury/outcomes/outcome.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { guardTrade } from '../../../treasury/trades/trade-guards.ts';
import type { TradeView } from '../../../treasury/trades/trade-view.ts';
import { valuesNow } from '../../../treasury/valuation/believed-values.ts';
import { paidBy } from '../../../treasury/valuation/notional.ts';
import { CLAIM } from '../../samples/instructions.ts';
import { controls } from '../../samples/policy.ts';
import { believedAt } from '../../samples/values.ts';

const EPOCH = 'table-1';
const NOW = '2026-01-05T09:00:00.000Z';
const CONTROLS = controls({
  reportingCurrency: 'EUR',
  trades: { instruments: ['BTC/USD', 'SOL/USD', 'XYZ/ABC'], maximumNotional: '10000' },
});
const BTC = newLane('main', 'BTC', EPOCH);
const USD = newLane('main', 'USD', EPOCH);

/** Sells 0.1 of 2 BTC at 50,000 USD; one USD is 0.9 EUR. Nothing is in the way. */
const REQUEST: TradeRequest = {
  instrument: 'BTC/USD',
  side: 'sell',
  price: '50000',
  amount: '0.1',
};

const PRICES = {
  'BTC/USD': { bid: '49990', ask: '50010' },
  'USD/EUR': { bid: '0.9', ask: '0.9' },
  'XYZ/ABC': { bid: '1', ask: '1' },
};

function view(change: Partial<TradeView> = {}): TradeView {
  return {
    controls: CONTROLS,
    halt: neverHalted('main'),
    epoch: EPOCH,
    lanes: new Map([
      ['BTC', BTC],
      ['USD', USD],
      ['XYZ', newLane('main', 'XYZ', EPOCH)],
      ['ABC', newLane('main', 'ABC', EPOCH)],
    ]),
    balances: {
      BTC: { total: '3', available: '2' },
      USD: { total: '1000000' },
      XYZ: { total: '9' },
    },
    prices: PRICES,
    values: believedAt(PRICES, 'EUR', { crossedPrices: true }),
    usage: null,
    by: 'tina',
    balancesReadAt: NOW,
    pricesReadAt: NOW,
    pricesDoubted: [],
    now: NOW,
    ...change,
  };
}

const withLanes = (...changed: readonly (typeof BTC)[]) => ({
  lanes: new Map([...view().lanes, ...changed.map((lane) => [lane.currency, lane] as const)]),
});
const withLimits = (trades: Partial<Controls['trades']>) => ({
  controls: { ...CONTROLS, trades: { ...CONTROLS.trades, ...trades } },
});
function refusal(request: Partial<TradeRequest>, change: Partial<TradeView> = {}) {
  const guarded = guardTrade({ ...REQUEST, ...request }, view(change));
  return guarded.ok ? null : { ...guarded.refusal, message: sayRefusal(guarded.refusal.why) };
}

describe('a trade is refused', () => {
  it('in no way where nothing is in the way', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({ side: 'buy' })).toBeNull();
  });

  it('where no policy was ever applied', () => {
    expect(refusal({}, { controls: null })).toMatchObject({ code: 'disarmed' });
  });

  it('where a lane is missing, or was armed in another table', () => {
    const lanes = new Map([['BTC', BTC]]);
    expect(refusal({}, { lanes })).toMatchObject({ code: 'disarmed' });
    expect(refusal({}, { epoch: 'restored' })).toMatchObject({ code: 'disarmed' });
  });

  it.each(['BTC', 'USD'])('where only %s, one of its two currencies, is halted', (currency) => {
    const controls: Controls = { ...CONTROLS, currencyModes: { [currency]: 'halted' } };
    expect(refusal({}, { controls })).toMatchObject({
      code: 'halted',
      message: expect.stringContaining(currency),
    });
  });

  it('where one of its currencies is being sent, or is of unknown outcome', () => {
    const { debits: _, ...claim } = CLAIM;
    const sending = claimLane(USD, claim);
    expect(refusal({}, withLanes(sending))).toMatchObject({ code: 'currency-busy' });
    const unknown = { ...USD, status: { state: 'unknown', claim, since: CLAIM.sendBy } } as const;
    expect(refusal({}, withLanes(unknown))).toMatchObject({
      code: 'currency-uncertain',
      message: expect.stringContaining(CLAIM.instructionId),
    });
  });

  it('where the service has no price for the instrument', () => {
    expect(refusal({ instrument: 'SOL/USD' })).toMatchObject({ code: 'instrument-unknown' });
  });

  it('where its value cannot be told, so that the limit cannot be checked', () => {
    expect(refusal({ instrument: 'XYZ/ABC', price: '1' })).toMatchObject({
      code: 'notional-unknown',
    });
  });

  it('above the limit in the reporting currency, at the mid price', () => {
    // 0.2222 BTC x 50,000 USD x 0.9 = 9,999 EUR; 0.2223 BTC are 10,003.50 EUR.
    expect(refusal({ amount: '0.2222' })).toBeNull();
    expect(refusal({ amount: '0.2223' })).toMatchObject({
      code: 'notional-above-limit',
      message: expect.stringContaining('10003.5'),
    });
  });

  it('where a purchase may cost more than the limit at the price it offers', () => {
    // 0.22 BTC are worth 9,900 EUR, but at 52,000 USD each they may cost 10,296 EUR.
    const bought = { side: 'buy', amount: '0.22', price: '52000' } as const;
    expect(refusal(bought)).toMatchObject({
      code: 'notional-above-limit',
      message: expect.stringContaining('10296'),
      numbers: { currency: 'USD', amount: '11440', notional: '10296', maximumNotional: '10000' },
    });
    expect(refusal({ ...bought, side: 'sell' })).toBeNull();
  });

  it.each([
    // Bid 49,990 and ask 50,010: with 5 %, a sale down to 47,490.5 and a purchase up to 52,510.5.
    ['sell', '47490.5', undefined, true],
    ['sell', '47490.49999999', undefined, false],
    ['buy', '52510.5', undefined, true],
    ['buy', '52510.50000001', undefined, false],
    // A price on the gaining side of the market loses nothing.
    ['sell', '900000', undefined, true],
    ['buy', '1', undefined, true],
    ['sell', '49490.1', '1', true],
    ['sell', '49490.09', '1', false],
    ['buy', '50010', '0.000000000000000001', true],
    ['buy', '50010.01', '0.000000000000000001', false],
    ['sell', '0.01', '100', true],
  ] as const)(
    '%s at %s with a collar of %s percent: in it is %s',
    (side, price, percent, inside) => {
      const trades = { maximumNotional: '1000000', ...(percent && { collarPercent: percent }) };
      const found = refusal({ side, price, amount: '0.1' }, withLimits(trades));
      expect(found?.code ?? null).toBe(inside ? null : 'price-outside-collar');
    },
  );

  it('outside the collar with the numbers it was held against', () => {
    expect(refusal({ side: 'buy', price: '60000' })).toMatchObject({
      message: expect.stringMatching(
        /60000 .* 5 % above the ask of 50010; accepted: at most 52510.5\.$/,
      ),
      numbers: {
        price: '60000',
        bid: '49990',
        ask: '50010',
        collarPercent: '5',
        accepted: '52510.5',
      },
    });
    expect(refusal({ price: '1' })).toMatchObject({
      message: expect.stringContaining('below the bid of 49990; accepted: at least 47490.5'),
    });
  });

  it.each([
    ['2026-01-05T08:59:45.000Z', true],
    ['2026-01-05T08:59:44.999Z', false],
    // Clocks of two machines differ a little; beyond that the age is not known.
    ['2026-01-05T09:01:00.000Z', true],
    ['2026-01-05T09:01:00.001Z', false],
  ])('on prices read at %s, at 9: fresh enough is %s', (pricesReadAt, fresh) => {
    const found = refusal({}, { pricesReadAt });
    expect(found?.code ?? null).toBe(fresh ? null : 'price-stale');
    if (!fresh) expect(found?.numbers).toMatchObject({ maximumAgeSeconds: '15', now: NOW });
  });

  it.each([
    ['50010', '49990'],
    ['0', '50010'],
    ['-1', '50010'],
  ])('where a bid of %s and an ask of %s make no market', (bid, ask) => {
    const prices = { ...view().prices, 'BTC/USD': { bid, ask } };
    expect(refusal({}, { prices })).toMatchObject({
      code: 'price-unusable',
      numbers: { bid, ask },
    });
  });

  it.each(['buy', 'sell'] as const)(
    'to %s at a price that has jumped, whatever the collar says to it',
    (side) => {
      const pricesDoubted = [{ instrument: 'BTC/USD', from: '5000', readings: 1 }];
      expect(refusal({ side }, { pricesDoubted })).toMatchObject({
        code: 'price-jumped',
        numbers: { instrument: 'BTC/USD', from: '5000', bid: '49990', ask: '50010', readings: '1' },
        retryAfterSeconds: expect.any(Number),
      });
      const far = { side, price: side === 'buy' ? '90000' : '10' } as const;
      expect(refusal(far, { pricesDoubted })).toMatchObject({ code: 'price-jumped' });
    },
  );

  it('where its value has jumped, whatever limit it is within', () => {
    const before = {
      unitValues: { BTC: { crossed: { last: '450' } } },
      valuation: { reportingCurrency: 'EUR' },
    };
    const values = valuesNow(PRICES, before, 'EUR', { crossedPrices: true });
    expect(refusal({}, { values })).toMatchObject({
      code: 'price-jumped',
      message: expect.stringContaining('went from 450 to 45000 EUR'),
    });
  });

  it('where only a path over a third currency values it, unless the policy lets that permit', () => {
    const values = believedAt(PRICES, 'EUR');
    expect(refusal({}, { values })).toMatchObject({
      code: 'notional-unknown',
      message: expect.stringContaining('only over a third currency (BTC/USD and USD/EUR)'),
    });
  });

  it('not for the jump of a price that it does not rest on', () => {
    const pricesDoubted = [{ instrument: 'XYZ/ABC', from: '9', readings: 2 }];
    expect(refusal({}, { pricesDoubted })).toBeNull();
  });

  it('where the side that pays does not hold it, by what is available of it', () => {
    expect(
      refusal({ amount: '0.2' }, { balances: { BTC: { total: '3', available: '0.1' } } }),
    ).toMatchObject({
      code: 'balance-insufficient',
      message: expect.stringContaining('available: 0.1'),
      numbers: { needed: '0.2', available: '0.1', currency: 'BTC' },
    });
    expect(refusal({ side: 'buy' }, { balances: { BTC: { total: '3' } } })).toMatchObject({
      code: 'balance-insufficient',
    });
  });

  it('with its numbers, not with a failure, where price and amount have very many digits', () => {
    const fine = {
      side: 'buy',
      price: `0.${'1'.repeat(30)}`,
      amount: `0.${'1'.repeat(30)}`,
    } as const;
    expect(refusal(fine)).toBeNull();
    const huge = {
      side: 'buy',
      price: '9'.repeat(30),
      amount: `${'9'.repeat(30)}.${'9'.repeat(30)}`,
    } as const;
    expect(refusal(huge)).not.toBeNull();
  });
});

describe('what a trade pays', () => {
  it('is the base when selling, and price times amount of the quote when buying, exactly', () => {
    expect(paidBy(REQUEST)).toEqual({ currency: 'BTC', amount: '0.1' });
    const bought = paidBy({ ...REQUEST, side: 'buy', price: '0.1', amount: '0.2' });
    expect(bought).toEqual({ currency: 'USD', amount: '0.02' });
  });
});
