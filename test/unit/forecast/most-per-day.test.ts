import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../treasury/policy/policy.ts';
import { ACCOUNT, controls, POLICY, rule } from '../../samples/policy.ts';
import { ACCOUNTS, SECOND, splitRule } from '../rules/split-samples.ts';
import { forecastOf } from './present.ts';

/** A BTC is worth 50,000 USD. */
async function perDayOf(policy: Partial<Policy>) {
  const { perDay } = await forecastOf({ policy: { ...POLICY, ...policy } }, { days: 1 });
  return perDay;
}

const CAPPED = rule({ budgets: { per24Hours: '2' } });

describe('the most that rules may send in a day', () => {
  it('is not bounded by the policy where a rule has no bound, and says which', async () => {
    const free = rule({ id: 'free', label: 'Free', maximum: '1' });
    const { value, message, rules } = await perDayOf({ rules: [CAPPED, free] });
    expect(value).toBeUndefined();
    expect(message).toBe(
      'No limit of the policy bounds what rules send in 24 hours: without one, or without a price for it: "Free".',
    );
    expect(rules).toEqual([
      { ruleId: CAPPED.id, value: '100000', by: 'budget-24h' },
      { ruleId: 'free' },
    ]);
  });

  it('is so many of the largest sweeps of a rule that withdraws only so often, each part counted', async () => {
    const often = rule({ maximum: '1', withdrawalsPer24Hours: 3 });
    const free = rule({ id: 'free', withdrawalsPer24Hours: 3 });
    const { rules } = await perDayOf({ rules: [often, free] });
    expect(rules).toEqual([
      { ruleId: often.id, value: '150000', by: 'withdrawals-24h' },
      { ruleId: 'free' },
    ]);
    const split = { ...splitRule({ maximum: '1', withdrawalsPer24Hours: 8 }), budgets: {} };
    const divided = await perDayOf({ rules: [split], accounts: ACCOUNTS });
    expect(divided.rules).toMatchObject([{ value: '100000', by: 'withdrawals-24h' }]);
  });

  it('is never more than an account may be paid for ever', async () => {
    const accounts = [{ ...ACCOUNT, limits: { per24Hours: '2', lifetime: '1.5' } }];
    const { rules } = await perDayOf({ rules: [rule()], accounts });
    expect(rules).toMatchObject([{ value: '75000', by: 'account-lifetime' }]);
  });

  it('is the sum of what bounds each rule, or the limit of the day if that is less', async () => {
    const byValue = rule({ id: 'v', budgets: { per24Hours: { value: '70000', in: 'USD' } } });
    const rules = [CAPPED, byValue, rule({ id: 'off', enabled: false })];
    expect(await perDayOf({ rules })).toMatchObject({
      value: '170000',
      rules: [{}, { value: '70000' }],
    });
    const withdrawalLimits = { per24Hours: '90000' };
    expect(await perDayOf({ rules, controls: controls({ withdrawalLimits }) })).toMatchObject({
      ...{ value: '90000', limit: '90000' },
      message: 'By policy, rules send at most 90000 USD in any 24 hours.',
    });
    const alone = { rules: [rule()], controls: controls({ withdrawalLimits }) };
    expect(await perDayOf(alone)).toMatchObject({ value: '90000', rules: [{ ruleId: rule().id }] });
  });

  it('is the strictest of the budget, the limits of the account and those of its counterparty', async () => {
    const accounts = [{ ...ACCOUNT, limits: { per24Hours: '1' }, counterparty: 'Bank' }];
    expect((await perDayOf({ rules: [CAPPED], accounts })).rules).toMatchObject([
      { value: '50000', by: 'account-24h' },
    ]);
    const counterparties = [{ name: 'Bank', per24Hours: '40000' }];
    const limited = controls({ withdrawalLimits: { counterparties } });
    expect((await perDayOf({ rules: [CAPPED], accounts, controls: limited })).rules).toMatchObject([
      { value: '40000', by: 'counterparty-24h' },
    ]);
  });

  it('of a divided rule is bounded by its accounts only where each of them is', async () => {
    const rules = [splitRule()];
    const paid = ACCOUNTS.map((each) => ({ ...each, limits: { per24Hours: '1' } }));
    expect((await perDayOf({ rules, accounts: paid })).rules).toMatchObject([
      { value: '150000', by: 'account-24h' },
    ]);
    const one = paid.map((each) => (each.id === SECOND.id ? SECOND : each));
    expect((await perDayOf({ rules, accounts: one })).value).toBeUndefined();
  });

  it('has no value without a price, and none of it is a rule that converts', async () => {
    const unpriced = rule({ ...CAPPED, id: 'chf', label: 'Francs', currency: 'CHF' });
    expect((await perDayOf({ rules: [unpriced] })).message).toContain('"Francs"');
    const { withdrawalAccountId: _, ...surplus } = rule({ id: 'convert' });
    const converting = { ...surplus, kind: 'convert', into: 'USD' } as const;
    expect(await perDayOf({ rules: [converting] })).toMatchObject({ value: '0', rules: [] });
  });
});
