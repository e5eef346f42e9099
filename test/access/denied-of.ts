import { TABLES, type TableId } from '../../lib/access/partitions.ts';
import { roleName, rolePath } from '../../lib/access/role-name.ts';
import { writeStatements } from '../../lib/access/role-statements.ts';
import { tablePolicy } from '../../lib/access/table-policy.ts';
import { WRITERS } from '../../lib/access/writers.ts';
import { judge, type Policies, type Statement } from './judge.ts';
import type { RequestOfFunction } from './recorded-requests.ts';

const STAGE = 'dev';

/** The policies as the stacks make them of `WRITERS` for these tenants; a test compares them with the templates. */
export function declaredPolicies(tenants: readonly string[]): Policies {
  const roles = new Map(
    Object.keys(WRITERS).map((name) => [
      name,
      new Map(
        TABLES.map((table) => [
          table as string,
          writeStatements(table, name, tenants).map(
            ({ actions, conditions }): Statement => statementOf('Allow', actions, conditions),
          ),
        ]),
      ),
    ]),
  );
  const tables = new Map(
    TABLES.map((table) => [
      table as string,
      tablePolicy({ table, stage: STAGE, tenants, expires: false }).map(
        ({ Action, Condition = {} }) => statementOf('Deny', Action, Condition),
      ),
    ]),
  );
  const arnOf = (role: string) =>
    `arn:aws:iam::111122223333:role${rolePath(STAGE)}${roleName(STAGE, 'eu-central-1', role)}`;
  return { roles, tables, arnOf };
}

function statementOf(
  effect: Statement['effect'],
  actions: readonly string[],
  conditions: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Statement {
  const all = Object.entries(conditions).map(([operator, tests]) => [
    operator,
    Object.fromEntries(
      Object.entries(tests).map(([key, values]) => [key, [values as string | string[]].flat()]),
    ),
  ]);
  return { effect, actions, conditions: Object.fromEntries(all) };
}

/**
 * What a deployment would deny of these requests, each in a line. A transaction is judged twice, since AWS does not say which it
 * does: each item by its own partition key, and each by the keys of all of them.
 */
export function deniedOf(
  requests: readonly RequestOfFunction[],
  tables: Readonly<Record<string, TableId>>,
): readonly string[] {
  const tenants = new Set(
    requests.flatMap(({ items }) => items.map(({ partition }) => partition.split('#', 1)[0] ?? '')),
  );
  const policies = declaredPolicies([...tenants]);
  const lines = requests.flatMap(({ function: role, items }) =>
    items.flatMap(({ table: name, action, partition }) => {
      const table = tables[name];
      if (table === undefined) return [`${role}: ${action} on a table of no stage`];
      const all = items.map((each) => each.partition);
      return [[partition], all].flatMap((keys) => {
        const request = { role, action: `dynamodb:${action}`, table, keys };
        const verdict = judge(policies, request);
        return verdict === 'allowed'
          ? []
          : [`${role}: ${action} ${table} ${keys.join(' + ')}: ${verdict}`];
      });
    }),
  );
  return [...new Set(lines)];
}
