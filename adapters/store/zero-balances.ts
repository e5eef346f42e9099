import type { ZeroBalances } from '../../treasury/valuation/absent-balances.ts';
import { ledgerKeys } from './keys.ts';
import { CONTROLS } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { thingAt } from './table-items.ts';

/** What the controls say of balances of zero: the one thing of the policy that a snapshot rests on. */
export function createZeroBalances(table: StoreTable): (tenant: string) => Promise<ZeroBalances> {
  return async (tenant) => {
    const controls = await thingAt(table, ledgerKeys.controls(tenant), CONTROLS);
    return controls?.zeroBalances ?? 'unknown';
  };
}
