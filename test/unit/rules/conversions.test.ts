import { describe, expect, it } from 'vitest';
import { withDebits } from '../../../treasury/counters/shared-counts.ts';
import type { ShownRuleDecision } from '../../../treasury/decisions/shown-decision.ts';
import { tradeDebits } from '../../../treasury/limits/trade-usage.ts';
import { READS } from '../../../treasury/policy/ledger-format.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { EvaluateInput } from '../../../treasury/rules/evaluate.ts';
import { valuesOf } from '../../../treasury/valuation/believed-values.ts';
import { judgeValues } from '../../../treasury/valuation/judge-values.ts';
import { counted } from '../../samples/counts.ts';
import { rule } from '../../samples/policy.ts';
import { unitValuesOf } from '../../samples/values.ts';
import {
  CLAIM,
  checkLines,
  converting,
  decideOne,
  LANE,
  MARKET,
  NOW,
  TRADING,
  verdict,
} from './samples.ts';

/** The trade of a decision to convert. */
function tradeOf(decision: ShownRuleDecision) {
  return decision.outcome === 'sweep' ? decision.trade : undefined;
}

function convert(change: Partial<SweepRule> = {}, input: Partial<EvaluateInput> = {}) {
  return decideOne({ ...converting({ into: 'USD', ...change }), ...input });
}

function traded(by: string, amount: string, currency = 'USD') {
  const trade = { by, amount, currency, at: NOW, approved: false };
  return withDebits(null, 'trade-usage', 'main', tradeDebits(trade));
}

const limits = (trades: Partial<typeof TRADING.trades>) => ({
  controls: { ...TRADING, trades: { ...TRADING.trades, ...trades } },
});

