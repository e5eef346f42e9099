import { marshall } from '@aws-sdk/util-dynamodb';
import type { NoteFailingPorts } from '../../treasury/watchdog/note-failing-rules.ts';
import type { NoteLowPorts } from '../../treasury/watchdog/note-low-balances.ts';
import { following, putIf } from './conditional-put.ts';
import { fromItem, type ItemKind, itemOf } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { FAILING_RULE, FAILING_WEBHOOK, LOW_BALANCE } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/** Which balances were below the low of a rule, as the watchdog noted them. */
export function createLowBalances(table: StoreTable): NoteLowPorts['lowStates'] {
  return notedStates(table, LOW_BALANCE, ledgerKeys.lowBalancePartition);
}

/** Of which rules nothing left. */
export function createFailingRules(table: StoreTable): NoteFailingPorts['failingStates'] {
  return notedStates(table, FAILING_RULE, ledgerKeys.failingRulePartition);
}

/** Which webhooks have a receiver that takes nothing. */
export function createFailingWebhooks(table: StoreTable) {
  return notedStates(table, FAILING_WEBHOOK, ledgerKeys.failingWebhookPartition);
}

/** What a round of the watchdog noted last of each thing, and the next note if no other round was first. */
function notedStates<State extends { readonly tenant: string; readonly version: number }>(
  table: StoreTable,
  kind: ItemKind<State>,
  partition: (tenant: string) => string,
) {
  return {
    read: async (tenant: string): Promise<readonly State[]> => {
      const items = await itemsOf(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: marshall({ ':pk': partition(tenant) }),
      });
      return items.map((item) => fromItem(kind, item));
    },
    put: (state: State) =>
      putIf(table, itemOf(kind, state.tenant, state), following(state.version)),
  };
}
