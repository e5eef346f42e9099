import { marshall } from '@aws-sdk/util-dynamodb';
import type { MatchingUsage } from '../../treasury/ledger/matching-usage.ts';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';
import { readable } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { MATCHING_RULE, MATCHING_USAGE } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf, thingAt } from './table-items.ts';

/** Strongly consistent. Deleted rules are left out, and so are those that cannot be read. */
export async function readMatchingRules(
  table: StoreTable,
  tenant: string,
): Promise<readonly MatchingRule[]> {
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.matchingRulePartition(tenant) }),
    ConsistentRead: true,
  });
  const current = items.filter(({ deletedAt }) => deletedAt === undefined);
  return readable(MATCHING_RULE, current).things;
}

/** Null if the rule has explained nothing yet that is counted. */
export async function readMatchingUsage(
  table: StoreTable,
  tenant: string,
  ruleId: string,
): Promise<MatchingUsage | null> {
  return await thingAt(table, ledgerKeys.matchingUsage(tenant, ruleId), MATCHING_USAGE);
}
