import { describe, expect, it } from 'vitest';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { noteOpen } from '../../../treasury/instructions/lane-transitions.ts';
import { ACCOUNT, controls, POLICY, rule } from '../../samples/policy.ts';
import { snapshotOf } from '../preview/samples.ts';
import { CHF_RATE, USED_CHF_RATE } from '../report-values/manual-samples.ts';
import { EPOCH } from '../rules/samples.ts';
import { forecastOf } from './present.ts';

/* Francs have no price. What a forecast shows of them is by a manual rate; what it decides is not. */

const FRANCS = { ...ACCOUNT, id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02', currency: 'CHF' };
const SWEEP = rule({
  ...{ id: 'chf', label: 'Francs', currency: 'CHF', withdrawalAccountId: FRANCS.id },
  ...{ threshold: '10', keep: '0', minimum: '1', step: '1' },
});
const LATEST = snapshotOf({ balances: { CHF: { total: '100' }, USD: { total: '700' } } });
const LANE = newLane('main', 'CHF', EPOCH);

const given = (change: Partial<typeof SWEEP> = {}, lane = LANE) => ({
  policy: { ...POLICY, accounts: [FRANCS], rules: [{ ...SWEEP, ...change }] },
  ...{ lanes: [lane], latest: LATEST },
});
const RATED = { rates: [CHF_RATE] };

describe('a forecast of a currency that has a manual rate alone', () => {
  it('shows what leaves at the rate, and says so wherever it shows it', async () => {
    const found = await forecastOf({ ...given(), ...RATED }, { days: 1 });
    expect(found.days[0]).toMatchObject({
      ...{ value: '113', unvalued: [] },
      leaving: [{ amount: '100', value: '113', manualRate: USED_CHF_RATE }],
    });
    expect(found.rules).toMatchObject([
      { value: '113', unvalued: 0, manualRate: USED_CHF_RATE, runs: [{ value: '113' }] },
    ]);
    expect(found).toMatchObject({ manualRates: [USED_CHF_RATE], refusedRates: [] });
    expect(found.assumptions.join(' ')).toContain(
      'manual rate chf-2026 version 2: 1 CHF = 1.13 USD',
    );
  });

  it('has no value without it, and names none', async () => {
    const found = await forecastOf(given(), { days: 1 });
    expect(found.days[0]).toMatchObject({ value: '0', unvalued: ['CHF'] });
    expect(found.days[0]?.leaving[0]).not.toHaveProperty('value');
    expect(found.rules).toMatchObject([{ value: '0', unvalued: 1 }]);
    expect(found).toMatchObject({ manualRates: [], refusedRates: [] });
    expect(found.assumptions.join(' ')).not.toContain('manual rate');
  });

  it('has none by a rate that Sluice did not write, and names that', async () => {
    const rates = [{ ...CHF_RATE, distrusted: 'invalid' as const }];
    const found = await forecastOf({ ...given(), rates }, { days: 1 });
    expect(found.days[0]).toMatchObject({ value: '0', unvalued: ['CHF'] });
    expect(found.refusedRates).toMatchObject([{ id: 'chf-2026', version: 2, why: 'invalid' }]);
  });

  it('values what waits and what was decided before by it', async () => {
    const open = { instructionId: 'i-1', amount: '20', accountId: FRANCS.id, people: 1 as const };
    const waits = given({ approvalAbove: '1' }, noteOpen(LANE, open));
    const found = await forecastOf({ ...waits, ...RATED }, { days: 1, approvals: 'none' });
    expect(found.already).toMatchObject([{ value: '22.6', manualRate: USED_CHF_RATE }]);
    expect(found.rules).toMatchObject([
      { value: '0', waiting: { amount: '80', value: '90.4' }, manualRate: USED_CHF_RATE },
    ]);
    expect(found.manualRates).toEqual([USED_CHF_RATE]);
  });

  it('bounds a day by it, and says that it does', async () => {
    const bounded = given({ budgets: { per24Hours: '1000' } });
    const { perDay } = await forecastOf({ ...bounded, ...RATED }, { days: 1 });
    expect(perDay).toMatchObject({
      value: '1130',
      message:
        'By policy, rules send at most 1130 USD in any 24 hours (manual rate chf-2026 version 2: 1 CHF = 1.13 USD).',
      rules: [{ value: '1130', by: 'budget-24h', manualRate: USED_CHF_RATE }],
    });
    expect((await forecastOf(bounded, { days: 1 })).perDay).not.toHaveProperty('value');
  });
});

describe('a manual rate decides nothing of a forecast:', () => {
  const LIMITED = [
    { name: 'a threshold by value', change: { threshold: { value: '1', in: 'USD' } } },
    { name: 'a maximum by value', change: { maximum: { value: '1000', in: 'USD' } } },
    {
      name: 'a budget by value',
      change: { budgets: { per24Hours: { value: '1000', in: 'USD' } } },
    },
  ] as const;

  it.each(LIMITED)('$name has no price, with a rate as without', async ({ change }) => {
    const limited = given();
    const rules = [{ ...SWEEP, ...change }];
    const asked = { ...limited, policy: { ...limited.policy, rules } };
    for (const rates of [[], RATED.rates]) {
      const found = await forecastOf({ ...asked, rates }, { days: 1 });
      expect(found.rules).toMatchObject([{ sweeps: 0, reasons: [{ name: 'no-price' }] }]);
      expect(found.rules[0]?.runs[0]?.explanation).toContain('need a price of CHF');
      expect([found.days[0]?.leaving, found.manualRates]).toEqual([[], []]);
    }
  });

  it('tiers ask as many people as they do without one', async () => {
    const tiered = controls({ approvalTiers: { oneAbove: '1000000', twoAbove: '2000000' } });
    const asked = given();
    const policy = { ...asked.policy, controls: tiered };
    for (const rates of [[], RATED.rates]) {
      const { days } = await forecastOf({ ...asked, policy, rates }, { days: 1 });
      // By the rate it is 113 USD; without a price it counts as above both tiers.
      expect(days[0]?.leaving).toMatchObject([{ amount: '100', approvals: 2 }]);
    }
  });
});
