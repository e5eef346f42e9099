const COLD = '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01';

const RULE_FORECAST = {
  ruleId: 'btc-cold',
  label: 'BTC to cold storage',
  currency: 'BTC',
  withdrawalAccountId: COLD,
  enabled: true,
  schedule: 'cron 0 9 ? * MON-FRI * Europe/Zurich, started within 15 minutes',
  nextRuns: [
    { at: '2026-01-05T08:00:00.000Z', local: '2026-01-05 09:00 Europe/Zurich' },
    { at: '2026-01-06T08:00:00.000Z', local: '2026-01-06 09:00 Europe/Zurich' },
    { at: '2026-01-07T08:00:00.000Z', local: '2026-01-07 09:00 Europe/Zurich' },
  ],
  decided: 2,
  sweeps: 1,
  amount: '1.25',
  value: '81229.6875',
  unvalued: 0,
  runs: [
    {
      at: '2026-01-05T08:00:00.000Z',
      occurrence: '2026-01-05T08:00:00.000Z',
      local: '2026-01-05 09:00 Europe/Zurich',
      outcome: 'sweep',
      amount: '1.25',
      value: '81229.6875',
      approvals: 1,
      explanation: 'Withdraw 1.25 BTC: the balance of 3.25 BTC is above the threshold of 2 BTC.',
    },
    {
      at: '2026-01-06T08:00:00.000Z',
      occurrence: '2026-01-06T08:00:00.000Z',
      local: '2026-01-06 09:00 Europe/Zurich',
      outcome: 'no-sweep',
      reason: 'below-threshold',
      explanation: 'The balance of 2 BTC is not above the threshold of 2 BTC.',
    },
  ],
  reasons: [{ name: 'below-threshold', times: 1 }],
};

const OPEN = {
  instructionId: 'withdraw-usd-4711',
  currency: 'USD',
  withdrawalAccountId: COLD,
  amount: '500',
  value: '500',
  approvals: 1,
  state: 'waits',
};

const DAY = {
  day: '2026-01-05',
  from: '2026-01-05T06:00:00.000Z',
  to: '2026-01-05T23:00:00.000Z',
  value: '81229.6875',
  decided: 'all',
  unvalued: [],
  leaving: [
    {
      ruleId: 'btc-cold',
      currency: 'BTC',
      withdrawalAccountId: COLD,
      sweeps: 1,
      amount: '1.25',
      value: '81229.6875',
      approvals: 1,
    },
  ],
  expected: [],
};

const FLOWS = {
  from: '2025-10-06T22:00:00.000Z',
  to: '2026-01-04T23:00:00.000Z',
  days: 90,
  complete: true,
  classes: [
    {
      currency: 'BTC',
      class: 'Card deposits',
      kind: 'deposit',
      matchingRule: 'card-deposits',
      movements: 18,
      total: '9',
      meanPerDay: '0.1',
      leastPerDay: '0',
      mostPerDay: '1.5',
    },
  ],
};

const MOST_PER_DAY = {
  value: '250000',
  limit: '250000',
  message: 'By policy, rules send at most 250000 USD in any 24 hours.',
  rules: [{ ruleId: 'btc-cold', value: '324918.75', by: 'budget-24h' }],
};

export const FORECAST_EXAMPLES: Readonly<Record<string, unknown>> = {
  RuleForecast: RULE_FORECAST,
  ForecastOpen: OPEN,
  ForecastDay: DAY,
  ExpectedFlows: FLOWS,
  MostPerDay: MOST_PER_DAY,
  Forecast: {
    from: '2026-01-05T06:00:00.000Z',
    to: '2026-01-07T06:00:00.000Z',
    until: '2026-01-07T06:00:00.000Z',
    complete: true,
    timeZone: 'Europe/Zurich',
    reportingCurrency: 'USD',
    snapshot: {
      scheduledFor: '2026-01-05T05:55:00.000Z',
      takenAt: '2026-01-05T05:55:01.000Z',
      ageSeconds: 299,
      message: 'On the balances read at 2026-01-05T05:55:01.000Z, 4 minutes 59 seconds ago.',
    },
    rules: [RULE_FORECAST],
    unreadableRules: [],
    already: [OPEN],
    days: [
      DAY,
      {
        day: '2026-01-06',
        from: '2026-01-05T23:00:00.000Z',
        to: '2026-01-06T23:00:00.000Z',
        value: '0',
        decided: 'all',
        unvalued: [],
        leaving: [],
        expected: [{ currency: 'BTC', amount: '0.1' }],
      },
    ],
    perDay: MOST_PER_DAY,
    currencies: [
      { currency: 'BTC', before: '3.25', leaves: '1.25', expected: '0.1', after: '2.1' },
    ],
    flows: FLOWS,
    manualRates: [],
    refusedRates: [],
    assumptions: ['What needs an approval is approved at once.'],
  },
};
