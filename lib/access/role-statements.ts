import { partitionsOf, patternOf, type TableId } from './partitions.ts';
import { LEADING_KEYS } from './table-policy.ts';
import { WRITERS } from './writers.ts';

/** What a role is allowed on the items of a table. */
export interface ItemStatement {
  readonly actions: readonly string[];
  readonly conditions: Readonly<
    Record<string, Readonly<Record<string, readonly string[] | string>>>
  >;
}

/** The items of the stage's tenants. "All of none" would be true of a request without keys. */
export function itemsOf(
  leadingKeys: Readonly<Record<string, readonly string[]>>,
): ItemStatement['conditions'] {
  const conditions = Object.entries(leadingKeys).map(
    ([operator, keys]) => [operator, { [LEADING_KEYS]: keys }] as const,
  );
  return { ...Object.fromEntries(conditions), Null: { [LEADING_KEYS]: 'false' } };
}

export function tenantKeys(
  tenants: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  return { 'ForAllValues:StringLike': tenants.map((tenant) => `${tenant}#*`) };
}

/**
 * What a function writes in a table, by `WRITERS`; empty if nothing. All that it puts and checks is one statement: IAM may look
 * at the partition keys of a whole transaction at once, and of two statements with a kind of them each neither would hold.
 */
export function writeStatements(
  table: TableId,
  name: string,
  tenants: readonly string[],
): readonly ItemStatement[] {
  const { puts = [], checks = [], updates = [] } = WRITERS[name]?.[table] ?? {};
  const put = ['dynamodb:PutItem', ...(checks.length > 0 ? ['dynamodb:ConditionCheckItem'] : [])];
  return [
    ...(puts.length > 0 ? [within(table, put, [...puts, ...checks], tenants)] : []),
    // Without a read before, each a request of its own and never a part of a transaction.
    ...(updates.length > 0 ? [within(table, ['dynamodb:UpdateItem'], updates, tenants)] : []),
  ];
}

/**
 * Actions on the items of some kinds of partitions. The others are named, not these: the list is as long for ten tenants
 * as for one, and a key of no kind is denied by the table's own policy.
 */
function within(
  table: TableId,
  actions: readonly string[],
  partitions: readonly string[],
  tenants: readonly string[],
): ItemStatement {
  const others = partitionsOf(table).filter((each) => !partitions.includes(each));
  const patterns = others.map((each) => patternOf(table, each));
  const conditions = itemsOf({
    ...tenantKeys(tenants),
    ...(patterns.length > 0 && { 'ForAllValues:StringNotLike': patterns }),
  });
  return { actions, conditions };
}
