import { quotedLabel } from '../../../treasury/facts/sentences/field-label.ts';

const LOWER = `${quotedLabel('threshold')} falls from 1 BTC to 0.5 BTC`;

/**
 * Decisions by the policy, and what drafts of it would do and would have done. By the name of the schema that each is an
 * example of; a test checks them against it.
 */
export const DECISION_EXAMPLES = {
  Decision: {
    tenant: 'main',
    snapshot: '2026-11-22T13:12:52.710Z',
    decision: {
      ruleId: 'btc-cold',
      ruleVersion: 1,
      currency: 'BTC',
      withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
      decidedAt: '2026-11-22T13:12:52.729Z',
      occurrence: '2026-11-22T13:12:52.710Z',
      consumesOccurrence: false,
      checks: [
        { limit: 'mode', holds: false, seen: 'halted', accepted: 'live' },
        { limit: 'threshold', holds: true, seen: '4', accepted: 'more than 2', value: '4' },
        {
          limit: 'budget-24h',
          holds: true,
          seen: '0 of 10 used in 24 hours, 10 left',
          accepted: 'at least 0.01 left',
          value: '0',
        },
      ],
      explanation: 'BTC is halted by tina since 2026-01-05T08:30:00.000Z: an unknown withdrawal.',
      outcome: 'no-sweep',
      reason: 'halted',
    },
  },
  DecisionSpan: {
    ruleId: 'btc-cold',
    open: true,
    lastSweepAt: '2026-10-12T09:00:00.000Z',
    ruleVersion: 1,
    reason: 'below-threshold',
    since: '2026-10-12T09:05:00.000Z',
    from: '2026-11-01T00:00:00.000Z',
    until: '2026-11-22T13:00:00.000Z',
    count: 6205,
    least: { 'balance-age': '0.114', threshold: '0.5', keep: '-0.5', minimum: '0' },
    most: { 'balance-age': '1.902', threshold: '1.75', keep: '0.75', minimum: '0' },
  },
  Preview: {
    snapshot: {
      scheduledFor: '2026-11-22T13:14:10.637Z',
      takenAt: '2026-11-22T13:14:10.638Z',
      ageSeconds: 2,
      message: 'On the balances read at 2026-11-22T13:14:10.638Z, 2 seconds ago.',
    },
    reportingCurrency: 'USD',
    rules: [
      {
        decision: {
          ruleId: 'btc-cold',
          ruleVersion: 1,
          currency: 'BTC',
          withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
          decidedAt: '2026-11-22T13:14:13.613Z',
          occurrence: '2026-11-22T13:14:10.637Z',
          checks: [
            { limit: 'mode', seen: 'halted', accepted: 'live', holds: false },
            { limit: 'threshold', seen: '3.78', accepted: 'more than 0.5', holds: true },
            {
              limit: 'budget-24h',
              seen: '0 of 10 used in 24 hours, 10 left',
              accepted: 'at least 0.01 left',
              holds: true,
            },
          ],
          outcome: 'no-sweep',
          reason: 'halted',
          consumesOccurrence: false,
          explanation:
            'BTC is halted by tina since 2026-01-05T08:30:00.000Z: an unknown withdrawal.',
        },
        change: {
          baseVersion: 1,
          widens: [LOWER],
          differences: [
            {
              field: 'threshold',
              before: '1',
              after: '0.5',
              widens: LOWER,
            },
          ],
        },
      },
    ],
    balances: [
      {
        currency: 'BTC',
        before: '3.78',
        swept: [],
        after: '3.78',
        valueBefore: '245368.5507',
        valueAfter: '245368.5507',
      },
    ],
    manualRates: [],
    refusedRates: [],
  },
  Backtest: {
    from: '2026-11-22T12:29:41.226Z',
    to: '2026-11-22T13:15:41.226Z',
    until: '2026-11-22T13:15:41.226Z',
    complete: true,
    readings: 4,
    firstReading: '2026-11-22T13:12:38.510Z',
    reportingCurrency: 'USD',
    currencies: ['BTC'],
    draft: {
      rules: [
        {
          ruleId: 'btc-cold',
          label: 'BTC to cold storage',
          currency: 'BTC',
          decisions: 4,
          sweeps: 0,
          approvals: 0,
          unvalued: 0,
          total: '0',
          largest: '0',
          value: '0',
          reasons: [{ name: 'below-threshold', times: 4 }],
          cuts: [],
        },
      ],
      currencies: [
        {
          currency: 'BTC',
          sweeps: 0,
          total: '0',
          lowest: { balance: '3.96', at: '2026-11-22T13:12:40.970Z' },
        },
      ],
      sweeps: { count: 0, first: [] },
    },
    inForce: {
      rules: [
        {
          ruleId: 'btc-cold',
          label: 'BTC to cold storage',
          currency: 'BTC',
          decisions: 4,
          sweeps: 1,
          approvals: 0,
          unvalued: 0,
          total: '3',
          largest: '3',
          value: '195000',
          reasons: [{ name: 'below-threshold', times: 3 }],
          cuts: [],
        },
      ],
      currencies: [
        {
          currency: 'BTC',
          sweeps: 1,
          total: '3',
          lowest: { balance: '0.96', at: '2026-11-22T13:12:40.970Z' },
        },
      ],
      sweeps: {
        count: 1,
        first: [
          {
            at: '2026-11-22T13:12:38.527Z',
            ruleId: 'btc-cold',
            currency: 'BTC',
            amount: '3',
            approvals: 0,
          },
        ],
      },
    },
    balances: [
      {
        currency: 'BTC',
        points: [
          { at: '2026-11-22T13:12:38.510Z', draft: '3.96', inForce: '0.96' },
          { at: '2026-11-22T13:14:10.637Z', draft: '3.96', inForce: '0.96' },
        ],
      },
    ],
    difference: [{ currency: 'BTC', sweeps: -1, total: '-3' }],
    message: 'BTC: the draft would have swept nothing of BTC; the rules in force, once, 3 BTC.',
    manualRates: [],
    refusedRates: [],
    assumptions: [
      'Each snapshot is decided at the moment it was taken, and what is swept leaves at once and is missing from every later balance.',
    ],
  },
  MatchingBacktest: {
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
    until: '2026-12-01T00:00:00.000Z',
    complete: true,
    differences: 1,
    doubtful: 0,
    breaks: { before: 1, after: 0 },
    rules: [
      {
        ruleId: 'btc-network-fees',
        label: 'Bitcoin network fee',
        kind: 'fee',
        currencies: [{ currency: 'BTC', count: 1, inflow: '0', outflow: '0.0001' }],
        boundReached: 0,
      },
    ],
    totals: [
      { effect: 'newly-matched', currency: 'BTC', count: 1, inflow: '0', outflow: '0.0001' },
    ],
    takenOver: [],
    movements: {
      count: 1,
      first: [
        {
          breakId: '20261122T131410637Z-BTC',
          sinceReadAt: '2026-11-22T13:12:40.972Z',
          readAt: '2026-11-22T13:14:10.638Z',
          currency: 'BTC',
          amount: '-0.0001',
          recorded: 'open',
          effect: 'newly-matched',
          before: null,
          after: { ruleId: 'btc-network-fees', label: 'Bitcoin network fee', kind: 'fee' },
        },
      ],
    },
    message: 'BTC: 1 explained that are breaks now (0.0001 out).',
    assumptions: [
      'Both sides begin with the range: the bounds of 24 hours and the occurrences are unused then, and every rule counts from then.',
    ],
  },
};
