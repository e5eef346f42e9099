/* A rule that divides what it sweeps, with the decision of one run and one of the two withdrawals that follow. */

const OPERATING = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a05';
const PAYROLL = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a06';

const TICK = '2026-01-05T09:00:00.000Z';
const DECIDED_AT = '2026-01-05T09:00:01.728Z';
const FIRST_ID = 'sweep-eur-split-20260105T090000Z';
const SECOND_ID = `${FIRST_ID}-part-2`;

const FIRST = {
  part: 1,
  withdrawalAccountId: OPERATING,
  amount: '60000',
  instructionId: FIRST_ID,
};
const SECOND = {
  part: 2,
  withdrawalAccountId: PAYROLL,
  amount: '40000',
  instructionId: SECOND_ID,
};

const EXPLANATION =
  'Withdraw 100000 EUR in 2 of 2 parts, 60000 EUR to "EUR operating account"; 40000 EUR to "EUR payroll account": all of the 100000 EUR above the kept 20000 EUR; 20000 EUR stays.';

/** As a list has it. */
export const DIVIDED_RULE = {
  id: 'eur-split',
  label: 'EUR surplus to two accounts',
  currency: 'EUR',
  withdrawalAccountId: OPERATING,
  split: {
    kind: 'weights',
    parts: [
      { withdrawalAccountId: OPERATING, percent: '60' },
      { withdrawalAccountId: PAYROLL, percent: '40' },
    ],
  },
  threshold: '20000',
  keep: '20000',
  allocation: { kind: 'all', basis: 'surplus' },
  minimum: '0',
  step: '0.01',
  budgets: {},
  cooldownSeconds: 0,
  schedule: { kind: 'every-snapshot' },
  maximumBalanceAgeSeconds: 300,
  backoff: { firstSeconds: 60, maximumSeconds: 3600 },
  priority: 100,
  enabled: true,
  version: 1,
  activeSince: '2026-01-05T08:00:00.000Z',
  activity: { nextOccurrence: null, lastSweepAt: null, lastTriedAt: null, budgets: {} },
};

export const DIVIDED_DECISION = {
  tenant: 'main',
  snapshot: TICK,
  instructionId: FIRST_ID,
  decision: {
    ruleId: 'eur-split',
    ruleVersion: 1,
    currency: 'EUR',
    withdrawalAccountId: OPERATING,
    decidedAt: DECIDED_AT,
    occurrence: TICK,
    consumesOccurrence: true,
    parts: [
      { ...FIRST, needsApproval: false },
      { ...SECOND, needsApproval: false },
    ],
    checks: [
      { limit: 'mode', holds: true, seen: 'live', accepted: 'live' },
      {
        limit: 'threshold',
        holds: true,
        seen: '120000',
        accepted: 'more than 20000',
        value: '120000',
      },
      {
        limit: 'split',
        holds: true,
        seen: 'part 1: 60000; part 2: 40000',
        accepted: '60 %; 40 %',
      },
    ],
    explanation: EXPLANATION,
    outcome: 'sweep',
    amount: '100000',
    needsApproval: false,
  },
};

/** The second part, approved by its rule and not sent yet. */
export const DIVIDED_WITHDRAWAL = {
  id: SECOND_ID,
  tenant: 'main',
  origin: {
    kind: 'sweep',
    ruleId: 'eur-split',
    ruleVersion: 1,
    occurrence: TICK,
    snapshot: TICK,
    split: { part: 2, of: 2, total: '100000', parts: [FIRST, SECOND] },
  },
  content: {
    kind: 'withdrawal',
    currency: 'EUR',
    amount: '40000',
    withdrawalAccountId: PAYROLL,
    accountLabel: 'EUR payroll account',
  },
  destination: {
    label: 'EUR payroll account',
    network: 'sepa-instant',
    currency: 'EUR',
    details: {},
  },
  createdAt: DECIDED_AT,
  value: { amount: '43400', currency: 'USD' },
  status: { state: 'approved', at: DECIDED_AT, by: 'rule eur-split' },
  history: [
    { at: DECIDED_AT, state: 'proposed', message: `Part 2 of 2. ${EXPLANATION}` },
    {
      at: DECIDED_AT,
      state: 'approved',
      message: 'approved by rule eur-split',
      by: ['rule eur-split'],
    },
  ],
  version: 2,
};

export const DIVIDED_NAMES = {
  rules: [['eur-split', DIVIDED_RULE.label]],
  accounts: [
    [OPERATING, 'EUR operating account'],
    [PAYROLL, 'EUR payroll account'],
  ],
} as const;