describe('a rule that converts', () => {
  it('sells its surplus at the bid less the collar', () => {
    const decision = convert();
    expect(verdict(decision)).toBe('sweep 15');
    expect(tradeOf(decision)).toEqual({
      instrument: 'BTC/USD',
      side: 'sell',
      price: '47491',
      amount: '15',
      bid: '49990',
      ask: '50010',
    });
    expect(decision).toMatchObject({ into: 'USD' });
    expect(decision).not.toHaveProperty('withdrawalAccountId');
    expect(decision.explanation).toBe(
      'Convert 15 BTC into USD (sell 15 BTC/USD at 47491 or more): all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
    );
  });

  it('buys for its surplus at the ask and the collar where only that instrument is permitted', () => {
    const decision = convert(
      { into: 'EUR' },
      {
        ...limits({ instruments: ['EUR/BTC'] }),
        market: {
          ...MARKET,
          values: unitValuesOf({ BTC: '50000', EUR: '1.025' }),
          prices: {
            'EUR/BTC': { bid: '0.00002', ask: '0.000021' },
            'BTC/USD': { bid: '49990', ask: '50010' },
          },
        },
      },
    );
    // 0.000021 and 5 % are 0.00002205: rounded down to the digits of the price.
    expect(tradeOf(decision)).toMatchObject({ side: 'buy', price: '0.000022' });
    // 15 BTC pay for 681818.18181818 EUR at that price, and for more at a better one.
    expect(tradeOf(decision)).toMatchObject({ amount: '681818.18181818' });
  });

  it('waits for a price that is new, and says so', () => {
    const { prices } = MARKET;
    const unitValues = judgeValues(prices, {}, 'USD');
    const values = valuesOf({ prices, unitValues, valuation: { reportingCurrency: 'USD' } }, {});
    const decision = convert({}, { market: { ...MARKET, values } });
    expect(verdict(decision)).toBe('price-unusable');
    expect(decision.explanation).toContain(
      'The price of BTC in USD is new: it counts once 3 readings',
    );
  });

  it('takes the instrument and the side that it names', () => {
    const both = { instruments: ['USD/BTC', 'BTC/USD'] };
    const prices = { ...MARKET.prices, 'USD/BTC': { bid: '0.00001', ask: '0.00002' } };
    const market = { ...MARKET, prices };
    expect(tradeOf(convert({}, { ...limits(both), market }))?.instrument).toBe('BTC/USD');
    const named = convert({ instrument: 'USD/BTC' }, { ...limits(both), market });
    expect(tradeOf(named)).toMatchObject({ instrument: 'USD/BTC', side: 'buy' });
    const sided = convert({ side: 'buy' }, { ...limits(both), market });
    expect(tradeOf(sided)).toMatchObject({ instrument: 'USD/BTC', side: 'buy' });
    const other = convert({ instrument: 'BTC/EUR' }, { ...limits(both), market });
    expect(verdict(other)).toBe('instrument-not-allowed');
  });

  it.each([
    [
      'a price that has jumped',
      { doubted: [{ instrument: 'BTC/USD', from: '30000', readings: 1 }] },
    ],
    ['a price read too long ago', { readAt: '2026-01-05T08:55:04.999Z' }],
    ['a bid above the ask', { prices: { 'BTC/USD': { bid: '50011', ask: '50010' } } }],
    ['no price', { prices: {} }],
  ])('waits with %s', (_, change) => {
    const decision = convert({}, { market: { ...MARKET, ...change } });
    expect(verdict(decision)).toBe('price-unusable');
    expect(decision.consumesOccurrence).toBe(false);
  });

  it('waits without a value in the reporting currency', () => {
    const controls = { ...TRADING, reportingCurrency: 'JPY' };
    expect(verdict(convert({}, { controls }))).toBe('price-unusable');
  });

  it('is cut to the largest trade, with room for prices to move until the claim', () => {
    // 100000 less 1 % is worth 1.98 BTC at the mid price.
    const decision = convert({}, limits({ maximumNotional: '100000' }));
    expect(verdict(decision)).toBe('sweep 1.9');
    expect(decision.explanation).toMatch(
      /, cut to the 1\.98\d* BTC that the limit of trades leaves \(100000 USD of one trade\);/,
    );
  });

  it('is cut to what others have left of the 24 hours, and of the 24 hours of one rule', () => {
    const total = limits({ per24Hours: { total: '200000' } });
    const market = { ...MARKET, usage: traded('ada', '100000') };
    expect(verdict(convert({}, { ...total, market }))).toBe('sweep 1.9');
    const person = limits({ per24Hours: { person: '200000' } });
    expect(verdict(convert({}, { ...person, market }))).toBe('sweep 3.9');
    const own = { ...MARKET, usage: traded('rule btc-surplus', '180000') };
    expect(verdict(convert({}, { ...person, market: own }))).toBe('trade-limit-exhausted');
  });

  it('converts nothing while what was traded is counted in another currency', () => {
    const usage = traded('ada', '1', 'EUR');
    const input = { ...limits({ per24Hours: { total: '200000' } }), market: { ...MARKET, usage } };
    expect(verdict(convert({}, input))).toBe('trade-limit-exhausted');
  });

  it('waits for an approval above the limit of trades, with what the rule traded before', () => {
    expect(convert({}, limits({ approvalAbove: '750000' }))).toMatchObject({
      needsApproval: false,
    });
    const before = { market: { ...MARKET, usage: traded('rule btc-surplus', '1') } };
    expect(convert({}, { ...limits({ approvalAbove: '750000' }), ...before })).toMatchObject({
      needsApproval: true,
    });
    const ofAnother = { market: { ...MARKET, usage: traded('ada', '1') } };
    expect(convert({}, { ...limits({ approvalAbove: '750000' }), ...ofAnother })).toMatchObject({
      needsApproval: false,
    });
  });

  it('waits for an approval above its own limit, counted for both currencies together', () => {
    expect(convert({ approvalAbove: '15' })).toMatchObject({ needsApproval: false });
    expect(convert({ approvalAbove: '14.9' })).toMatchObject({ needsApproval: true });
    const lanes = converting({}).lanes ?? new Map();
    const hours = { '2026-01-05T08:00:00.000Z': '0.1' };
    const used = counted({ kind: 'unapproved', of: 'convert:btc:usd' }, { hours });
    const lane = { ...LANE, counts: [used] };
    const input = { lanes: new Map([...lanes, ['BTC', lane] as const]) };
    expect(convert({ approvalAbove: '15' }, input)).toMatchObject({ needsApproval: true });
  });

  it.each(['sending', 'unknown'] as const)('waits while the other currency is %s', (state) => {
    const lanes = converting({}).lanes ?? new Map();
    const status =
      state === 'sending'
        ? ({ state, claim: CLAIM } as const)
        : ({ state, claim: CLAIM, since: NOW } as const);
    const usd = { ...LANE, currency: 'USD', status };
    const decision = convert({}, { lanes: new Map([...lanes, ['USD', usd] as const]) });
    expect(verdict(decision)).toBe(state === 'sending' ? 'in-flight' : 'uncertain');
  });

  it('is halted with either currency, and in dry-run with either', () => {
    const modes = (mode: 'halted' | 'dry-run') => ({
      controls: { ...TRADING, currencyModes: { USD: mode } },
    });
    expect(verdict(convert({}, modes('halted')))).toBe('halted');
    const dry = convert({}, modes('dry-run'));
    expect(verdict(dry)).toBe('dry-run');
    expect(dry).toMatchObject({ wouldSweep: '15' });
  });

  it('waits for the version that writes the ledger', () => {
    const decision = convert({}, { controls: { ...TRADING, format: READS.to + 1 } });
    expect(verdict(decision)).toBe('newer-version');
  });

  it('converts in no circle, however long, and whichever rule closes it', () => {
    const others = [
      rule({ id: 'b', currency: 'USD', kind: 'convert', into: 'EUR', enabled: false }),
      rule({ id: 'c', currency: 'EUR', kind: 'convert', into: 'BTC' }),
    ];
    const circle = converting({ into: 'USD' }, MARKET, others);
    expect(verdict(decideOne(circle))).toBe('conversion-circle');
    const chain = converting({ into: 'USD' }, MARKET, others.slice(0, 1));
    expect(verdict(decideOne(chain))).toBe('sweep 15');
    expect(verdict(convert({ into: 'BTC' }))).toBe('conversion-circle');
  });
});

describe('the low of a target balance', () => {
  const low = (balance: string) =>
    checkLines(
      decideOne({ rules: [rule({ low: '4' })], balances: { BTC: { total: balance } } }).checks,
    );

  it('is a check that refuses nothing', () => {
    expect(low('20')).toContain('+ low: 20 | at least 4');
    expect(low('4')).toContain('+ low: 4 | at least 4');
    expect(low('3.9')).toContain('- low: 3.9 | at least 4');
    expect(decideOne({ rules: [rule({ low: '30' })] })).toMatchObject({ amount: '15' });
  });
});
