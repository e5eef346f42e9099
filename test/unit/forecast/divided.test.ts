import { describe, expect, it } from 'vitest';
import { ACCOUNT, POLICY } from '../../samples/policy.ts';
import { ACCOUNTS, byWeights, SECOND, splitRule, THIRD } from '../rules/split-samples.ts';
import { forecastOf } from './present.ts';

const given = (change: Parameters<typeof splitRule>[0] = {}) => ({
  policy: { ...POLICY, rules: [splitRule(change)], accounts: ACCOUNTS },
});

describe('the forecast of a rule that divides what it takes', () => {
  it('names every account of the rule, with what it gets in each run and on each day', async () => {
    const { rules, days } = await forecastOf(given());
    expect(rules[0]?.withdrawalAccountIds).toEqual(ACCOUNTS.map(({ id }) => id));
    expect(rules[0]?.runs[0]?.parts).toEqual([
      { withdrawalAccountId: ACCOUNT.id, amount: '7.5', approvals: 0 },
      { withdrawalAccountId: SECOND.id, amount: '4.5', approvals: 0 },
      { withdrawalAccountId: THIRD.id, amount: '3', approvals: 0 },
    ]);
    expect(days[0]?.leaving).toMatchObject([
      {
        ...{ sweeps: 1, amount: '15', value: '750000', approvals: 0 },
        accounts: [
          { withdrawalAccountId: ACCOUNT.id, amount: '7.5' },
          { withdrawalAccountId: SECOND.id, amount: '4.5' },
          { withdrawalAccountId: THIRD.id, amount: '3' },
        ],
      },
    ]);
  });

  it('says of each part whether it leaves or waits, as its account needs approvals', async () => {
    const request = { approvals: 'none' } as const;
    const schedule = { kind: 'cron', expression: '0 10 * * ? *', timeZone: 'UTC' } as const;
    const { days, rules } = await forecastOf(given({ approvalAbove: '4', schedule }), request);
    expect(days[0]?.leaving).toMatchObject([
      {
        ...{ sweeps: 1, amount: '12', waits: true, approvals: 1 },
        accounts: [
          { withdrawalAccountId: ACCOUNT.id, amount: '7.5' },
          { withdrawalAccountId: SECOND.id, amount: '4.5' },
        ],
      },
      {
        ...{ sweeps: 1, amount: '3', approvals: 0 },
        accounts: [{ withdrawalAccountId: THIRD.id, amount: '3' }],
      },
    ]);
    expect(days[0]?.value).toBe('150000');
    expect(rules[0]).toMatchObject({ waiting: { amount: '12', value: '600000' } });
  });

  it('leaves out an account that there is nothing for', async () => {
    const split = byWeights('0.001', '99.998', '0.001');
    const { days } = await forecastOf(given({ split, step: '1' }));
    expect(days[0]?.leaving[0]?.accounts).toEqual([
      { withdrawalAccountId: SECOND.id, amount: '15' },
    ]);
  });
});
