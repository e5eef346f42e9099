import { describe, expect, it } from 'vitest';
import {
  deliveryKeys,
  feedKeys,
  ledgerKeys,
  seriesKeys,
  snapshotKeys,
} from '../../adapters/store/keys.ts';
import { PARTITIONS, TABLES, type TableId } from '../../lib/access/partitions.ts';
import { MAX_ROLE_NAME, roleName, rolePath } from '../../lib/access/role-name.ts';
import { MAX_POLICY_BYTES, tablePolicy } from '../../lib/access/table-policy.ts';
import { WRITERS } from '../../lib/access/writers.ts';
import { MAX_TENANTS, STAGES } from '../../lib/stages/stage-configuration.ts';
import { DEPLOYED_FUNCTIONS } from '../../runtime/diagnosis/diagnosis.ts';
import { declaredPolicies } from '../access/denied-of.ts';
import { judge, judgeByTable } from '../access/judge.ts';
import { policiesIn } from '../access/policies-in.ts';
import { templatesOnce } from './assembly-once.ts';
import { configured, type Properties, synthesised } from './synthesised.ts';

const TENANT = 'main';
const templates = templatesOnce(configured());
const policies = policiesIn(templates, 'dev');
const LONGEST_REGION = 'ap-southeast-2';

const WRITING = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'];

function keyOf(table: TableId, partition: string): string {
  const pattern = (PARTITIONS[table] as Readonly<Record<string, string>>)[partition] ?? '';
  return pattern.replace('*', TENANT).replaceAll('*', 'one');
}

/** What any administrator's own permissions are: everything. */
function asked(arn: string, action: string, table: TableId, ...keys: readonly string[]) {
  return judgeByTable(policies, { role: 'none', arn, action: `dynamodb:${action}`, table, keys });
}

const ADMINISTRATOR = 'arn:aws:iam::111122223333:role/Administrator';
const ROOT = 'arn:aws:iam::111122223333:root';

function role(name: string, path = rolePath('dev')): string {
  return `arn:aws:iam::111122223333:role${path}${roleName('dev', 'eu-central-1', name)}`;
}

describe('the policies of the templates', () => {
  it('are those that lib/access declares, of roles and of tables, statement by statement', () => {
    const declared = declaredPolicies([TENANT]);
    for (const table of ['Ledger', 'Series'] as const) {
      expect(policies.tables.get(table)).toEqual(declared.tables.get(table));
    }
    for (const [name, writer] of Object.entries(WRITERS)) {
      for (const table of Object.keys(writer)) {
        const judgements = (of: typeof policies) =>
          Object.keys(PARTITIONS[table as TableId]).flatMap((partition) =>
            WRITING.map((action) => {
              const keys = [keyOf(table as TableId, partition)];
              return `${action} ${keys[0]}: ${judge(of, { role: name, action, table, keys })}`;
            }),
          );
        expect(judgements(policies), name).toEqual(judgements(declared));
      }
    }
  });

  it('name writers that there are, and let no other role write anything', () => {
    const names = Object.keys(WRITERS);
    expect(names.filter((name) => !DEPLOYED_FUNCTIONS.some((each) => each === name))).toEqual([]);
    for (const [name, tables] of policies.roles) {
      const writing = [...tables.values()].flat().flatMap(({ actions }) => actions);
      expect(
        writing.some((action) => WRITING.includes(action)),
        name,
      ).toBe(names.includes(name));
    }
  });

  it('let each writer write what it declares, by itself and with everything else that it writes', () => {
    for (const [name, writer] of Object.entries(WRITERS)) {
      for (const [table, writes] of Object.entries(writer)) {
        const {
          puts,
          checks = [],
          updates = [],
        } = writes as {
          puts: readonly string[];
          checks?: readonly string[];
          updates?: readonly string[];
        };
        const of = (partitions: readonly string[]) =>
          partitions.map((each) => keyOf(table as TableId, each));
        const verdicts = [
          ...of(puts).map((key) => ['dynamodb:PutItem', [key]] as const),
          ...of(checks).map((key) => ['dynamodb:ConditionCheckItem', [key]] as const),
          ...of(updates).map((key) => ['dynamodb:UpdateItem', [key]] as const),
          ...(puts.length > 0 ? [['dynamodb:PutItem', of([...puts, ...checks])] as const] : []),
        ].map(([action, keys]) => judge(policies, { role: name, action, table, keys }));
        expect(new Set(verdicts), `${name} ${table}`).toEqual(new Set(['allowed']));
      }
    }
  });

  it('take a transaction over two tables whole, in each of them', () => {
    const keys = ['main#LANE', 'main#INSTRUCTION#sweep-1', 'main#DECISION-RUNS'];
    const action = 'dynamodb:PutItem';
    for (const table of ['Ledger', 'Snapshots']) {
      expect(judge(policies, { role: 'run-sweeps', action, table, keys })).toBe('allowed');
    }
  });
});

