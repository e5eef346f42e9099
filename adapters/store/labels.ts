import { marshall } from '@aws-sdk/util-dynamodb';
import { ledgerKeys } from './keys.ts';
import { ACCOUNT, RULE } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/** Pages of a tenant's rules and accounts, those that were deleted included: thousands of them. */
const MAX_PAGES = 10;

/** The labels of a tenant's rules and accounts, each by id. */
export interface Labels {
  readonly rules: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

/**
 * The labels of rules and accounts, also of those that were deleted: history mentions them for years. Only labels are
 * looked at, so items of a later version have theirs too. May be a second old.
 */
export async function readLabels(table: StoreTable, tenant: string): Promise<Labels> {
  const items = await itemsOf(
    table,
    {
      KeyConditionExpression: 'pk = :pk',
      ProjectionExpression: '#entity, #id, #label',
      ExpressionAttributeNames: { '#entity': 'entity', '#id': 'id', '#label': 'label' },
      ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.policyPartition(tenant) }),
    },
    { pages: MAX_PAGES, beyond: `the policy of ${tenant} is larger than ${MAX_PAGES} pages` },
  );
  const of = (kind: string) =>
    new Map(
      items.flatMap(({ entity, id, label }) =>
        entity?.S === kind && id?.S !== undefined && label?.S !== undefined
          ? [[id.S, label.S] as const]
          : [],
      ),
    );
  return { rules: of(RULE.entity), accounts: of(ACCOUNT.entity) };
}
