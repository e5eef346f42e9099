import { type DynamoDBClient, GetResourcePolicyCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { TableId } from '../../lib/access/partitions.ts';
import { type DenyStatement, tablePolicy } from '../../lib/access/table-policy.ts';
import type { Check, Part } from './check.ts';

/** Seconds for reading five policies. */
const LIMIT_SECONDS = 60;

/** Tables whose items expire: the others may never have an attribute for that. */
const EXPIRING: readonly TableId[] = ['Snapshots', 'EventFeed', 'Deliveries'];

export interface TablePolicyOptions {
  readonly stage: string;
  readonly tenants: readonly string[];
  /** ARNs of the tables. */
  readonly tables: Readonly<Record<TableId, string>>;
  readonly client: Pick<DynamoDBClient, 'send'>;
}

/** Each table has the policy that this version of Sluice deploys: a restored one has none. */
export function tablePolicyCheck({ stage, tenants, tables, client }: TablePolicyOptions): Check {
  return {
    name: 'table-policies',
    proves: 'each table denies every write but those of the roles that its partitions are for',
    limitSeconds: LIMIT_SECONDS,
    run: async () =>
      await Promise.all(
        Object.entries(tables).map(async ([name, arn]) => {
          const table = name as TableId;
          const expires = EXPIRING.includes(table);
          const expected = tablePolicy({ table, stage, tenants, expires });
          return judgedPolicy(table, expected, await policyOf(client, arn));
        }),
      ),
  };
}

/** The text of a table's policy; null if it has none. */
async function policyOf(
  client: Pick<DynamoDBClient, 'send'>,
  ResourceArn: string,
): Promise<string | null> {
  try {
    const { Policy } = await client.send(new GetResourcePolicyCommand({ ResourceArn }));
    return Policy ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'PolicyNotFoundException') return null;
    throw error;
  }
}

const texts = z.union([z.string(), z.array(z.string())]);
const policySchema = z.object({
  Statement: z.array(
    z.object({
      Sid: z.string().default(''),
      Effect: z.string(),
      Principal: z.unknown(),
      Action: texts,
      Resource: texts,
      Condition: z.record(z.string(), z.record(z.string(), texts)).default({}),
    }),
  ),
});
type ReadStatement = z.output<typeof policySchema>['Statement'][number];

export function judgedPolicy(
  of: string,
  expected: readonly DenyStatement[],
  found: string | null,
): Part {
  if (found === null) {
    const detail =
      'it has no policy of its own: whoever may write to the table by other permissions may write anything. A restored table has none until it is given one (docs/operations.md, restoring from a backup)';
    return { of, state: 'failed', detail };
  }
  const wanted = new Set(policySchema.parse({ Statement: expected }).Statement.map(canonical));
  const seen = policySchema.parse(JSON.parse(found)).Statement.map((statement) => ({
    sid: statement.Sid,
    text: canonical(statement),
  }));
  const texts = new Set(seen.map(({ text }) => text));
  const missing = expected.filter((statement) => !texts.has(canonicalOf(statement)));
  const others = seen.filter(({ text }) => !wanted.has(text));
  if (missing.length === 0 && others.length === 0) {
    return { of, state: 'ok', detail: `${seen.length} statements, as deployed` };
  }
  const parts = [
    ...(missing.length > 0 ? [`missing: ${missing.map(({ Sid }) => Sid).join(', ')}`] : []),
    ...(others.length > 0
      ? [`not of Sluice: ${others.map(({ sid }) => sid || '(no id)').join(', ')}`]
      : []),
  ];
  return { of, state: 'failed', detail: `its policy is another one; ${parts.join('; ')}` };
}

function canonicalOf(statement: DenyStatement): string {
  return policySchema
    .parse({ Statement: [statement] })
    .Statement.map(canonical)
    .join();
}

/**
 * What a statement says, whatever its id. AWS gives policies back in a form of its own: a list of one as its element, lists in any
 * order, everybody as `*` or `{ AWS: "*" }`, the table in the place of `*`.
 */
function canonical({ Effect, Principal, Action, Condition }: ReadStatement): string {
  const everybody =
    JSON.stringify(Principal) === '"*"' || JSON.stringify(Principal) === '{"AWS":"*"}';
  const conditions = Object.entries(Condition).flatMap(([operator, tests]) =>
    Object.entries(tests).map(([key, values]) => [operator, key, listOf(values)]),
  );
  return JSON.stringify([
    Effect,
    everybody ? 'everybody' : Principal,
    listOf(Action),
    conditions.map((each) => JSON.stringify(each)).sort(),
  ]);
}

function listOf(values: string | readonly string[]): readonly string[] {
  return [values].flat().toSorted();
}
