import { marshall } from '@aws-sdk/util-dynamodb';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';
import { NewerVersionError } from '../../treasury/records/newer-version.ts';
import { fromItem, type Item } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { MATCHING_RULE } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/** Strongly consistent. Deleted rules are left out, and so are those that only a later version can read. */
export async function readMatchingRules(
  table: StoreTable,
  tenant: string,
): Promise<readonly MatchingRule[]> {
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.matchingRulePartition(tenant) }),
    ConsistentRead: true,
  });
  return items.filter(({ deletedAt }) => deletedAt === undefined).flatMap(readable);
}

function readable(item: Item): readonly MatchingRule[] {
  try {
    return [fromItem(MATCHING_RULE, item)];
  } catch (error) {
    if (!(error instanceof NewerVersionError)) throw error;
    return [];
  }
}
