import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { Calendar } from '../../../treasury/calendars/calendar.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import type { ManualRate } from '../../../treasury/policy/manual-rate.ts';
import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import { CONTROLS, RULE } from '../../integration/protocol/treasury-under-test.ts';
import { accountOf, WEBHOOK } from '../../samples/policy.ts';
import { policyWrites } from '../../samples/policy-writes.ts';

/** Quarantines end at once and accounts do not rest: what takes hours comes about within a sequence. */
const LIVE: Controls = {
  ...CONTROLS,
  trades: { ...CONTROLS.trades, approvalAbove: '2000' },
  lateExecutionBoundSeconds: 0,
  accountCoolingOffSeconds: 0,
};

const CURRENCIES = ['BTC', 'ETH', 'EUR', 'SOL', 'USD'] as const;

/** It fits no movement of a sequence: its books agree. */
const DEPOSITS: MatchingRule = {
  id: 'customer-deposits',
  label: 'customer deposits',
  kind: 'deposit',
  direction: 'inflow',
  currency: 'SOL',
  maximum: '10',
  enabled: true,
  version: 1,
  activeSince: '2026-01-01T00:00:00.000Z',
};

/** No rule names it. */
const CLOSED_DAYS: Calendar = {
  id: 'closed-days',
  label: 'closed days',
  timeZone: 'Europe/Zurich',
  from: '2026-01-01',
  until: '2027-01-01',
  weekend: ['SAT', 'SUN'],
  holidays: [{ date: '2026-12-25', name: 'Christmas' }],
  version: 1,
  activeSince: '2026-01-01T00:00:00.000Z',
};

const FRANCS: ManualRate = {
  id: 'francs',
  label: 'francs',
  currency: 'CHF',
  in: 'USD',
  rate: '1.1',
  from: '2025-01-01',
  until: '2026-01-01',
  source: 'the books',
  version: 1,
  activeSince: '2026-01-01T00:00:00.000Z',
};

/** What every sequence begins with: live, one object of each kind, accounts of several currencies. */
export function startingPolicy(epoch: string): readonly LedgerWrite[] {
  const { btcWallet, ethWallet, eurBank } = SANDBOX_ACCOUNTS;
  const accounts = [btcWallet, ethWallet, eurBank].map(accountOf);
  return [
    ...policyWrites(epoch, { controls: LIVE, accounts, rules: [RULE], currencies: CURRENCIES }),
    { kind: 'put-webhook', webhook: WEBHOOK },
    { kind: 'put-matching-rule', rule: DEPOSITS },
    { kind: 'put-calendar', calendar: CLOSED_DAYS },
    { kind: 'put-manual-rate', rate: FRANCS },
  ];
}
