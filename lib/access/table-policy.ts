import { partitionsOf, patternOf, type TableId } from './partitions.ts';
import { rolePattern } from './role-name.ts';
import {
  OPERATOR,
  OPERATOR_WRITES,
  TOGETHER,
  UPDATED_BY_ANY_PRINCIPAL,
  WRITERS,
  type Writer,
} from './writers.ts';

/** A statement of a table's own policy: everything else is the principals' own permissions. */
export interface DenyStatement {
  readonly Sid: string;
  readonly Effect: 'Deny';
  readonly Principal: { readonly AWS: '*' };
  readonly Action: readonly string[];
  /** The table itself: its name is not known yet when its policy is written. */
  readonly Resource: '*';
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The partition keys of the items in a request. */
export const LEADING_KEYS = 'dynamodb:LeadingKeys';
const PRINCIPAL = 'aws:PrincipalArn';

/** Bytes that DynamoDB takes for a table's policy, blanks included. */
export const MAX_POLICY_BYTES = 20_480;

const PUT = 'dynamodb:PutItem';
const UPDATE = 'dynamodb:UpdateItem';

/** Actions by which no program of Sluice writes: they delete, or they show no partition key of each item. */
const NEVER = [
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PartiQLDelete',
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
] as const;

export interface TableOfPolicy {
  readonly table: TableId;
  readonly stage: string;
  readonly tenants: readonly string[];
  /** Whether items of it expire; else no attribute may ever be declared for that. */
  readonly expires: boolean;
}

/**
 * A table's own policy. It denies every write but those that `WRITERS` names, to everybody: administrators included, until
 * one of them takes it off, which is an alarm.
 *
 * Each statement holds for one key of a request and for all of them at once: IAM may look at the items of a transaction either
 * way, so a role that checks a partition counts as one that puts there.
 */
export function tablePolicy(options: TableOfPolicy): readonly DenyStatement[] {
  const { table, tenants, expires } = options;
  const never = expires ? NEVER : [...NEVER, 'dynamodb:UpdateTimeToLive'];
  return [
    deny('NobodyEver', never),
    deny('NobodyWithoutKeys', [PUT, UPDATE], { Null: { [LEADING_KEYS]: 'true' } }),
    deny('NobodyElsewhere', [PUT, UPDATE], {
      'ForAnyValue:StringNotLike': { [LEADING_KEYS]: kindsOf(table).map(({ pattern }) => pattern) },
    }),
    deny('NobodyForOthers', [PUT, UPDATE], {
      'ForAnyValue:StringNotLike': { [LEADING_KEYS]: tenants.map((tenant) => `${tenant}#*`) },
    }),
    ...grouped(PUT, options, (kind) => kind.puts),
    ...grouped(UPDATE, options, (kind) => kind.updates),
  ];
}

/** A kind of partitions, and the roles that need it in a request that puts, or that updates. */
interface Kind {
  readonly pattern: string;
  readonly puts: readonly string[];
  /** `any`: every principal whose own permissions say so. */
  readonly updates: readonly string[] | 'any';
}

function kindsOf(table: TableId): readonly Kind[] {
  const own = partitionsOf(table).map(
    (partition): Kind => ({
      pattern: patternOf(table, partition),
      puts: namesWhere(table, ({ puts, checks = [] }) => [...puts, ...checks].includes(partition)),
      updates: UPDATED_BY_ANY_PRINCIPAL[table].includes(partition)
        ? 'any'
        : namesWhere(table, ({ updates = [] }) => updates.includes(partition)),
    }),
  );
  return [...own, ...ofOtherTables(table)];
}

/** Keys of other tables that are seen here beside the table's own, where IAM looks at a transaction as a whole. */
function ofOtherTables(table: TableId): readonly Kind[] {
  return Object.entries(TOGETHER).flatMap(([name, tables]) =>
    tables
      .filter((other) => tables.includes(table) && other !== table)
      .flatMap((other) => {
        const { puts = [], checks = [] } = WRITERS[name]?.[other] ?? {};
        return [...puts, ...checks].map(
          (partition): Kind => ({
            pattern: patternOf(other, partition),
            puts: [name],
            updates: [],
          }),
        );
      }),
  );
}

interface AnyWrites {
  readonly puts: readonly string[];
  readonly checks?: readonly string[];
  readonly updates?: readonly string[];
}

function namesWhere(table: TableId, has: (writes: AnyWrites) => boolean): readonly string[] {
  const writers: readonly (readonly [string, Writer])[] = [
    ...Object.entries(WRITERS),
    [OPERATOR, OPERATOR_WRITES],
  ];
  return writers.flatMap(([name, writer]) => {
    const writes = writer[table];
    return writes !== undefined && has(writes) ? [name] : [];
  });
}

/** One statement for all kinds of partitions that the same roles write. */
function grouped(
  action: string,
  { table, stage }: TableOfPolicy,
  writersOf: (kind: Kind) => Kind['updates'],
): readonly DenyStatement[] {
  const groups = new Map<string, { names: readonly string[]; patterns: string[] }>();
  for (const kind of kindsOf(table)) {
    const names = writersOf(kind);
    if (names === 'any') continue;
    const group = groups.get(names.join()) ?? { names, patterns: [] };
    group.patterns.push(kind.pattern);
    groups.set(names.join(), group);
  }
  return [...groups.values()].map(({ names, patterns }, index) =>
    deny(`${action === PUT ? 'Put' : 'Update'}${index + 1}`, [action], {
      'ForAnyValue:StringLike': { [LEADING_KEYS]: patterns },
      ...(names.length > 0 && {
        ArnNotLike: { [PRINCIPAL]: names.map((name) => rolePattern(stage, name)) },
      }),
    }),
  );
}

function deny(
  Sid: string,
  Action: readonly string[],
  Condition?: DenyStatement['Condition'],
): DenyStatement {
  const statement = {
    Sid,
    Effect: 'Deny',
    Principal: { AWS: '*' },
    Action,
    Resource: '*',
  } as const;
  return Condition === undefined ? statement : { ...statement, Condition };
}
