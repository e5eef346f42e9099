import { describe, expect, it } from 'vitest';
import { parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import {
  MAX_ACCOUNTS,
  MAX_RULES,
  MAX_RULES_PER_CURRENCY,
} from '../../../treasury/policy/policy-limits.ts';
import { ACCOUNT_ID, file, MINIMAL_ACCOUNT, MINIMAL_RULE } from './policy-samples.ts';

function problems(json: unknown) {
  const parsed = parsePolicyFile(json);
  return parsed.ok ? [] : parsed.problems;
}

function accepted(json: unknown) {
  const parsed = parsePolicyFile(json);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.policy;
}

describe('a policy file', () => {
  it('is dry-run and careful wherever it says nothing', () => {
    expect(accepted(file())).toEqual({
      controls: {
        mode: 'dry-run',
        currencyModes: {},
        reportingCurrency: 'USD',
        trades: { instruments: [], maximumNotional: '0' },
        approvalExpirySeconds: 86_400,
        lateExecutionBoundSeconds: 900,
      },
      accounts: [{ ...MINIMAL_ACCOUNT, details: {}, status: 'active' }],
      rules: [
        {
          ...MINIMAL_RULE,
          allocation: { kind: 'all', basis: 'surplus' },
          minimum: '0',
          budgets: {},
          cooldownSeconds: 0,
          schedule: { kind: 'every-snapshot' },
          maximumBalanceAgeSeconds: 300,
          backoff: { firstSeconds: 60, maximumSeconds: 3_600 },
          priority: 100,
          enabled: true,
        },
      ],
      calendars: [],
      matchingRules: [],
      manualRates: [],
      webhooks: [],
    });
  });

  it.each([
    [
      'a misspelt limit',
      { rule: { maximun: '1' } },
      'rules[0].maximun',
      'no such field; perhaps "maximum"',
    ],
    [
      'a misspelt control',
      { controls: { mod: 'live' } },
      'controls.mod',
      'no such field; perhaps "mode"',
    ],
    ['a mode that is none', { controls: { mode: 'on' } }, 'controls.mode', '"live" or "dry-run"'],
    ['a version of its own', { rule: { version: 2 } }, 'rules[0].version', 'no such field'],
    [
      'a currency in lower case',
      { controls: { reportingCurrency: 'usd' } },
      'controls.reportingCurrency',
      'upper case',
    ],
    [
      'a mode for an odd currency',
      { controls: { currencyModes: { btc: 'live' } } },
      'controls.currencyModes.btc',
      'upper case',
    ],
    [
      'half an instrument',
      { controls: { trades: { instruments: ['BTC'] } } },
      'controls.trades.instruments[0]',
      '"BTC/EUR"',
    ],
    ['a number as an amount', { rule: { keep: 5 } }, 'rules[0].keep', 'decimal text'],
    ['an exponent', { rule: { threshold: '1e3' } }, 'rules[0].threshold', 'no exponent'],
    ['a negative amount', { rule: { threshold: '-1' } }, 'rules[0].threshold', 'zero or more'],
    ['a step of zero', { rule: { step: '0' } }, 'rules[0].step', 'more than zero'],
    ['a step of nothing', { rule: { step: undefined } }, 'rules[0].step', 'decimal text'],
    ['null for a limit', { rule: { maximum: null } }, 'rules[0].maximum', 'decimal text'],
    [
      'more than 100 percent',
      { rule: { allocation: { kind: 'percentage', percent: '100.0001' } } },
      'rules[0].allocation.percent',
      'at most 100',
    ],
    [
      'a percentage of zero',
      { rule: { allocation: { kind: 'percentage', percent: '0' } } },
      'rules[0].allocation.percent',
      'more than zero',
    ],
    [
      'an unknown allocation',
      { rule: { allocation: { kind: 'half' } } },
      'rules[0].allocation.kind',
      '"all" or "percentage" or "fixed"',
    ],
    ['an id with a space', { rule: { id: 'my rule' } }, 'rules[0].id', 'lower case'],
    ['an id that every object has', { rule: { id: 'constructor' } }, 'rules[0].id', 'another name'],
    ['a label of nothing', { rule: { label: '' } }, 'rules[0].label', 'at least 1'],
    ['an account id that is no uuid', { account: { id: '1' } }, 'accounts[0].id', 'uuid'],
    [
      'details beyond measure',
      { account: { details: { a: 'x'.repeat(9_000) } } },
      'accounts[0].details',
      'at most',
    ],
    [
      'a withdrawal of none',
      { rule: { withdrawalsPer24Hours: 0 } },
      'rules[0].withdrawalsPer24Hours',
      'a whole number from 1',
    ],
    [
      'half a withdrawal',
      { rule: { withdrawalsPer24Hours: 1.5 } },
      'rules[0].withdrawalsPer24Hours',
      'a whole number from 1',
    ],
    [
      'a limit of withdrawals on a rule that converts',
      {
        rule: {
          ...{ kind: 'convert', into: 'USD', withdrawalAccountId: undefined },
          withdrawalsPer24Hours: 3,
        },
      },
      'rules[0].withdrawalsPer24Hours',
      'withdraws nothing',
    ],
    [
      'a limit for ever that is none',
      { account: { limits: { lifetime: '-1' } } },
      'accounts[0].limits.lifetime',
      'zero or more',
    ],
    [
      'half a second',
      { rule: { cooldownSeconds: 0.5 } },
      'rules[0].cooldownSeconds',
      'whole seconds from 0',
    ],
    [
      'a balance age of zero',
      { rule: { maximumBalanceAgeSeconds: 0 } },
      'rules[0].maximumBalanceAgeSeconds',
      'from 1',
    ],
    [
      'an approval that no person could give in time',
      { controls: { approvalExpirySeconds: 1 } },
      'controls.approvalExpirySeconds',
      'from 60',
    ],
    [
      'more kept than the threshold',
      { rule: { keep: '10.01' } },
      'rules[0].keep',
      'at most the threshold, 10',
    ],
    [
      'a minimum above the maximum',
      { rule: { minimum: '3', maximum: '2.9' } },
      'rules[0].maximum',
      'at least 3',
    ],
    [
      'a maximum below one step',
      { rule: { step: '5', maximum: '4' } },
      'rules[0].maximum',
      'at least 5',
    ],
    [
      'a budget no sweep fits in',
      { rule: { minimum: '3', budgets: { per24Hours: '2' } } },
      'rules[0].budgets.per24Hours',
      'at least 3',
    ],
    [
      'a fixed amount below the minimum',
      { rule: { minimum: '3', allocation: { kind: 'fixed', amount: '2' } } },
      'rules[0].allocation.amount',
      'at least 3',
    ],
    [
      'an account that is not there',
      { account: { id: ACCOUNT_ID.replace('6a', '6b') } },
      'rules[0].withdrawalAccountId',
      'one of the accounts',
    ],
    [
      "another currency than the account's",
      { account: { currency: 'ETH' } },
      'rules[0].currency',
      '"ETH", the currency of "Cold storage"',
    ],
    [
      'a cron that EventBridge refuses',
      { rule: { schedule: { kind: 'cron', expression: '0 9 * * * *', timeZone: 'UTC' } } },
      'rules[0].schedule.expression',
      'exactly one',
    ],
    [
      'a time zone that is none',
      { rule: { schedule: { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'Zurich' } } },
      'rules[0].schedule.timeZone',
      'IANA',
    ],
    [
      'a latest start on every snapshot',
      { rule: { latestStartSeconds: 3600 } },
      'rules[0].latestStartSeconds',
      'only beside a schedule of kind "cron"',
    ],
    [
      'a first pause above the last',
      { rule: { backoff: { firstSeconds: 61, maximumSeconds: 60 } } },
      'rules[0].backoff.firstSeconds',
      'at most maximumSeconds, 60',
    ],
  ])('refuses %s and says what is accepted', (_, change, path, message) => {
    expect(problems(file(change))).toContainEqual({
      path,
      seen: expect.any(String),
      accepted: expect.stringContaining(message),
    });
  });

  it('refuses a latest start below two intervals of the snapshots, also the default one', () => {
    const schedule = { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' };
    const within = (latestStartSeconds: number | undefined, every: number) => {
      const rule = latestStartSeconds === undefined ? {} : { latestStartSeconds };
      const parsed = parsePolicyFile(file({ rule: { schedule, ...rule } }), every);
      return parsed.ok ? [] : parsed.problems;
    };
    const path = 'rules[0].latestStartSeconds';
    const accepted = 'at least 600, 2 intervals of the snapshots';
    expect(within(599, 300)).toEqual([{ path, seen: '599', accepted }]);
    expect(within(600, 300)).toEqual([]);
    expect(within(undefined, 1_800)).toEqual([]);
    expect(within(undefined, 3_600)).toMatchObject([{ path, seen: 'none, which means 3600' }]);
  });

  it('reports everything that is wrong at once', () => {
    const json = file({
      rule: { keep: '11', minimum: '9', maximum: '8' },
      account: { currency: 'X' },
    });
    expect(problems(json).map(({ path }) => path)).toEqual([
      'rules[0].currency',
      'rules[0].keep',
      'rules[0].maximum',
    ]);
  });

  it.each([null, undefined, 'policy', [], 7])('refuses %j as a whole', (json) => {
    expect(problems(json)).toMatchObject([{ path: '(the whole file)' }]);
  });

  it('repeats only a bounded part of what it refuses', () => {
    const [problem] = problems(file({ rule: { label: 'x'.repeat(10_000) } }));
    expect(problem?.seen.length).toBeLessThan(100);
  });

  it('refuses an id that is there twice, uuids in whatever case', () => {
    const json = {
      ...file(),
      accounts: [MINIMAL_ACCOUNT, { ...MINIMAL_ACCOUNT, id: ACCOUNT_ID.toUpperCase() }],
      rules: [MINIMAL_RULE, MINIMAL_RULE],
    };
    expect(problems(json).map(({ path }) => path)).toEqual([
      'accounts[1].id',
      'rules[1].id',
      'accounts[1].label',
      'rules[1].label',
    ]);
  });

  it('refuses more than can be decided or overseen', () => {
    const rules = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        return { ...MINIMAL_RULE, id: `rule-${index}`, label: `Rule ${index}` };
      });
    expect(problems({ ...file(), rules: rules(MAX_RULES_PER_CURRENCY) })).toEqual([]);
    expect(problems({ ...file(), rules: rules(MAX_RULES_PER_CURRENCY + 1) })).toMatchObject([
      { path: 'rules', seen: '41 rules for BTC' },
    ]);
    expect(problems({ ...file(), rules: rules(MAX_RULES + 1) })).toMatchObject([{ path: 'rules' }]);
    const accounts = Array.from({ length: MAX_ACCOUNTS + 1 }, () => MINIMAL_ACCOUNT);
    expect(problems({ ...file(), accounts })).toMatchObject([{ path: 'accounts' }]);
  });
});
