import { describe, expect, it } from 'vitest';
import { parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import { ACCOUNT_ID, MINIMAL_ACCOUNT, MINIMAL_RULE } from './policy-samples.ts';

/** No account of the policy. */
const OTHER_ID = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9aff';

function found(json: unknown): readonly string[] {
  const parsed = parsePolicyFile(json, 300, (url) => (url.startsWith('https') ? null : 'https'));
  return parsed.ok ? [] : parsed.problems.map(({ path }) => path);
}

const webhook = { id: 'erp', label: 'ERP', url: 'https://erp.example', eventTypes: ['*'] };
const calendar = {
  ...{ id: 'office', label: 'Office', timeZone: 'UTC' },
  ...{ from: '2026-01-01', until: '2026-12-31', holidays: [] },
};
const rate = {
  ...{ id: 'chf', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.1', source: 'the bank' },
  ...{ from: '2026-01-01', until: '2026-02-01' },
};
const matching = {
  ...{ id: 'deposits', label: 'Deposits', kind: 'deposit', direction: 'inflow', currency: 'BTC' },
};

const right = {
  controls: { reportingCurrency: 'USD' },
  accounts: [MINIMAL_ACCOUNT],
  rules: [MINIMAL_RULE, { ...MINIMAL_RULE, id: 'btc-rest', label: 'BTC rest' }],
  calendars: [calendar],
  matchingRules: [matching],
  manualRates: [rate],
  webhooks: [webhook],
};

/** Mistakes of every kind: fields that the schema refuses, and fields that do not fit each other. */
const wrong = {
  ...right,
  controls: { reportingCurrency: 'USD', mode: 'on', approvalExpirySeconds: 1 },
  accounts: [
    { ...MINIMAL_ACCOUNT, network: '' },
    { ...MINIMAL_ACCOUNT, id: ACCOUNT_ID.toUpperCase(), label: 'Twin' },
  ],
  rules: [
    {
      ...MINIMAL_RULE,
      threshold: 5,
      withdrawalAccountId: OTHER_ID,
      schedule: { kind: 'cron', expression: 'every day', timeZone: 'UTC' },
      calendars: ['nowhere'],
      cutOff: { time: '17:00', timeZone: 'Mars' },
    },
    {
      ...MINIMAL_RULE,
      account: ACCOUNT_ID,
      keep: '11',
      low: '12',
      allocation: { kind: 'half' },
      maximum: '0.01',
      budgets: { per24Hours: { value: '5', in: 'EUR' } },
      backoff: { firstSeconds: 61, maximumSeconds: 60 },
    },
  ],
  calendars: [{ ...calendar, weekend: ['SUNDAY'], timeZone: 'Mars', until: '2025-01-01' }],
  matchingRules: [{ ...matching, kind: 'gift', minimum: '5', maximum: '4' }],
  manualRates: [{ ...rate, rate: 1, in: 'CHF', until: '2027-06-01' }],
  webhooks: [{ ...webhook, eventTypes: [], url: 'http://erp.example' }],
};

const MISTAKES = [
  'controls.mode',
  'controls.approvalExpirySeconds',
  'accounts[0].network',
  'accounts[1].id',
  'rules[0].threshold',
  'rules[0].withdrawalAccountId',
  'rules[0].schedule.expression',
  'rules[0].calendars[0]',
  'rules[0].cutOff.timeZone',
  'rules[1].account',
  'rules[1].id',
  'rules[1].label',
  'rules[1].keep',
  'rules[1].low',
  'rules[1].allocation.kind',
  'rules[1].maximum',
  'rules[1].budgets.per24Hours.in',
  'rules[1].backoff.firstSeconds',
  'calendars[0].weekend[0]',
  'calendars[0].timeZone',
  'calendars[0].until',
  'matchingRules[0].kind',
  'matchingRules[0].maximum',
  'manualRates[0].rate',
  'manualRates[0].in',
  'manualRates[0].until',
  'webhooks[0].eventTypes',
  'webhooks[0].url',
];

describe('a policy with mistakes of every kind', () => {
  it('is the right one but for them', () => {
    expect(found(right)).toEqual([]);
  });

  it('is answered with all of them at once, and with nothing that only follows from another', () => {
    expect([...found(wrong)].sort()).toEqual([...MISTAKES].sort());
  });

  it('is refused in another reporting currency than that of its stage', () => {
    const parsed = parsePolicyFile(right, 300, () => null, 'EUR');
    expect(parsed.ok ? [] : parsed.problems).toEqual([
      {
        path: 'controls.reportingCurrency',
        seen: '"USD"',
        accepted: '"EUR", the reporting currency of the stage',
      },
    ]);
    expect(parsePolicyFile(right, 300, () => null, 'USD').ok).toBe(true);
  });

  it('says nothing of what rests on a list that cannot be read', () => {
    expect(found({ ...right, accounts: 'none' })).toEqual(['accounts']);
    expect(found({ ...right, accounts: [7] })).toEqual([
      'accounts[0]',
      'rules[0].withdrawalAccountId',
      'rules[1].withdrawalAccountId',
    ]);
    expect(found(7)).toEqual(['(the whole file)']);
  });

  it('is answered with the kinds that are accepted, and with the field that was meant', () => {
    const parsed = parsePolicyFile({
      ...wrong,
      rules: [{ ...wrong.rules[1], split: { kind: 'half' } }],
    });
    const problems = parsed.ok ? [] : parsed.problems;
    const accepted = (field: string) => problems.find(({ path }) => path === field)?.accepted;
    expect(accepted('rules[0].allocation.kind')).toBe('"all" or "percentage" or "fixed"');
    expect(accepted('rules[0].split.kind')).toBe('"weights" or "amounts"');
    expect(accepted('rules[0].account')).toBe('no such field; perhaps "withdrawalAccountId"');
  });
});
