import { describe, expect, it } from 'vitest';
import { matchingRuleProblems } from '../../../treasury/policy/matching-rule-checks.ts';
import { parsePolicyFile } from '../../../treasury/policy/policy-file.ts';

const FEE = {
  id: 'fees',
  label: 'Network fee',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  maximum: '0.001',
  per24Hours: '0.01',
};
const DEPOSIT = { id: 'deposits', label: 'Deposit', kind: 'deposit', direction: 'inflow' };
const HOURS = { timeZone: 'Europe/Zurich', from: '08:00', to: '17:00', weekdays: ['MON'] };
const SCHEDULE = { expression: '0 0 * * ? *', timeZone: 'UTC', toleranceSeconds: 600 };

const parse = (...matchingRules: readonly object[]) => {
  const policy = { controls: { reportingCurrency: 'USD' }, accounts: [], rules: [], matchingRules };
  return parsePolicyFile(JSON.parse(JSON.stringify(policy)), 300);
};
const problemsOf = (...rules: readonly object[]) => {
  const parsed = parse(...rules);
  return parsed.ok ? [] : parsed.problems.map(({ path }) => path);
};

describe('a matching rule', () => {
  it('is a class of movements with bounds, in the policy file', () => {
    const parsed = parse(FEE, DEPOSIT, {
      ...{ ...FEE, id: 'rent', label: 'Rent', maximum: undefined },
      repeats: { amount: '0.001' },
      hours: { timeZone: 'UTC' },
      schedule: SCHEDULE,
    });
    expect(parsed).toMatchObject({
      ok: true,
      policy: {
        matchingRules: [
          { ...FEE, enabled: true },
          { ...DEPOSIT, enabled: true },
          {
            repeats: { amount: '0.001', tolerance: '0' },
            hours: { from: '00:00', to: '24:00', weekdays: expect.arrayContaining(['SUN']) },
          },
        ],
      },
    });
  });

  it.each([
    ['an outflow without an upper bound', { ...FEE, maximum: undefined }, 'maximum'],
    ['an outflow without a bound of a day', { ...FEE, per24Hours: undefined }, 'per24Hours'],
    ['an outflow of any currency', { ...FEE, currency: undefined }, 'currency'],
    ['a repeated amount of any currency', { ...DEPOSIT, repeats: { amount: '1' } }, 'currency'],
    ['an amount beside bounds', { ...FEE, repeats: { amount: '0.001' } }, 'maximum'],
    ['bounds that nothing meets', { ...FEE, minimum: '0.002' }, 'maximum'],
    [
      'a day without room for one',
      { ...FEE, minimum: '0.001', per24Hours: '0.0009' },
      'per24Hours',
    ],
    [
      'a tolerance above the amount',
      { ...DEPOSIT, currency: 'BTC', repeats: { amount: '1', tolerance: '2' } },
      'repeats.tolerance',
    ],
    ['a kind that a person has to look at', { ...FEE, kind: 'foreign-debit' }, 'kind'],
    ['hours of no zone', { ...FEE, hours: { ...HOURS, timeZone: 'Mars' } }, 'hours.timeZone'],
    ['hours that end before they begin', { ...FEE, hours: { ...HOURS, to: '07:00' } }, 'hours.to'],
    ['a time that is none', { ...FEE, hours: { ...HOURS, from: '24:30' } }, 'hours.from'],
    ['a day twice', { ...FEE, hours: { ...HOURS, weekdays: ['MON', 'MON'] } }, 'hours.weekdays'],
    [
      'a schedule that is none',
      { ...FEE, schedule: { ...SCHEDULE, expression: 'daily' } },
      'schedule.expression',
    ],
    [
      'a tolerance within which no snapshot may fall',
      { ...FEE, schedule: { ...SCHEDULE, toleranceSeconds: 299 } },
      'schedule.toleranceSeconds',
    ],
    ['a misspelt bound', { ...FEE, maximun: '1' }, 'maximun'],
  ])('is refused as %s', (_, rule, path) => {
    expect(problemsOf(rule)).toContain(`matchingRules[0].${path}`);
  });

  it('has an id and a label of its own', () => {
    expect(problemsOf(FEE, FEE)).toEqual(['matchingRules[1].id']);
    expect(problemsOf(FEE, { ...FEE, id: 'other', label: 'network FEE' })).toEqual([
      'matchingRules[1].label',
    ]);
  });

  it('names what is wrong with it all at once', () => {
    const draft = {
      id: 'a',
      label: 'a',
      kind: 'fee',
      direction: 'outflow',
      enabled: true,
    } as const;
    expect(matchingRuleProblems(draft).map(({ path }) => path)).toEqual([
      'maximum',
      'per24Hours',
      'currency',
    ]);
  });
});
