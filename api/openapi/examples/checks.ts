const seen = {
  asOf: '2026-11-22T13:14:45.718Z',
  snapshot: { scheduledFor: '2026-11-22T13:10:00.000Z', takenAt: '2026-11-22T13:10:01.204Z' },
};

/** What a request would be told. */
export const CHECK_EXAMPLES = {
  WithdrawalCheck: {
    result: 'refused',
    ...seen,
    code: 'account-limit',
    title: 'The limit of the account has no room',
    detail:
      'That is more than the 0.5 BTC that the limit of "Cold storage" leaves: 1 of 1.5 BTC in 30 days are used.',
    numbers: {
      limit: 'account-30d',
      maximum: '1.5',
      used: '1',
      left: '0.5',
      needed: '0.51',
      currency: 'BTC',
    },
  },
  TradeCheck: {
    result: 'accepted',
    ...seen,
    approvalsRequired: 0,
    value: { amount: '16062.5', currency: 'USD' },
  },
};
