import { describe, expect, it } from 'vitest';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { claimLatch } from '../../../treasury/instructions/latch.ts';
import type { TradeRequest } from '../../../treasury/outcomes/outcome.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import { paidBy, refuseTrade, type TradeView } from '../../../treasury/trades/trade-guards.ts';
import { CLAIM } from '../instructions/samples.ts';

const EPOCH = 'table-1';
const CONTROLS: Controls = {
  mode: 'live',
  currencyModes: {},
  reportingCurrency: 'EUR',
  trades: { instruments: ['BTC/USD', 'SOL/USD', 'XYZ/ABC'], maximumNotional: '10000' },
  approvalExpirySeconds: 3600,
  lateExecutionBoundSeconds: 60,
  version: 1,
};
const BTC = newLane('main', 'BTC', EPOCH);
const USD = newLane('main', 'USD', EPOCH);

/** Sells 0.1 of 2 BTC at 50,000 USD; one USD is 0.9 EUR. Nothing is in the way. */
const REQUEST: TradeRequest = {
  instrument: 'BTC/USD',
  side: 'sell',
  price: '50000',
  amount: '0.1',
};

function view(change: Partial<TradeView> = {}): TradeView {
  return {
    controls: CONTROLS,
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
    prices: {
      'BTC/USD': { bid: '49990', ask: '50010' },
      'USD/EUR': { bid: '0.9', ask: '0.9' },
      'XYZ/ABC': { bid: '1', ask: '1' },
    },
    ...change,
  };
}

const withLanes = (...changed: readonly (typeof BTC)[]) => ({
  lanes: new Map([...view().lanes, ...changed.map((lane) => [lane.currency, lane] as const)]),
});
const refusal = (request: Partial<TradeRequest>, change: Partial<TradeView> = {}) =>
  refuseTrade({ ...REQUEST, ...request }, view(change));

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
      words: expect.stringContaining(currency),
    });
  });

  it('where one of its currencies is being sent, or is of unknown outcome', () => {
    const { debit: _, ...claim } = CLAIM;
    const sending = claimLatch(USD, claim);
    expect(refusal({}, withLanes(sending))).toMatchObject({ code: 'currency-busy' });
    const unknown = { ...USD, latch: { state: 'unknown', claim, since: CLAIM.sendBy } } as const;
    expect(refusal({}, withLanes(unknown))).toMatchObject({
      code: 'currency-uncertain',
      words: expect.stringContaining(CLAIM.instructionId),
    });
  });

  it('where the service has no price for the instrument', () => {
    expect(refusal({ instrument: 'SOL/USD' })).toMatchObject({ code: 'instrument-unknown' });
  });

  it('where its value can not be told, so that the limit can not be checked', () => {
    expect(refusal({ instrument: 'XYZ/ABC' })).toMatchObject({ code: 'notional-unknown' });
  });

  it('above the limit in the reporting currency, at the mid price', () => {
    // 0.2222 BTC x 50,000 USD x 0.9 = 9,999 EUR; 0.2223 BTC are 10,003.50 EUR.
    expect(refusal({ amount: '0.2222' })).toBeNull();
    expect(refusal({ amount: '0.2223' })).toMatchObject({
      code: 'notional-above-limit',
      words: expect.stringContaining('10003.5'),
    });
  });

  it('where a purchase may cost more than the limit at the price it offers', () => {
    // 0.1 BTC are worth 4,500 EUR, but up to 200,000 USD are offered for them.
    expect(refusal({ side: 'buy', price: '2000000' })).toMatchObject({
      code: 'notional-above-limit',
      words: expect.stringContaining('180000'),
    });
    expect(refusal({ side: 'sell', price: '2000000' })).toBeNull();
  });

  it('where the side that pays does not hold it, by what is available of it', () => {
    expect(
      refusal({ amount: '0.2' }, { balances: { BTC: { total: '3', available: '0.1' } } }),
    ).toMatchObject({
      code: 'balance-insufficient',
      words: expect.stringContaining('available: 0.1'),
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
