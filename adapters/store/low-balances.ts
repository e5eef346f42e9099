import { marshall } from '@aws-sdk/util-dynamodb';
import type { LowBalanceState } from '../../treasury/ledger/low-balance.ts';
import type { NoteLowPorts } from '../../treasury/watchdog/note-low-balances.ts';
import { following, putIf } from './conditional-put.ts';
import { fromItem, itemOf } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { LOW_BALANCE } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/** Which balances were below the low of a rule, as the watchdog noted them. */
export function createLowBalances(table: StoreTable): NoteLowPorts['lowStates'] {
  return {
    read: async (tenant) => {
      const items = await itemsOf(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.lowBalancePartition(tenant) }),
      });
      return items.map((item) => fromItem(LOW_BALANCE, item));
    },
    put: (state: LowBalanceState) =>
      putIf(table, itemOf(LOW_BALANCE, state.tenant, state), following(state.version)),
  };
}