describe("a table's own policy", () => {
  it.each([ADMINISTRATOR, ROOT])('denies every write to %s but halting', (arn) => {
    for (const table of TABLES) {
      for (const partition of Object.keys(PARTITIONS[table])) {
        expect(asked(arn, 'PutItem', table, keyOf(table, partition)), partition).not.toBeNull();
        const updated = asked(arn, 'UpdateItem', table, keyOf(table, partition));
        expect(updated === null, partition).toBe(table === 'Ledger' && partition === 'halt');
      }
    }
  });

  it.each(['BatchWriteItem', 'DeleteItem', 'PartiQLDelete', 'PartiQLInsert', 'PartiQLUpdate'])(
    'denies %s to everybody, the roles of functions included',
    (action) => {
      for (const table of TABLES) {
        for (const name of Object.keys(WRITERS)) {
          expect(asked(role(name), action, table, 'main#LANE')).not.toBeNull();
        }
      }
    },
  );

  it('denies a time to live where nothing expires, and leaves it to the deployment elsewhere', () => {
    const denied = TABLES.filter(
      (table) => asked(ADMINISTRATOR, 'UpdateTimeToLive', table) !== null,
    );
    expect(denied).toEqual(['Series', 'Ledger']);
  });

  it('knows a role by the path of the stage and the whole of its end', () => {
    const put = (arn: string) => asked(arn, 'PutItem', 'Ledger', 'main#LANE');
    expect(put(role('send-withdrawal'))).toBeNull();
    expect(put(role('send-withdrawal', '/sluice/prod/'))).not.toBeNull();
    expect(put(role('send-withdrawal', '/'))).not.toBeNull();
    expect(put(`${role('send-withdrawal')}-2`)).not.toBeNull();
    expect(put(role('manage-breaks'))).not.toBeNull();
    // A session of the role is shown by the role itself; a user is none, whatever its name.
    expect(put(role('send-withdrawal').replace(':role/', ':user/'))).not.toBeNull();
  });

  it('takes no function for another one by the end of its name', () => {
    const names = [...Object.keys(WRITERS), 'operator'];
    const ambiguous = names.filter((name) =>
      names.some((other) => other !== name && name.endsWith(`-${other}`)),
    );
    expect(ambiguous).toEqual([]);
  });

  it('denies a put without keys, of a partition of no kind, and of a tenant of no stage', () => {
    const put = (...keys: readonly string[]) =>
      asked(role('send-withdrawal'), 'PutItem', 'Ledger', ...keys);
    expect(put()).not.toBeNull();
    expect(put('main#NEW-KIND')).not.toBeNull();
    expect(put('other#LANE')).not.toBeNull();
    expect(put('main#LANE', 'main#NEW-KIND')).not.toBeNull();
    expect(put('main#LANE', 'main#AUDIT')).toBeNull();
  });

  it('lets the operator apply a first policy and work roll-ups out anew, and nothing else', () => {
    const may = (table: TableId) =>
      Object.keys(PARTITIONS[table]).filter(
        (partition) => asked(role('operator'), 'PutItem', table, keyOf(table, partition)) === null,
      );
    expect(may('Series')).toEqual(Object.keys(PARTITIONS.Series));
    expect(may('Snapshots')).toEqual([]);
    expect(may('Ledger')).toEqual([
      'policy',
      'policy-history',
      'webhooks',
      'webhook-history',
      'manual-rates',
      'manual-rate-history',
      'matching-rules',
      'matching-rule-history',
      'lanes',
      'audit',
      'audit-head',
    ]);
  });

  it('fits into what DynamoDB takes, for as many tenants as are accepted, with the longest of names', () => {
    const tenants = Array.from(
      { length: MAX_TENANTS },
      (_, index) => `${'c'.repeat(29)}${index + 10}`,
    );
    for (const table of TABLES) {
      const statements = tablePolicy({ table, stage: 'staging', tenants, expires: false });
      const text = JSON.stringify({ Version: '2012-10-17', Statement: statements });
      expect(Buffer.byteLength(text), table).toBeLessThan(MAX_POLICY_BYTES);
    }
  });
});

