import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import { CONTROLS, RULE } from '../../integration/protocol/treasury-under-test.ts';
import { accountOf } from '../../samples/policy.ts';
import { policyWrites } from '../../samples/policy-writes.ts';

/** Quarantines end at once and accounts do not rest: what takes hours comes about within a sequence. */
const LIVE: Controls = {
  ...CONTROLS,
  trades: { ...CONTROLS.trades, approvalAbove: '2000' },
  lateExecutionBoundSeconds: 0,
  accountCoolingOffSeconds: 0,
};

const CURRENCIES = ['BTC', 'ETH', 'EUR', 'SOL', 'USD'] as const;

/** What every sequence begins with: live, one rule, accounts of several currencies. */
export function startingPolicy(epoch: string): readonly LedgerWrite[] {
  const { btcWallet, ethWallet, eurBank } = SANDBOX_ACCOUNTS;
  const accounts = [btcWallet, ethWallet, eurBank].map(accountOf);
  return policyWrites(epoch, { controls: LIVE, accounts, rules: [RULE], currencies: CURRENCIES });
}
