import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { SweepRuleDraft } from '../../../treasury/policy/policy-schema.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { valueBalances } from '../../../treasury/valuation/value.ts';
import { ACCOUNT, CONTROLS, READ_AT, RULE, TICK } from '../rules/samples.ts';

export const POLICY: Policy = {
  controls: CONTROLS,
  halt: neverHalted('main'),
  accounts: [ACCOUNT],
  rules: [RULE],
};

/** A rule as people write it. */
export function draftOf(change: Partial<SweepRuleDraft> = {}, rule: SweepRule = RULE) {
  const { version: _, activeSince: __, ...said } = rule;
  return { ...said, ...change };
}

/** 20 BTC at 50,000 USD and 700 USD. */
export function snapshotOf(change: Partial<SnapshotTaken> = {}): SnapshotTaken {
  const balances = change.balances ?? { BTC: { total: '20' }, USD: { total: '700' } };
  const prices = { 'BTC/USD': { bid: '49999', ask: '50001' } };
  return {
    kind: 'taken',
    client: 'main',
    scheduledFor: TICK,
    takenAt: READ_AT,
    balances,
    prices,
    valuation: valueBalances(balances, prices, 'USD'),
    rawBalances: '{}',
    rawBalancesDigest: '',
    ...change,
  };
}
