import { describe, expect, it } from 'vitest';
import {
  continuationOf,
  readContinuation,
} from '../../../functions/preview-policy/continuation.ts';
import type { BacktestResult } from '../../../treasury/preview/backtest.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import type { Prices } from '../../../treasury/valuation/price.ts';
import { ACCOUNT, controls, draftOf, POLICY, rule } from '../../samples/policy.ts';
import { quotes, snapshotAt, totals } from '../../samples/snapshots.ts';
import { CHF_RATE, USED_CHF_RATE } from '../report-values/manual-samples.ts';
import { callOf, type Past, replayOf, tickOf } from './past.ts';

/* Francs have no price. What a backtest counts of them is by a manual rate; what it decides is not. */

const FRANCS = { ...ACCOUNT, id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02', currency: 'CHF' };
const SWEEP = rule({
  ...{ id: 'chf', label: 'Francs', currency: 'CHF', withdrawalAccountId: FRANCS.id },
  ...{ threshold: '10', keep: '0', minimum: '1', step: '1' },
});
const FRANC_POLICY = { ...POLICY, accounts: [FRANCS], rules: [SWEEP] };

/** Snapshots each of which has 100 francs more than the one before. */
function past(
  count: number,
  prices: Prices = {},
  change: Partial<SnapshotTaken> = {},
): readonly SnapshotTaken[] {
  return Array.from({ length: count }, (_, index) =>
    snapshotAt(tickOf(index), totals({ CHF: `${(index + 1) * 100}` }), prices, change),
  );
}

const draft = (change: Parameters<typeof draftOf>[0] = {}) =>
  ({ draft: { rules: [draftOf(change, SWEEP)], scope: 'replacing' } }) as const;

const given = (change: Partial<Past> = {}): Past => ({
  ...{ policy: FRANC_POLICY, past: past(3), rates: [CHF_RATE] },
  ...change,
});

describe('a backtest of a currency that has a manual rate alone', () => {
  it('counts what would have left at the rate, on both sides, and names it', async () => {
    const report = await replayOf(given(), draft({ keep: '10' }));
    expect(report.inForce.rules).toMatchObject([{ total: '300', value: '339', unvalued: 0 }]);
    expect(report.draft.rules).toMatchObject([{ total: '290', value: '327.7', unvalued: 0 }]);
    expect(report).toMatchObject({ manualRates: [USED_CHF_RATE], refusedRates: [] });
    expect(report.assumptions.join(' ')).toContain(
      'manual rate chf-2026 version 2: 1 CHF = 1.13 USD',
    );
  });

  it('has no value without it, and names none', async () => {
    const report = await replayOf(given({ rates: [] }), draft());
    expect(report.draft.rules).toMatchObject([{ total: '300', value: '0', unvalued: 3 }]);
    expect(report).toMatchObject({ manualRates: [], refusedRates: [] });
    expect(report.assumptions.join(' ')).not.toContain('manual rate');
  });

  it('counts each sweep at the rate of its own moment', async () => {
    const early = { ...CHF_RATE, until: '2026-03-03' };
    const late = { ...CHF_RATE, id: 'chf-march', version: 1, from: '2026-03-03', rate: '1.2' };
    const next = past(3).map((each, index) => {
      const scheduledFor = plusSeconds(tickOf(index), index === 2 ? 86_400 : 0);
      return { ...each, scheduledFor, takenAt: plusSeconds(scheduledFor, 1) };
    });
    const report = await replayOf(given({ past: next, rates: [early, late] }), draft());
    expect(report.draft.rules).toMatchObject([{ total: '300', value: '346', unvalued: 0 }]);
    expect(report.manualRates.map(({ id }) => id)).toEqual(['chf-2026', 'chf-march']);
  });

  it('counts over a price of the reading, as reports do', async () => {
    const inEuro = { ...CHF_RATE, in: 'EUR', rate: '1.1' };
    const prices = quotes({ 'EUR/USD': '1.25' });
    const report = await replayOf(given({ past: past(1, prices), rates: [inEuro] }), draft());
    expect(report.draft.rules).toMatchObject([{ value: '137.5', unvalued: 0 }]);
  });

  it('has none by a rate that Sluice did not write, and names that', async () => {
    const rates = [{ ...CHF_RATE, distrusted: 'invalid' as const }];
    const report = await replayOf(given({ rates }), draft());
    expect(report.draft.rules).toMatchObject([{ value: '0', unvalued: 3 }]);
    expect(report.manualRates).toEqual([]);
    expect(report.refusedRates).toMatchObject([{ id: 'chf-2026', version: 2, why: 'invalid' }]);
  });

  it('never takes a rate in place of a price, also where the snapshot kept its value alone', async () => {
    const prices = quotes({ 'CHF/USD': '2' });
    for (const kept of [{}, prices]) {
      const report = await replayOf(given({ past: past(3, prices, { prices: kept }) }), draft());
      expect(report.draft.rules).toMatchObject([{ value: '600', unvalued: 0 }]);
      expect(report.manualRates).toEqual([]);
    }
  });
});

it('counts at a price over a third currency, as every report does, with a rate as without; no limit goes by it', async () => {
  const seen = past(3, quotes({ 'CHF/EUR': '1.6', 'EUR/USD': '1.25' }));
  for (const rates of [[], [CHF_RATE]]) {
    const report = await replayOf(given({ past: seen, rates }), draft());
    expect(report.draft.rules).toMatchObject([{ value: '600', unvalued: 0 }]);
    expect(report.manualRates).toEqual([]);
    const limited = draft({ maximum: { value: '1000', in: 'USD' } });
    const { draft: side } = await replayOf(given({ past: seen, rates }), limited);
    expect(side.rules).toMatchObject([{ sweeps: 0, reasons: [{ name: 'no-price', times: 3 }] }]);
  }
});

describe('the prices of the past', () => {
  const other = { ...CHF_RATE, id: 'xau', currency: 'XAU' };

  it.each([
    { name: 'a rate of the compared currency', rates: [CHF_RATE], wanted: true },
    { name: 'one of the reporting currency', rates: [{ ...other, currency: 'USD' }], wanted: true },
    { name: 'one of another currency', rates: [other], wanted: false },
    { name: 'no rate', rates: [], wanted: false },
  ])('are read with $name: $wanted', async ({ rates, wanted }) => {
    const asked: unknown[] = [];
    const result = await callOf(given({ rates, onRead: (market) => asked.push(market) }), draft());
    expect([result.result, new Set(asked)]).toEqual(['replayed', new Set([wanted])]);
  });
});

describe('a manual rate decides nothing of a backtest:', () => {
  const LIMITED = [
    { name: 'a threshold by value', change: { threshold: { value: '1', in: 'USD' } } },
    { name: 'a maximum by value', change: { maximum: { value: '1000', in: 'USD' } } },
    {
      name: 'a budget by value',
      change: { budgets: { per24Hours: { value: '1000', in: 'USD' } } },
    },
  ] as const;

  it.each(LIMITED)('$name has no price, with a rate as without', async ({ change }) => {
    for (const rates of [[], [CHF_RATE]]) {
      const report = await replayOf(given({ rates }), draft(change));
      expect(report.draft.rules).toMatchObject([
        { sweeps: 0, value: '0', reasons: [{ name: 'no-price', times: 3 }] },
      ]);
    }
  });

  it('tiers ask as many people as they do without one', async () => {
    const tiered = controls({ approvalTiers: { oneAbove: '1000000', twoAbove: '2000000' } });
    const policy = { ...FRANC_POLICY, controls: tiered };
    for (const rates of [[], [CHF_RATE]]) {
      const { draft: side } = await replayOf(given({ policy, rates }), draft());
      // By the rate they are 113 USD each; without a price they count as above both tiers.
      expect(side.sweeps.first.map(({ approvals }) => approvals)).toEqual([2, 2, 2]);
    }
  });
});

describe('a backtest of several calls', () => {
  const cut = { atOnce: 2, windows: 1 };

  const brokenOff = (result: BacktestResult) => {
    if (result.result !== 'replayed' || !result.continued) throw new Error(result.result);
    return result.continued;
  };

  it('carries the rates that it used from one to the next', async () => {
    // From the second day francs have a price: the rate is in the first call alone.
    const priced = past(4, quotes({ 'CHF/USD': '1.13' }));
    const readings = [...past(2), ...priced.slice(2)];
    const whole = await replayOf(given({ past: readings }), draft());
    expect(whole).toMatchObject({ manualRates: [USED_CHF_RATE] });
    const first = brokenOff(await callOf(given({ past: readings, ...cut }), draft()));
    const continued = readContinuation(continuationOf(first));
    expect(continued).toEqual(first);
    if (continued === null) throw new Error('unreadable');
    const {
      calls: _,
      balances: __,
      ...rest
    } = await replayOf(given({ past: readings }), {
      ...draft(),
      continued,
    });
    const { calls: ___, balances: ____, ...wanted } = whole;
    expect(rest).toEqual(wanted);
  });

  it('does not go on with another rate: two of them are never in one sum', async () => {
    const continued = brokenOff(await callOf(given(cut), draft()));
    const going = async (rates: Past['rates'] & object) =>
      (await callOf(given({ rates }), { ...draft(), continued })).result;
    expect(await going([CHF_RATE])).toBe('replayed');
    for (const rates of [
      [],
      [{ ...CHF_RATE, version: 3, rate: '1.14' }],
      [{ ...CHF_RATE, distrusted: 'invalid' as const }],
    ]) {
      expect(await going(rates)).toBe('continuation-differs');
    }
    // One of a currency that is in no sum is another matter.
    expect(await going([CHF_RATE, { ...CHF_RATE, id: 'xau', currency: 'XAU' }])).toBe('replayed');
  });
});
