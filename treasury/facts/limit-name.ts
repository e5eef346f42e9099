/** What must stay. */
export const FLOORS = ['floor-currency', 'floor-total'] as const;

/** What limits withdrawals to an account, whoever asks for them; floors limit sweeps alone. */
export const OUTFLOW_LIMITS = [
  'account-24h',
  'account-30d',
  'account-lifetime',
  'counterparty-24h',
  'counterparty-30d',
  'outflow-24h',
  'first-payment',
] as const;

/** The limits that a rule is checked against, in the order in which they are computed. */
export const LIMIT_NAMES = [
  'mode',
  'rule',
  'enabled',
  'account',
  'cooling-off',
  'currency',
  'conversion',
  'instrument',
  'balance-age',
  'price',
  'schedule',
  'calendar',
  'cut-off',
  'lane',
  'backoff',
  'cooldown',
  'withdrawals-24h',
  'price-of-limits',
  'threshold',
  'keep',
  'allocation',
  'maximum',
  'budget-24h',
  'budget-30d',
  ...FLOORS,
  ...OUTFLOW_LIMITS,
  'step',
  'minimum',
  'split',
  'approval',
  'notional',
  'traded-24h',
  'trade-approval',
  'low',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];