describe('the names of roles', () => {
  it('stand under the path of their stage, tell stage and region, and are short enough', () => {
    const stacks = synthesised(configured());
    const roles = [...stacks.all.values()].flatMap((template) =>
      Object.values(template.findResources('AWS::IAM::Role')).map(
        ({ Properties: properties }) => properties as Properties,
      ),
    );
    const named = roles.filter(({ RoleName }) => RoleName !== undefined);
    expect(named.map(({ Path }) => Path)).toEqual(named.map(() => '/sluice/dev/'));
    const ends = named.map(({ RoleName }) =>
      JSON.stringify(RoleName).replace(/^.*"-([a-z-]+)"\]\]\}$/, '$1'),
    );
    expect(ends.sort()).toEqual([...DEPLOYED_FUNCTIONS].sort());
    const longest = STAGES.flatMap((stage) =>
      DEPLOYED_FUNCTIONS.map((name) => roleName(stage, LONGEST_REGION, name)),
    );
    expect(longest.filter(({ length }) => length > MAX_ROLE_NAME)).toEqual([]);
  });
});

describe('the kinds of partitions', () => {
  const ID = '6a1f6d0e';
  const AT = '2026-01-05T09:00:00.000Z';
  /** Every key that a thing may be stored under; those of indexes alone are no partition of a table. */
  const INDEX_ONLY = [
    'openChanges',
    'openChangesOf',
    'instructionsByState',
    'instructionsByTime',
    'breaksByState',
    'flowsOf',
    'due',
  ];
  /** What a key is of, where that is no id. */
  const SUBJECTS: Readonly<Record<string, unknown>> = {
    haltMark: { generation: 1 },
    sharedCounts: 'trade-usage',
  };
  const partitionsOf = (keys: object): readonly (readonly [string, string])[] =>
    Object.entries(keys).flatMap(([name, of]) => {
      if (typeof of !== 'function' || INDEX_ONLY.includes(name)) return [];
      const made: unknown = of(TENANT, SUBJECTS[name] ?? ID, 1, AT);
      if (typeof made === 'string')
        return made.startsWith(`${TENANT}#`) ? [[name, made] as const] : [];
      return [[name, (made as { readonly pk: string }).pk] as const];
    });

  it.each([
    ['Snapshots', snapshotKeys],
    ['Series', seriesKeys],
    ['EventFeed', feedKeys],
    ['Deliveries', deliveryKeys],
    ['Ledger', ledgerKeys],
  ] as const)('hold every key of %s, each one kind', (table, keys) => {
    const patterns = Object.values(PARTITIONS[table] as Readonly<Record<string, string>>);
    const kindsOf = (partition: string) =>
      patterns.filter((pattern) =>
        new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(partition),
      );
    const wrong = partitionsOf(keys).filter(([, partition]) => kindsOf(partition).length !== 1);
    expect(partitionsOf(keys).length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  it('are told apart whatever id the service gives: it holds no separator within a key', () => {
    expect(ledgerKeys.withdrawal(TENANT, 'x#LANE').pk).toBe('main#WITHDRAWAL#x%23LANE');
    expect(ledgerKeys.withdrawal(TENANT, 'x%23LANE').pk).toBe('main#WITHDRAWAL#x%2523LANE');
    expect(ledgerKeys.trade(TENANT, '#HALT').pk).toBe('main#TRADE#%23HALT');
  });
});
