import { marshall } from '@aws-sdk/util-dynamodb';
import { type GeneralLedger, generalLedgerOf } from '../../treasury/statements/general-ledger.ts';
import { fromItem, type Item, type ItemKind } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { ACCOUNT, CONTROLS, MATCHING_RULE } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/**
 * The accounts of the general ledger that a tenant's policy names, of deleted pieces too: a month mentions them for years.
 * May be a second old.
 */
export async function readGeneralLedger(table: StoreTable, tenant: string): Promise<GeneralLedger> {
  const partition = (pk: string): Promise<readonly Item[]> =>
    itemsOf(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': pk }),
    });
  const [policy, rules] = await Promise.all([
    partition(ledgerKeys.policyPartition(tenant)),
    partition(ledgerKeys.matchingRulePartition(tenant)),
  ]);
  const [controls] = of(CONTROLS, policy);
  return generalLedgerOf(
    controls?.generalLedgerCodes,
    of(ACCOUNT, policy),
    of(MATCHING_RULE, rules),
  );
}

function of<T>(kind: ItemKind<T>, items: readonly Item[]): readonly T[] {
  return items
    .filter(({ entity }) => entity?.S === kind.entity)
    .map((item) => fromItem(kind, item));
}
