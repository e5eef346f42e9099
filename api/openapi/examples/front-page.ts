import { INSTRUCTION_EXAMPLES } from './instructions.ts';
import { POLICY_EXAMPLES } from './policy.ts';

const { LaneView } = INSTRUCTION_EXAMPLES;
const { Halt } = POLICY_EXAMPLES;

const OWN = {
  code: 'own-proposal',
  message: 'You asked for it yourself: another person has to approve it.',
};
const ID = 'withdrawal-6d0c1f0a9b3e4d5c8a7b6c5d4e3f2a1b';

const FAILING = {
  ruleId: 'btc-cold',
  currency: 'BTC',
  to: 'Cold storage',
  failures: 3,
  since: '2026-01-03T09:00:02.114Z',
  at: '2026-01-05T09:00:02.090Z',
  occurrence: '2026-01-05T09:00:00.000Z',
  instructionId: 'sweep-btc-cold-20260105T090000Z',
  outcome: 'rejected',
  reason: '403',
  message: 'answered 403: {"message":"withdrawals are not permitted"}',
  summary:
    '3 withdrawals of btc-cold to "Cold storage" in a row did not leave; the service refused the last: answered 403: {"message":"withdrawals are not permitted"}',
};

/** Who asks, what waits, and how things stand. */
export const FRONT_PAGE_EXAMPLES = {
  Me: {
    id: 'tess',
    kind: 'person',
    name: 'Tess Berger',
    roles: ['treasurer'],
    tenant: 'main',
    tenants: ['main'],
    operations: ['getMe', 'listInbox', 'requestWithdrawal'],
  },
  WhyNot: OWN,
  InboxItem: {
    kind: 'withdrawal',
    id: ID,
    link: `/v1/withdrawals/${ID}`,
    decideAt: `/v1/withdrawals/${ID}/approve`,
    act: 'approve-withdrawal',
    message:
      'tess asks to withdraw 0.5 BTC to "Cold storage" (0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01) (INV-2026-0117).',
    money: { amount: '0.5', currency: 'BTC' },
    labels: {
      withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
      accountLabel: 'Cold storage',
      reference: 'INV-2026-0117',
    },
    askedBy: 'tess',
    since: '2026-01-05T09:00:03.000Z',
    expiresAt: '2026-01-05T09:30:03.000Z',
    approvals: { required: 1, given: [] },
    trusted: true,
    mayDecide: false,
    whyNot: OWN,
  },
  Inbox: {
    items: [],
    next: null,
    previous: null,
    waiting: 2,
    forMe: 0,
    byKind: { withdrawal: 1, break: 1 },
    more: [],
  },
  Names: {
    rules: { 'btc-cold': 'BTC to cold storage' },
    accounts: { '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01': 'Cold storage' },
    people: { tess: 'Tess Berger' },
  },
  ValueChange: {
    since: '2026-01-04T09:00:01.000Z',
    before: '1200000.5',
    amount: '-12000.25',
    percent: '-1',
  },
  Overview: {
    tenant: 'main',
    at: '2026-01-05T09:01:00.000Z',
    mode: 'halted',
    halt: Halt,
    reportingCurrency: 'USD',
    manualRates: [],
    refusedRates: [],
    value: { total: '1188000.25' },
    change: {
      day: {
        since: '2026-01-04T09:00:01.000Z',
        before: '1200000.5',
        amount: '-12000.25',
        percent: '-1',
      },
      week: null,
    },
    currencies: [
      {
        currency: 'BTC',
        balance: '12.5',
        value: '803131.25',
        share: '67.6',
        mode: 'halted',
      },
    ],
    blocked: [LaneView],
    low: [
      {
        ruleId: 'eth-target',
        currency: 'ETH',
        balance: '8.5',
        low: '10',
        target: '50',
        missing: '41.5',
      },
    ],
    failing: [FAILING],
    failingWebhooks: [
      {
        webhookId: 'erp',
        label: 'Bookkeeping',
        link: '/v1/webhooks/erp',
        state: 'failing',
        since: '2026-01-05T08:00:00.000Z',
        deliveredAt: '2026-01-05T07:58:12.000Z',
        pending: { count: 12, countedAt: '2026-01-05T09:00:00.000Z' },
      },
    ],
    waiting: { total: 2, forMe: 1, byKind: { withdrawal: 1, settlement: 1 }, more: [] },
    lastRuns: [
      {
        snapshot: '2026-01-05T09:00:00.000Z',
        rules: 3,
        swept: [
          {
            ruleId: 'btc-cold',
            currency: 'BTC',
            amount: '1.25',
            instructionId: 'sweep-btc-cold-20260105T090000Z',
          },
        ],
        notSwept: { 'below-threshold': 2 },
      },
    ],
    health: {
      state: 'ok',
      everySeconds: 300,
      lastSnapshot: {
        scheduledFor: '2026-01-05T09:00:00.000Z',
        takenAt: '2026-01-05T09:00:01.000Z',
      },
      ageSeconds: 59,
      lastMiss: null,
    },
    calendarsEnding: [],
  },
};
