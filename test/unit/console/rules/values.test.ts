import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idFrom } from '../../../../console/proposing/id-from.ts';
import { fieldsOf } from '../../../../console/screens/rules/fields.ts';
import type { Definitions } from '../../../../console/screens/rules/json-schema.ts';
import {
  bodyOf,
  newValues,
  problemsOf,
  type Values,
  valuesOf,
} from '../../../../console/screens/rules/values.ts';
import { sweepRuleDraft } from '../../../../treasury/policy/policy-schema.ts';
import { draftOf } from '../../../samples/policy.ts';

const { $defs } = JSON.parse(readFileSync('docs/policy.schema.json', 'utf8')) as {
  readonly $defs: Definitions;
};
const FIELDS = fieldsOf($defs, 'SweepRuleBody');

const TYPED: Values = {
  ...newValues(FIELDS),
  ...{ id: 'btc-half', label: 'BTC, half', currency: 'BTC' },
  withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
  ...{ threshold: '5', keep: '3', step: '0.01' },
  ...{ 'allocation.kind': 'percentage', 'allocation.percent': '50' },
  ...{ 'budgets.per24Hours': '10', cooldownSeconds: '3600' },
};

describe('the texts of a rule', () => {
  it('become a rule that the API takes, with amounts as they were typed', () => {
    const body = bodyOf(FIELDS, { ...TYPED, threshold: '5.00000000000000000001' });
    expect(sweepRuleDraft.parse(body)).toMatchObject({
      threshold: '5.00000000000000000001',
      allocation: { kind: 'percentage', basis: 'surplus', percent: '50' },
      schedule: { kind: 'every-snapshot' },
      budgets: { per24Hours: '10' },
      cooldownSeconds: 3_600,
      enabled: true,
    });
    expect(body).not.toHaveProperty('maximum');
  });

  it('leave out what does not belong to the choice', () => {
    const body = bodyOf(FIELDS, {
      ...TYPED,
      'allocation.kind': 'all',
      'schedule.expression': '0 9 * * ? *',
      latestStartSeconds: '60',
    });
    expect(body).toMatchObject({ allocation: { kind: 'all' } });
    expect(body).not.toHaveProperty('allocation.percent');
    expect(body).not.toHaveProperty('schedule.expression');
    expect(body).not.toHaveProperty('latestStartSeconds');
  });

  it('of a rule as it stands give the very same rule', () => {
    const schedule = { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' } as const;
    for (const rule of [
      draftOf(),
      draftOf({ schedule, latestStartSeconds: 60, maximum: '2', approvalAbove: '0' }),
      draftOf({
        threshold: { value: '100000', in: 'USD' },
        maximum: { value: '5000', in: 'USD' },
        budgets: { per30Days: { value: '20000', in: 'USD' } },
        purpose: 'Surplus to cold storage',
        owner: 'Treasury',
      }),
      draftOf({ allocation: { kind: 'fixed', basis: 'amount', amount: '1' }, enabled: false }),
    ]) {
      expect(sweepRuleDraft.parse(bodyOf(FIELDS, valuesOf(FIELDS, rule)))).toEqual(rule);
    }
  });

  it('say what is wrong, field by field', () => {
    expect(problemsOf(FIELDS, TYPED)).toEqual({});
    expect(
      problemsOf(FIELDS, {
        ...TYPED,
        ...{ label: '', threshold: '1,000', step: '0', cooldownSeconds: '1.5' },
        ...{ 'allocation.percent': '100.1', id: 'BTC half' },
      }),
    ).toMatchObject({
      label: 'Needed.',
      threshold: 'A decimal number such as 12.5, without separators.',
      step: 'More than 0.',
      cooldownSeconds: 'A whole number from 0 to 2678400.',
      'allocation.percent': 'At most 100.',
      id: expect.stringContaining('small letters') as string,
    });
    expect(problemsOf(FIELDS, { ...TYPED, keep: '5.1' })).toEqual({
      keep: 'At most 5, above which it sweeps.',
    });
    expect(problemsOf(FIELDS, { ...TYPED, keep: '100 USD', threshold: '90 USD' })).toEqual({
      keep: 'At most 90 USD, above which it sweeps.',
    });
    expect(problemsOf(FIELDS, { ...TYPED, keep: '100 USD', maximum: '0 USD' })).toEqual({
      maximum: 'More than 0.',
    });
  });

  it('make an id of a name', () => {
    expect(idFrom('BTC to Cold Storage (Zürich)')).toBe('btc-to-cold-storage-zu-rich');
    expect(idFrom('  ')).toBe('');
  });
});
