import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import type { SweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { Webhook } from '../../treasury/policy/webhook.ts';
import type { AmountRule } from '../../treasury/value-limits/rule-limits.ts';

/* A policy with one rule. Named sample values, so that tests say only what differs. */

export const ACCOUNT: RegisteredAccount = {
  id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
  label: 'Cold storage',
  network: 'bitcoin',
  currency: 'BTC',
  details: {},
  status: 'active',
  version: 1,
};

/** A rule that sweeps, all of its limits amounts. */
export type RuleOfAccount = AmountRule & { readonly withdrawalAccountId: string };

/** Above 10 BTC, everything above 5 goes, in steps of 0.1. */
export const RULE: RuleOfAccount = {
  id: 'btc-surplus',
  label: 'BTC surplus',
  currency: 'BTC',
  withdrawalAccountId: ACCOUNT.id,
  threshold: '10',
  keep: '5',
  allocation: { kind: 'all', basis: 'surplus' },
  minimum: '1',
  step: '0.1',
  budgets: {},
  cooldownSeconds: 0,
  schedule: { kind: 'every-snapshot' },
  maximumBalanceAgeSeconds: 300,
  backoff: { firstSeconds: 60, maximumSeconds: 3600 },
  priority: 100,
  enabled: true,
  version: 3,
  activeSince: '2026-01-01T00:00:00.000Z',
};

/** 2026 in Zurich, without a holiday. */
export const CALENDAR: Calendar = {
  id: 'office',
  label: 'Office',
  timeZone: 'Europe/Zurich',
  from: '2026-01-01',
  until: '2026-12-31',
  weekend: ['SAT', 'SUN'],
  holidays: [],
  activeSince: '2026-01-01T00:00:00.000Z',
  version: 1,
};

/** Two types of events, to one receiver. */
export const WEBHOOK: Webhook = {
  id: 'erp',
  label: 'ERP',
  url: 'https://erp.example/sluice',
  eventTypes: ['com.sluice.withdrawal.confirmed', 'com.sluice.trade.confirmed'],
  status: 'active',
  secretGeneration: 1,
  secretFor: { generation: 1, by: 'tina' },
  activeSince: '2026-01-01T00:00:00.000Z',
  version: 1,
};

export const CONTROLS: Controls = {
  mode: 'live',
  currencyModes: {},
  reportingCurrency: 'USD',
  trades: { instruments: [], maximumNotional: '0' },
  approvalExpirySeconds: 3600,
  lateExecutionBoundSeconds: 60,
  version: 1,
};

export function rule(change: Partial<RuleOfAccount>): RuleOfAccount;
export function rule(
  change?: Partial<SweepRule>,
): SweepRule & { readonly withdrawalAccountId: string };
export function rule(change: Partial<SweepRule> = {}): SweepRule {
  return { ...RULE, ...change };
}

export function calendar(change: Partial<Calendar> = {}): Calendar {
  return { ...CALENDAR, ...change };
}

export function account(change: Partial<RegisteredAccount> = {}): RegisteredAccount {
  return { ...ACCOUNT, ...change };
}

/** An account of the service, registered and active. */
export function accountOf({
  id,
  label,
  network,
  currency,
  details,
}: Omit<RegisteredAccount, 'status' | 'version'>): RegisteredAccount {
  return { id, label, network, currency, details, status: 'active', version: 1 };
}

export function controls(change: Partial<Controls> = {}): Controls {
  return { ...CONTROLS, ...change };
}

export const POLICY: Policy = {
  controls: CONTROLS,
  halt: neverHalted('main'),
  accounts: [ACCOUNT],
  rules: [RULE],
};

/** A rule as people write it. */
export function draftOf(change: Partial<SweepRuleDraft> = {}, of: SweepRule = RULE) {
  const { version: _, activeSince: __, ...said } = of;
  return { ...said, ...change };
}
