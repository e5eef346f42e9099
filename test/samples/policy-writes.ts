import { newLane } from '../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';

interface FirstPolicy {
  readonly tenant?: string;
  readonly accounts?: readonly RegisteredAccount[];
  readonly rules?: readonly SweepRule[];
  /** Each gets an idle lane. */
  readonly currencies: readonly string[];
  readonly controls: Controls;
}

/** A first policy as applyFirstPolicy writes it: accounts, rules, lanes, and the controls last. */
export function policyWrites(epoch: string, first: FirstPolicy): readonly LedgerWrite[] {
  const { tenant = 'main', accounts = [], rules = [], currencies, controls } = first;
  return [
    ...accounts.map((account): LedgerWrite => ({ kind: 'put-account', account })),
    ...rules.map((rule): LedgerWrite => ({ kind: 'put-rule', rule })),
    ...currencies.map(
      (code): LedgerWrite => ({ kind: 'create-lane', lane: newLane(tenant, code, epoch) }),
    ),
    { kind: 'put-controls', controls },
  ];
}
