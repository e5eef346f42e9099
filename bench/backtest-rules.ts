import { neverHalted } from '../treasury/policy/halt-state.ts';
import type { Policy } from '../treasury/policy/policy.ts';
import type { SweepRuleDraft } from '../treasury/policy/policy-schema.ts';
import type { SweepRule } from '../treasury/policy/sweep-rule.ts';

const ACCOUNT = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01';

export const IN_FORCE: SweepRule = {
  id: 'btc-cold',
  label: 'BTC to cold storage',
  currency: 'BTC',
  withdrawalAccountId: ACCOUNT,
  threshold: '100',
  keep: '50',
  allocation: { kind: 'all', basis: 'surplus' },
  minimum: '1',
  step: '0.01',
  budgets: { per24Hours: '400', per30Days: '6000' },
  cooldownSeconds: 3_600,
  schedule: { kind: 'every-snapshot' },
  maximumBalanceAgeSeconds: 300,
  backoff: { firstSeconds: 60, maximumSeconds: 3_600 },
  priority: 100,
  enabled: true,
  version: 1,
  activeSince: '2025-01-01T00:00:00.000Z',
};

export const POLICY: Policy = {
  halt: neverHalted('bench'),
  controls: {
    mode: 'live',
    currencyModes: {},
    reportingCurrency: 'USD',
    trades: { instruments: [], maximumNotional: '0' },
    approvalExpirySeconds: 3_600,
    lateExecutionBoundSeconds: 60,
    version: 1,
  },
  accounts: [
    {
      id: ACCOUNT,
      label: 'Cold storage',
      network: 'bitcoin',
      currency: 'BTC',
      details: {},
      status: 'active',
      version: 1,
    },
  ],
  rules: [IN_FORCE],
};

const { version: _, activeSince: __, ...said } = IN_FORCE;

/** Drafts that are replayed against the rule in force. */
export const DRAFT: Readonly<Record<string, SweepRuleDraft>> = {
  'every snapshot': { ...said, threshold: '80', keep: '60' },
  'on working days': {
    ...said,
    schedule: { kind: 'cron', expression: '0 9 ? * MON-FRI *', timeZone: 'Europe/Zurich' },
  },
};
