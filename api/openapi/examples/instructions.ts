/** One person's word about a restored ledger. */
const REARMING = {
  tenant: 'main',
  epoch: '6f0a4a9e-7d0b-4c57-9a3e-2f9c1f3a7b11',
  digest: '8691dc0cc6de6be6',
  currencies: ['BTC'],
  unbooked: { BTC: '0.5' },
  by: 'tina',
  at: '2026-01-05T09:00:00.000Z',
  comment: 'compared with the list of withdrawals of the service, up to row 81',
  expiresAt: '2026-01-08T09:00:00.000Z',
  version: 1,
};

/**
 * Withdrawals and trades, obstacles of a currency, confirmed amounts that no balance shows. By the name of the schema
 * that each is an example of; a test checks them against it.
 */
export const INSTRUCTION_EXAMPLES = {
  Instruction: {
    id: 'withdrawal-a31807095ee845eb40ee7be4ad9c9f21',
    tenant: 'main',
    origin: {
      kind: 'request',
      idempotencyKey: 'audit-fee-2026-q2',
      fingerprint: '802fa97aaf84d01cec1688c42aab743e6e64c78d43d28eef5bdf9d46dc62ccb6',
      requestedBy: 'tina',
    },
    content: {
      kind: 'withdrawal',
      currency: 'BTC',
      amount: '0.01',
      withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
      accountLabel: 'Cold storage',
    },
    destination: {
      label: 'Cold storage',
      network: 'bitcoin',
      currency: 'BTC',
      details: { beneficiary: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' } },
    },
    createdAt: '2026-11-22T13:14:45.718Z',
    value: { amount: '649.17255', currency: 'USD' },
    status: {
      state: 'awaiting-approval',
      at: '2026-11-22T13:14:45.718Z',
      expiresAt: '2026-11-22T14:14:45.718Z',
      approvalsRequired: 1,
    },
    history: [
      {
        at: '2026-11-22T13:14:45.718Z',
        state: 'proposed',
        message: 'asked for by tina: for the audit of the second quarter',
      },
      {
        at: '2026-11-22T13:14:45.718Z',
        state: 'awaiting-approval',
        message: 'waits for an approval until 2026-11-22T14:14:45.718Z',
      },
    ],
    version: 2,
    contentDigest: '757de99d0c1f00f6a1e3bfd70bdca93e',
  },
  LaneView: {
    currency: 'ETH',
    state: 'unknown',
    blockedBy: {
      instructionId: 'trade-eb51a55183d0ba68cfa4599f67ca559b',
      since: '2026-11-22T13:12:52.168Z',
      untilAtLeast: '2026-11-22T13:15:02.157Z',
      why: 'What became of trade-eb51a55183d0ba68cfa4599f67ca559b is not known; its amount stays reserved. CONNECTION_LOST (after the connection stood): ECONNRESET: read ECONNRESET It holds USD as well.',
      step: {
        code: 'settle-unknown',
        kind: 'trade',
        instructionId: 'trade-eb51a55183d0ba68cfa4599f67ca559b',
        notBefore: '2026-11-22T13:15:02.157Z',
      },
      next: 'Look it up at the service. Two people settle it, one after the other: POST /v1/trades/trade-eb51a55183d0ba68cfa4599f67ca559b/settle. "Not executed" can be said from 2026-11-22T13:15:02.157Z on.',
    },
    open: [],
    usage: {},
  },
  Rearming: REARMING,
  RearmingView: {
    rearmable: ['BTC'],
    notYet: [
      {
        currency: 'ETH',
        why: 'What became of trade-eb51a55183d0ba68cfa4599f67ca559b is not known; its amount stays reserved. CONNECTION_LOST (after the connection stood): ECONNRESET: read ECONNRESET It holds USD as well.',
      },
    ],
    paidForEver: [
      { accountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01', currency: 'BTC', amount: '41.25' },
    ],
    digest: '8691dc0cc6de6be6',
    said: REARMING,
  },
  UnbookedView: {
    currency: 'ETH',
    unbooked: {
      currency: 'ETH',
      amount: '0.5',
      entries: [
        {
          instructionId: 'sweep-eth-cold-20261118T131240337Z',
          amount: '0.5',
          at: '2026-11-18T13:12:40.337Z',
        },
      ],
      parts: [
        {
          part: 'claimed',
          amount: '0.5',
          until: null,
          message:
            '0.5 ETH was claimed and no balance read since shows that it left; it stays committed, and only it.',
        },
      ],
      since: '2026-11-18T13:12:40.337Z',
      overdue: {
        amount: '0.5',
        since: '2026-11-18T13:12:40.337Z',
        instructionIds: ['sweep-eth-cold-20261118T131240337Z'],
      },
      concludableFrom: '2026-11-18T13:14:50.337Z',
      digest: '075431a578d1e525',
    },
    said: null,
  },
  UnbookedConclusion: {
    outcome: 'booked',
    currency: 'ETH',
    digest: '075431a578d1e525',
    amount: '0.5',
    entries: [
      {
        instructionId: 'sweep-eth-cold-20261118T131240337Z',
        amount: '0.5',
        at: '2026-11-18T13:12:40.337Z',
      },
    ],
    by: 'tina',
    at: '2026-11-22T13:12:40.381Z',
    comment: 'row 3 of the list of the service',
    expiresAt: '2026-11-25T13:12:40.381Z',
    earlier: [],
    version: 1,
  },
};
